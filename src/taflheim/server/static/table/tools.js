// What the tools say about themselves when one points at them: what they do, or why they cannot.

import { all } from "../dom.js";

/** Those that are of no use after the end. */
const OF_THE_GAME = "button:is(.undo, .resign, .own, [data-asks]), .pad button";

/** Once the game is over, what cannot be done any more says why. @param {HTMLElement} page @param {boolean} over */
export function explainTools(page, over) {
  for (const button of all(page, OF_THE_GAME, HTMLButtonElement)) {
    button.dataset.does ??= button.title;
    button.title = over && button.disabled ? (page.dataset.over ?? "") : button.dataset.does;
  }
}
