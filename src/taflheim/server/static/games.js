// My games: asks before a game is taken off the list.

import { all, one } from "./dom.js";

const dialog = one(document, "dialog.sure", HTMLDialogElement);
const form = one(dialog, "form", HTMLFormElement);

/** Ask about the game that a button belongs to. @param {HTMLButtonElement} button */
function ask(button) {
  form.action = `/tables/${button.dataset.table}/delete`;
  one(dialog, ".what", HTMLElement).textContent = button.dataset.what ?? "";
  for (const part of all(dialog, "[data-ask]", HTMLElement)) part.hidden = part.dataset.ask !== button.dataset.ask;
  dialog.showModal();
}

for (const button of all(document, ".played button", HTMLButtonElement)) {
  button.addEventListener("click", () => ask(button));
}
one(dialog, ".keep", HTMLButtonElement).addEventListener("click", () => dialog.close());
