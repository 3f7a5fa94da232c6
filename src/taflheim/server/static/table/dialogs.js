// The dialogs of a table: giving up, and taking the game along.

import { all, one } from "../dom.js";
import { listenToPictures } from "../picture_links.js";

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

/** Offer the game as files and as a link. @param {HTMLButtonElement} button @param {HTMLDialogElement} dialog */
export function listenToShare(button, dialog) {
  const copy = one(dialog, ".copy", HTMLButtonElement);
  const copied = one(dialog, ".copied", HTMLElement);
  const drawing = one(dialog, ".drawing", HTMLElement);
  listenToPictures(dialog, drawing);
  button.addEventListener("click", () => {
    copied.textContent = "";
    dialog.showModal();
  });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      copied.textContent = copy.dataset.done ?? "";
    } catch {
      copied.textContent = copy.dataset.failed ?? "";
    }
  });
}
