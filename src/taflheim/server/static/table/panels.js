// What opens over the edge of the board and closes again: the moves, the rules, the chat, more tools. One at a time.

import { all, one } from "../dom.js";

/** @typedef {"story" | "more" | "rules" | "chat"} Panel */

/** The buttons that open each. @type {{[panel in Panel]: string}} */
const OPENERS = { story: ".open-story", more: ".open-more", rules: ".open-rules", chat: ".open-chat" };

export class Panels {
  /** @type {Panel | null} */
  #open = null;
  #page;
  #opened;

  /** @param {HTMLElement} page @param {(panel: Panel) => void} opened */
  constructor(page, opened) {
    this.#page = page;
    this.#opened = opened;
    for (const [panel, opener] of /** @type {[Panel, string][]} */ (Object.entries(OPENERS))) {
      for (const button of all(page, opener, HTMLButtonElement)) {
        button.setAttribute("aria-expanded", "false");
        button.addEventListener("click", () => this.toggle(panel));
      }
    }
    for (const button of all(page, ".shut", HTMLButtonElement)) button.addEventListener("click", () => this.close());
    // The menu of tools closes when a tool is chosen, and at a click beside it.
    page.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (this.#open === "more" && !target.closest(".open-more")) this.close();
    });
  }

  /** @param {Panel} panel */
  toggle(panel) {
    const wanted = this.#open === panel ? null : panel;
    this.close();
    if (wanted === null) return;
    this.#set(wanted, true);
    this.#opened(wanted);
  }

  /** @returns {boolean} whether something was open */
  close() {
    const was = this.#open;
    if (was === null) return false;
    const inside = this.#element(was).contains(document.activeElement);
    this.#set(was, false);
    // The focus must not be lost with what had it.
    if (inside) one(this.#page, OPENERS[was], HTMLButtonElement).focus();
    return true;
  }

  /** @param {Panel} panel @param {boolean} open */
  #set(panel, open) {
    this.#open = open ? panel : null;
    const element = this.#element(panel);
    element.classList.toggle("open", open);
    if (panel === "rules") element.hidden = !open;
    one(this.#page, OPENERS[panel], HTMLButtonElement).setAttribute("aria-expanded", String(open));
  }

  /** @param {Panel} panel */
  #element(panel) {
    return one(this.#page, panel === "more" ? ".more" : `.drawer.${panel}`, HTMLElement);
  }
}
