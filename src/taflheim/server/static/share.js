// What one can take along of a game: files, a link, and an analysis board.

import { all, one } from "./dom.js";
import { listenToPictures } from "./picture_links.js";

/**
 * Offer the game as files and as a link.
 * @param {HTMLButtonElement} button
 * @param {HTMLDialogElement} dialog
 * @param {() => number | null} shown the ply that is looked at; null if it is the last one
 */
export function listenToShare(button, dialog, shown) {
  const copy = one(dialog, ".copy", HTMLButtonElement);
  const copied = one(dialog, ".copied", HTMLElement);
  const drawing = one(dialog, ".drawing", HTMLElement);
  listenToPictures(dialog, drawing);
  button.addEventListener("click", () => {
    copied.textContent = "";
    drawing.textContent = "";
    for (const link of all(dialog, "a[data-at]", HTMLAnchorElement)) link.search = at(link.search, shown());
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

/** The query of a link to a position of a game. Pure. @param {string} query @param {number | null} ply */
export function at(query, ply) {
  const asked = new URLSearchParams(query);
  if (ply === null) asked.delete("ply");
  else asked.set("ply", String(ply));
  return asked.toString();
}
