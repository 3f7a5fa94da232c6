// The quiet panel in which players ask each other: a draw, a takeback, somebody who is away, a seat that waits.

import { keepFocus, one } from "../dom.js";

/**
 * @typedef {import("./matter.js").Matter} Matter
 * @typedef {import("./matter.js").Button} Button
 * @typedef {import("../net/messages.js").Action} Action
 */

/** @type {Button[]} */
const BUTTONS = ["accept", "decline", "withdraw", "claim", "take_back"];

export class Offers {
  /** @type {Matter | null} */
  #matter = null;
  #panel;

  /** @param {HTMLElement} panel @param {(action: Action) => void} act */
  constructor(panel, act) {
    this.#panel = panel;
    for (const name of BUTTONS) {
      this.#button(name).addEventListener("click", () => {
        const action = this.#matter?.buttons[name];
        if (action) act(action);
      });
    }
  }

  /** @param {Matter | null} matter */
  show(matter) {
    // The same again would take the focus away from who is about to answer, and be read out once more.
    if (JSON.stringify(matter) === JSON.stringify(this.#matter)) return;
    const inside = this.#panel.contains(document.activeElement);
    this.#matter = matter;
    this.#panel.hidden = matter === null;
    const text = one(this.#panel, ".text", HTMLElement);
    text.textContent = matter ? matter.text || (text.dataset.held ?? "") : "";
    for (const name of BUTTONS) this.#button(name).hidden = matter?.buttons[name] === undefined;
    if (matter?.claim) this.#button("claim").textContent = matter.claim;
    // The focus must not be lost with what had it.
    if (!inside) return;
    const spot = document.querySelector("svg.board [tabindex='0']");
    if (matter !== null) keepFocus(this.#panel);
    else if (spot instanceof SVGElement) spot.focus();
  }

  /** @param {Button} name */
  #button(name) {
    return one(this.#panel, `button.${name}`, HTMLButtonElement);
  }
}
