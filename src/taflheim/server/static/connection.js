// The connection to a table. It comes back by itself, says what it has, and asks again for what was not answered.

/**
 * @typedef {import("./choosing.js").Choices} Choices
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {import("./pieces.js").Effect} Effect
 *
 * @typedef {object} Now what changes during a game
 * @property {number} number of the last event
 * @property {number} ply
 * @property {string} turn
 * @property {{code: string, side: string, value: number | string, text: string}[]} facts
 * @property {string[]} last
 * @property {string} words
 * @property {{winner: string | null, reason: string, text: string} | null} result
 * @property {Choices | null} choices
 * @property {boolean} thinking
 * @property {boolean} can_undo
 *
 * @typedef {Now & {type: "state", pieces: Piece[]}} State
 * @typedef {Now & {type: "event", effects: Effect[]}} Happening
 * @typedef {{type: "choices", ply: number, clicked: string[], tree: Choices}} ChoicesAnswer
 * @typedef {{type: "explain", ply: number, clicked: string[], text: string | null}} ExplainAnswer
 * @typedef {{type: "ack", request: string, number: number}} Ack
 * @typedef {{type: "error", request: string | null, code: string, text: string}} Refusal
 * @typedef {{type: "move" | "undo" | "resign", ply?: number, move?: string, request?: string}} Act what a page can ask for
 * @typedef {State | Happening | ChoicesAnswer | ExplainAnswer | Ack | Refusal} Message
 */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const NO_SUCH_TABLE = 4404;

export class Connection {
  /** What was asked for and not answered yet, by request. @type {Map<string, Act>} */
  #unanswered = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #address;
  #have;
  #receive;
  #onChange;

  /**
   * @param {string} address
   * @param {() => number} have the number of the last event the page has
   * @param {(message: Message) => void} receive
   * @param {(connected: boolean) => void} onChange
   */
  constructor(address, have, receive, onChange) {
    this.#address = address;
    this.#have = have;
    this.#receive = receive;
    this.#onChange = onChange;
    this.#connect();
  }

  /** Ask for something to be done; it is done once, however often the connection breaks. @param {Act} message */
  act(message) {
    const request = newRequest();
    this.#unanswered.set(request, { ...message, request });
    this.#send({ ...message, request });
  }

  /** Ask something that needs no answer if the connection breaks. @param {object} message */
  ask(message) {
    this.#send(message);
  }

  /** Whether something was asked for that this position has not been changed by yet. @param {number} ply */
  waitingAt(ply) {
    return [...this.#unanswered.values()].some((asked) => asked.ply === undefined || asked.ply === ply);
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#onChange(true);
      this.#send({ type: "hello", have: this.#have() });
      for (const message of this.#unanswered.values()) this.#send(message);
    };
    socket.onmessage = (event) => {
      const message = /** @type {Message} */ (JSON.parse(event.data));
      if (message.type === "ack" || message.type === "error") this.#unanswered.delete(message.request ?? "");
      this.#receive(message);
    };
    socket.onclose = (event) => {
      if (event.code === NO_SUCH_TABLE) {
        location.reload(); // the server's page says what to do
        return;
      }
      this.#onChange(false);
      setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }
}

/** A name for a request that nobody else has. */
function newRequest() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
