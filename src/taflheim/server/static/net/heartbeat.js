// Notices that a connection is dead though nobody has said so: a question that nobody answers. Pure: it is given the time.

const EVERY_MS = 20_000;
const PATIENCE_MS = 10_000;
/** Who looks so much later than it should has slept; that is no silence of the other side. */
const SLEPT_MS = 5_000;

/** How often to look. */
export const LOOK_MS = 1000;

/** @typedef {"ask" | "lost" | null} Duty */

export class Heartbeat {
  #heard;
  /** Since when an answer is awaited. @type {number | null} */
  #asked = null;
  #looked;

  /** @param {number} nowMs */
  constructor(nowMs) {
    this.#heard = nowMs;
    this.#looked = nowMs;
  }

  /** The other side has said something. @param {number} nowMs */
  hear(nowMs) {
    this.#heard = nowMs;
    this.#asked = null;
  }

  /** What is to be done now. @param {number} nowMs @returns {Duty} */
  look(nowMs) {
    const slept = nowMs - this.#looked > LOOK_MS + SLEPT_MS;
    this.#looked = nowMs;
    if (slept || (this.#asked === null && nowMs - this.#heard >= EVERY_MS)) {
      this.#asked = nowMs;
      return "ask";
    }
    return this.#asked !== null && nowMs - this.#asked >= PATIENCE_MS ? "lost" : null;
  }
}
