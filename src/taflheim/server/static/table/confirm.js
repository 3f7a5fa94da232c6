// Asks before a clicked move is made, if the player wants that.

import { one } from "../dom.js";

export class Confirm {
  /** The move that waits. @type {string | null} */
  #move = null;
  #element;

  /** @param {HTMLElement} element @param {{play: (move: string) => void, cancel: () => void}} answers */
  constructor(element, { play, cancel }) {
    this.#element = element;
    one(element, ".yes", HTMLButtonElement).addEventListener("click", () => {
      if (this.#move !== null) play(this.#move);
      this.close();
    });
    one(element, ".no", HTMLButtonElement).addEventListener("click", cancel);
  }

  /** Whether a move waits for an answer. */
  get isOpen() {
    return this.#move !== null;
  }

  /** @param {string} move */
  ask(move) {
    this.#move = move;
    this.#element.hidden = false;
    one(this.#element, ".yes", HTMLButtonElement).focus();
  }

  close() {
    this.#move = null;
    this.#element.hidden = true;
  }
}
