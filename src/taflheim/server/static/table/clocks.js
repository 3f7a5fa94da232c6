// The clocks in the cards of the sides. They run by the server's time, so they never drift.

import { all, one } from "../dom.js";
import { play } from "../sound.js";
import { figures, isLow, leftMs } from "./clock_text.js";

/** @typedef {import("../net/messages.js").Clock} Clock */

const TICK_MS = 100;
/** More figures than these are smaller. */
const LONG = 6;

export class Clocks {
  /** @type {string[]} */
  #mine = [];
  /** Whether one's own clock was heard to be low; once is enough. */
  #heard = false;
  #timer = 0;
  #page;
  #nowMs;

  /** @param {HTMLElement} page @param {() => number} nowMs the server's time */
  constructor(page, nowMs) {
    this.#page = page;
    this.#nowMs = nowMs;
  }

  /** @param {Clock | null} clock @param {string[]} mine the sides that one plays */
  show(clock, mine) {
    clearInterval(this.#timer);
    this.#mine = mine;
    if (clock === null) return;
    this.#draw(clock);
    if (clock.running !== null) this.#timer = setInterval(() => this.#draw(clock), TICK_MS);
  }

  /** @param {Clock} clock */
  #draw(clock) {
    for (const card of all(this.#page, ".side", HTMLElement)) {
      const side = card.dataset.side ?? "";
      const shown = card.querySelector(".clock");
      if (!(shown instanceof HTMLElement) || !(side in clock.left_ms)) continue;
      const left = leftMs(clock, side, this.#nowMs());
      const low = isLow(clock, left);
      const text = figures(left, clock.kind !== "days");
      const written = one(shown, ".figures", HTMLElement);
      if (written.textContent !== text) written.textContent = text;
      shown.classList.toggle("low", low);
      shown.classList.toggle("long", text.length > LONG);
      shown.classList.toggle("runs", clock.running === side);
      if (low && clock.running === side && this.#mine.includes(side)) this.#warn();
    }
  }

  /** Say once that one's own time is short. */
  #warn() {
    if (this.#heard) return;
    this.#heard = true;
    play("low");
    const said = one(this.#page, ".hurry", HTMLElement);
    said.textContent = said.dataset.text ?? "";
  }
}
