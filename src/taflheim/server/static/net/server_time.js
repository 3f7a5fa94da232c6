// What time it is at the server, by what it says: clocks are run by its time, not by that of this machine. Pure.

/** A difference that is larger means that somebody has set the clock of this machine. */
const MOST_DELAY_MS = 5000;

export class ServerTime {
  /** How much the server is ahead. @type {number | null} */
  #ahead = null;
  #clock;

  /** @param {() => number} clock of this machine, in milliseconds */
  constructor(clock = () => Date.now()) {
    this.#clock = clock;
  }

  /** The server has said what time it is. @param {number} nowMs */
  hear(nowMs) {
    const ahead = nowMs - this.#clock();
    // What was long on its way says too little: the largest difference comes nearest to the truth.
    const better = this.#ahead === null || ahead > this.#ahead || ahead < this.#ahead - MOST_DELAY_MS;
    if (better) this.#ahead = ahead;
  }

  /** Forget what was said: the next that is said counts. */
  forget() {
    this.#ahead = null;
  }

  get nowMs() {
    return this.#clock() + (this.#ahead ?? 0);
  }
}
