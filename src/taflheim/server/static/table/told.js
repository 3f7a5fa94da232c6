// What is told at a table: what happened, why something cannot be, and a hint.

import { one } from "../dom.js";

/** More characters than this are told in smaller letters. */
const LONG = 110;

/**
 * What happened. The result stands on the card over the board as well, but that is not read out by itself.
 * @param {HTMLElement} page
 * @param {string} words
 * @param {import("../net/messages.js").Result | null} result
 */
export function showWords(page, words, result) {
  one(page, ".words", HTMLElement).textContent = words;
  one(page, ".ended", HTMLElement).textContent = result ? `${result.title} ${result.text}` : "";
  showReason(page, null);
}

/** Why something cannot be; null when there is nothing to say. @param {HTMLElement} page @param {string | null} reason */
export function showReason(page, reason) {
  show(page, { reason: reason ?? "", tip: "", because: "" });
}

/** A hint: a move, and the reason for it. @param {HTMLElement} page @param {string} move @param {string} because */
export function showTip(page, move, because) {
  show(page, { reason: "", tip: move, because });
}

/** @param {HTMLElement} page @param {{reason: string, tip: string, because: string}} said */
function show(page, { reason, tip, because }) {
  const words = one(page, ".words", HTMLElement);
  one(page, ".why", HTMLElement).textContent = reason;
  one(page, ".tip b", HTMLElement).textContent = tip;
  one(page, ".tip span", HTMLElement).textContent = because;
  one(page, ".tip", HTMLElement).hidden = !because;
  words.hidden = Boolean(reason || because);
  const told = reason || `${tip}${because}` || words.textContent || "";
  one(page, ".told", HTMLElement).classList.toggle("long", told.length > LONG);
}
