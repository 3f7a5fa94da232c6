// How many people look on at a table.

import { one } from "../dom.js";

/** @param {HTMLElement} page @param {number} count */
export function showWatching(page, count) {
  const shown = one(page, ".watching", HTMLElement);
  shown.hidden = count === 0;
  one(shown, "b", HTMLElement).textContent = String(count);
}
