// The dialog in which one gives up.

import { all } from "../dom.js";

/**
 * Ask before a side resigns, and say which one.
 * @param {HTMLButtonElement} button
 * @param {HTMLDialogElement} dialog
 * @param {() => string | null} side that would give up
 * @param {(side: string | null) => void} resign
 */
export function listenToResign(button, dialog, side, resign) {
  button.addEventListener("click", () => {
    for (const sentence of all(dialog, ".resigns", HTMLElement)) sentence.hidden = sentence.dataset.side !== side();
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "yes") resign(side());
    dialog.returnValue = "";
  });
}
