// What a page has asked to be done, and what has become of it. Pure: no connection here.

/**
 * @typedef {import("./messages.js").Action} Action
 * @typedef {import("./messages.js").Message} Message
 * @typedef {Action & {request: string}} Request
 */

export class Outbox {
  /** @type {Map<string, Request>} */
  #unanswered = new Map();
  /** The number of the last event that was acknowledged. */
  #acknowledged = 0;

  /** @param {Action} action @param {string} request a name that no other request has @returns {Request} */
  add(action, request) {
    const message = { ...action, request };
    this.#unanswered.set(request, message);
    return message;
  }

  /** What has to be sent again after the connection broke. @returns {Request[]} */
  get unanswered() {
    return [...this.#unanswered.values()];
  }

  /** The server has answered. @param {Message} message */
  receive(message) {
    if (message.type === "ack") this.#acknowledged = Math.max(this.#acknowledged, message.number);
    if (message.type === "ack" || message.type === "error") this.#unanswered.delete(message.request ?? "");
  }

  /**
   * Whether something is on its way that will change this position: it was not answered yet, or it was acknowledged
   * and the event has not come yet.
   * @param {{number: number, position_number: number}} now
   */
  isBusy(now) {
    if (this.#acknowledged > now.number) return true;
    return this.unanswered.some((asked) =>
      "position_number" in asked ? asked.position_number === now.position_number : asked.type === "resign",
    );
  }
}
