// What a person has clicked so far, and what that leads to. The server says what can be clicked; nothing here knows why.

/**
 * Spots that can be clicked: each with what can be clicked then, the move that is complete, or null where the server
 * has to be asked how it goes on.
 * @typedef {{[spot: string]: Choices | string | null}} Choices
 *
 * `chosen`: more has to be clicked. `complete`: the move can be played. `ask`: the server knows how it goes on.
 * `dropped`: the clicks lead nowhere; `clicked` is what was tried.
 * @typedef {{what: "chosen"}
 *   | {what: "complete", move: string}
 *   | {what: "ask", clicked: string[]}
 *   | {what: "dropped", clicked: string[]}} Outcome
 */

export class Choosing {
  /** @type {Choices} */
  #root = {};
  /** What can be clicked now; null while the server is asked. @type {Choices | null} */
  #now = {};
  /** @type {string[]} */
  clicked = [];

  /** Begin anew, with what can be clicked first. @param {Choices | null} choices */
  begin(choices) {
    this.#root = choices ?? {};
    this.drop();
  }

  /** Forget all clicks. */
  drop() {
    this.#now = this.#root;
    this.clicked = [];
  }

  /** The spots that can be clicked now. */
  get open() {
    return Object.keys(this.#now ?? {});
  }

  /** Whether a click there leads on. @param {string} spot */
  leadsOn(spot) {
    return Object.hasOwn(this.#now ?? {}, spot);
  }

  /** Whether a click there makes a move, or a landing on the way. @param {string} spot */
  isTarget(spot) {
    const next = this.#now?.[spot];
    return next === null || typeof next === "string";
  }

  /** @param {string} spot @returns {Outcome} */
  click(spot) {
    if (this.#now === null) return { what: "chosen" };
    if (!this.leadsOn(spot)) {
      const tried = [...this.clicked, spot];
      const again = this.clicked[0] !== spot && this.clicked.length > 0;
      this.drop();
      // Another piece of one's own is chosen in place of the first.
      return again && this.leadsOn(spot) ? this.click(spot) : { what: "dropped", clicked: tried };
    }
    const next = this.#now[spot];
    if (typeof next === "string") {
      this.drop();
      return { what: "complete", move: next };
    }
    this.clicked = [...this.clicked, spot];
    this.#now = next;
    return next === null ? { what: "ask", clicked: this.clicked } : { what: "chosen" };
  }

  /**
   * The server's answer to `ask`. Tells the only spot with which it can go on, if there is just one.
   * @param {string[]} clicked
   * @param {Choices} tree
   * @returns {string | null}
   */
  goOn(clicked, tree) {
    if (this.#now !== null || clicked.join() !== this.clicked.join()) return null;
    this.#now = tree;
    const ways = Object.keys(tree);
    return ways.length === 1 ? ways[0] : null;
  }
}
