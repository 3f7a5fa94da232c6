// What is told at a table: what happened, why something cannot be, and how the game has ended.

import { one } from "../dom.js";

/** @typedef {import("../net/messages.js").Now} Now */

/** More characters than this are told in smaller letters. */
const LONG = 110;

/** @param {HTMLElement} page @param {Now} now */
export function showStory(page, now) {
  one(page, ".words", HTMLElement).textContent = now.words;
  showReason(page, null);
  const { result } = now;
  page.classList.toggle("over", result !== null);
  one(page, ".result h2", HTMLElement).textContent = result?.title ?? "";
  one(page, ".result p", HTMLElement).textContent = result?.text ?? "";
  one(page, ".result", HTMLElement).hidden = result === null;
}

/** Why something cannot be; null when there is nothing to say. @param {HTMLElement} page @param {string | null} reason */
export function showReason(page, reason) {
  const words = one(page, ".words", HTMLElement);
  one(page, ".why", HTMLElement).textContent = reason ?? "";
  words.hidden = Boolean(reason);
  const told = reason || words.textContent || "";
  one(page, ".told", HTMLElement).classList.toggle("long", told.length > LONG);
}
