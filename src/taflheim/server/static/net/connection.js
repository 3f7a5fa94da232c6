// The connection to a table. It comes back by itself, says what it has, and asks again for what was not answered.

import { backoffMs } from "./backoff.js";
import { Heartbeat, LOOK_MS } from "./heartbeat.js";
import { LOGGED_OUT, NO_SUCH_TABLE, VERSION } from "./messages.js";
import { Outbox } from "./outbox.js";

/**
 * @typedef {import("./messages.js").Action} Action
 * @typedef {import("./messages.js").Message} Message
 * @typedef {import("./messages.js").Question} Question
 *
 * @typedef {object} Hooks
 * @property {() => number} have the number of the last event the page has
 * @property {(message: Message) => void} receive
 * @property {(connected: boolean) => void} connected
 * @property {() => void} gone the table is not there any more
 */

export class Connection {
  #outbox = new Outbox();
  /** What was asked while there was no connection, by its type. @type {Map<string, Question>} */
  #waiting = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  /** The server has said that it does not speak with this page. */
  #refused = false;
  #address;
  #hooks;

  /** @param {string} address @param {Hooks} hooks */
  constructor(address, hooks) {
    this.#address = address;
    this.#hooks = hooks;
    this.#connect();
  }

  /** Ask for something to be done; it is done once, however often the connection breaks. @param {Action} action */
  act(action) {
    this.#send(this.#outbox.add(action, newRequest()));
  }

  /** Ask something that needs no answer if the connection breaks; while there is none, the last of its kind waits. @param {Question} question */
  ask(question) {
    if (this.#isOpen) this.#send(question);
    else this.#waiting.set(question.type, question);
  }

  /** Connect anew: who this browser belongs to has changed. */
  renew() {
    this.#socket?.close();
  }

  /** Whether something is on its way that will change this position. @param {{number: number, position_number: number}} now */
  isBusy(now) {
    return this.#outbox.isBusy(now);
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {object} message */
  #send(message) {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const heartbeat = new Heartbeat(Date.now());
    let looking = 0;
    socket.onopen = () => {
      looking = setInterval(() => this.#look(socket, heartbeat), LOOK_MS);
      heartbeat.hear(Date.now());
      this.#hooks.connected(true);
      this.#send({ type: "hello", version: VERSION, have: this.#hooks.have() });
      for (const message of [...this.#outbox.unanswered, ...this.#waiting.values()]) this.#send(message);
      this.#waiting.clear();
    };
    socket.onmessage = (event) => {
      const message = /** @type {Message} */ (JSON.parse(event.data));
      heartbeat.hear(Date.now());
      // Only now, not when it opens: a server that closes every connection at once is not to be asked all the time.
      this.#failures = 0;
      this.#refused = message.type === "reload";
      this.#outbox.receive(message);
      this.#hooks.receive(message);
    };
    socket.onclose = (event) => {
      clearInterval(looking);
      // One that was given up says much later that it is closed: another has taken its place.
      if (this.#socket !== socket) return;
      if (event.code === NO_SUCH_TABLE) {
        this.#hooks.gone();
        return;
      }
      if (event.code === LOGGED_OUT) {
        location.reload();
        return;
      }
      if (!this.#refused) this.#retry();
    };
  }

  /** Ask for a sign of life from time to time; without one the connection is given up. @param {WebSocket} socket @param {Heartbeat} heartbeat */
  #look(socket, heartbeat) {
    if (socket.readyState !== WebSocket.OPEN) return;
    const duty = heartbeat.look(Date.now());
    if (duty === "ask") this.#send({ type: "time" });
    if (duty !== "lost") return;
    this.#socket = null;
    socket.close();
    this.#retry();
  }

  #retry() {
    this.#hooks.connected(false);
    setTimeout(() => this.#connect(), backoffMs(this.#failures, Math.random()));
    this.#failures += 1;
  }
}

/** A random name for a request. */
export function newRequest() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
