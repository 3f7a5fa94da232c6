// Who sits where, when that changes: the cards are taken from the page as the server draws it then.

import { all, one } from "../dom.js";

/** @typedef {import("../net/messages.js").People} People */

export class Seats {
  #known = "";
  #page;

  /** @param {HTMLElement} page @param {People | null} people */
  constructor(page, people) {
    this.#page = page;
    this.#known = seated(people);
  }

  /** @param {People | null} people @returns {boolean} whether somebody else sits there now */
  changed(people) {
    const now = seated(people);
    if (now === this.#known) return false;
    this.#known = now;
    return true;
  }

  /** Show who sits there. */
  async refresh() {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const card of all(this.#page, ".side", HTMLElement)) {
      const same = drawn.querySelector(`.side[data-side="${card.dataset.side}"]`);
      if (!same) continue;
      for (const part of [".faces", ".person"]) {
        one(card, part, HTMLElement).replaceChildren(...one(same, part, HTMLElement).childNodes);
      }
    }
  }
}

/** @param {People | null} people */
function seated(people) {
  return JSON.stringify(people?.seats ?? null);
}
