// Steps through a story: the buttons ⏮ ◀ ▶ ⏭ and the keys `{` `[` `]` `}`.

import { all } from "../dom.js";

/** @typedef {"first" | "back" | "on" | "last"} Step */

/** The keys that step, as browsers name them. @type {{[key: string]: Step}} */
export const STEP_KEYS = { "{": "first", "[": "back", "]": "on", "}": "last" };

/** The step that a key means, by what it writes. Pure. @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">} key @returns {Step | null} */
export function stepOf({ key, ctrlKey, metaKey, altKey }) {
  // On many keyboards AltGr, which is Ctrl with Alt, writes these brackets.
  return metaKey || (ctrlKey && !altKey) ? null : (STEP_KEYS[key] ?? null);
}

/** The ply a step leads to. Pure. @param {Step} step @param {number} shown @param {number} length of the story @returns {number} */
export function stepped(step, shown, length) {
  const wanted = { first: 0, back: shown - 1, on: shown + 1, last: length }[step];
  return Math.max(0, Math.min(length, wanted));
}

/** Take clicks on the buttons with `data-step` inside an element. @param {ParentNode} inside @param {(step: Step) => void} go */
export function listenToSteps(inside, go) {
  for (const button of all(inside, "button[data-step]", HTMLButtonElement)) {
    button.addEventListener("click", () => go(/** @type {Step} */ (button.dataset.step)));
  }
}

/** Which buttons lead somewhere. @param {ParentNode} inside @param {number} shown @param {number} length */
export function showSteps(inside, shown, length) {
  for (const button of all(inside, "button[data-step]", HTMLButtonElement)) {
    const backwards = button.dataset.step === "first" || button.dataset.step === "back";
    // Not `disabled`: the keyboard's focus would be lost when the last ply is reached.
    button.setAttribute("aria-disabled", String(backwards ? shown === 0 : shown === length));
  }
}
