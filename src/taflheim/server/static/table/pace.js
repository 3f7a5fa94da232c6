// How fast moves are shown: one's own at once, those of others when the one before has come to rest.

/**
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 *
 * @typedef {object} Hooks
 * @property {(message: State | Happening) => void} show
 * @property {(message: State | Happening) => boolean} isOwn whether this page has asked for it
 * @property {() => number} restMs how long what is shown still moves
 * @property {() => number} gapMs the pause after that
 */

/** Milliseconds between moves that are shown, by the names of the preference. @type {{[pace: string]: number}} */
export const GAPS_MS = { "at once": 0, quick: 400, normal: 700, slow: 1600 };

export class Pace {
  /** @type {(State | Happening)[]} */
  #waiting = [];
  #timer = 0;
  /** When the next move of another player may be shown. */
  #next = 0;
  #hooks;
  #now;

  /** @param {Hooks} hooks @param {() => number} now in milliseconds */
  constructor(hooks, now = () => performance.now()) {
    this.#hooks = hooks;
    this.#now = now;
  }

  /** The server has said something. @param {State | Happening} message */
  push(message) {
    // A whole state says everything that waits, and more.
    if (message.type === "state") this.#waiting = [];
    this.#waiting.push(message);
    this.#run();
  }

  /** Whether something waits to be shown. */
  get isWaiting() {
    return this.#waiting.length > 0;
  }

  #run() {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const [message] = this.#waiting;
      const wait = message.type === "state" || this.#hooks.isOwn(message) ? 0 : this.#next - this.#now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#run(), wait);
        return;
      }
      this.#waiting.shift();
      this.#hooks.show(message);
      const gap = this.#hooks.gapMs();
      this.#next = gap === 0 ? 0 : this.#now() + this.#hooks.restMs() + gap;
    }
  }
}
