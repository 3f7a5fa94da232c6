// What a page knows of a table's chat: lines in order, what was not read yet, what is on its way. Pure.

/**
 * @typedef {import("../net/messages.js").ChatLine} Line
 * @typedef {import("../net/messages.js").ChatTold} ChatTold
 */

export class ChatLog {
  /** @type {Map<number, Line>} */
  #lines = new Map();
  /** By request, what was said and not answered yet. @type {Map<string, string>} */
  #unanswered = new Map();
  /** The number of the last line that was read; of a line that is told later only, see `#unread`. */
  #seen;
  /** Numbers of lines of others that were not read yet. @type {Set<number>} */
  #unread = new Set();
  /** What one may read. @type {ChatTold["rooms"]} */
  rooms = [];

  /** @param {number} seen the number of the last line that was read */
  constructor(seen = 0) {
    this.#seen = seen;
  }

  /** In the order in which they were said. @returns {Line[]} */
  get lines() {
    return [...this.#lines.values()].sort((one, other) => one.number - other.number);
  }

  /** The number of the last line the page has. */
  get have() {
    return Math.max(0, ...this.#lines.keys());
  }

  /** How many lines of others were not read yet. */
  get unread() {
    return this.lines.filter(({ number }) => this.#unread.has(number)).length;
  }

  /** Everything up to the last line was read; gives its number. */
  read() {
    this.#unread.clear();
    this.#seen = Math.max(this.#seen, this.have);
    return this.#seen;
  }

  /** @param {ChatTold} told */
  tell({ whole, rooms, lines }) {
    // At first what was read in another visit is known by its number; later, all that was not shown is new.
    const first = this.rooms.length === 0;
    for (const line of lines) if (!first || line.number > this.#seen) this.#note(line);
    if (whole) this.#lines.clear();
    this.rooms = rooms;
    for (const line of lines) this.#lines.set(line.number, line);
  }

  /** @param {Line} line */
  #note({ number, mine }) {
    if (!mine && !this.#lines.has(number)) this.#unread.add(number);
  }

  /** @param {Line} line @returns {boolean} whether it is new, and the last */
  add(line) {
    const last = line.number > this.have;
    this.#note(line);
    this.#lines.set(line.number, line);
    return last;
  }

  /** @param {string} request a name that no other request has @param {string} text */
  say(request, text) {
    this.#unanswered.set(request, text);
  }

  /** What was said under this request; from now on it is answered. @param {string} request @returns {string | undefined} */
  answered(request) {
    const text = this.#unanswered.get(request);
    this.#unanswered.delete(request);
    return text;
  }

  /** What has to be sent again after the connection broke. @returns {{type: "say", text: string, request: string}[]} */
  get unanswered() {
    return [...this.#unanswered].map(([request, text]) => ({ type: "say", text, request }));
  }
}

/**
 * How many characters a line may still have: those that people count, not halves of them.
 * @param {string} text
 * @param {number} longest
 */
export function left(text, longest) {
  return longest - [...text.trim()].length;
}
