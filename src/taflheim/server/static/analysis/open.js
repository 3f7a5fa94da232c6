// Bringing a game along: a record, a position or moves, pasted into a field or dropped as a file.

import { one } from "../dom.js";
import { post } from "./post.js";
import { addressOf, fromPlain, lineThrough, ROOT } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** What another game's page has to open: its board is another one. */
const BROUGHT = "taflheim-analysis-brought";

/**
 * @param {() => Tree} shown
 * @param {(tree: Tree, node: number) => void} begin
 * @returns {() => void} opens the dialog
 */
export function opening(shown, begin) {
  const dialog = one(document, "dialog.open", HTMLDialogElement);
  const field = one(dialog, "textarea", HTMLTextAreaElement);
  const file = one(dialog, "input[type=file]", HTMLInputElement);
  const wrong = one(dialog, ".wrong", HTMLElement);

  /** @param {string} text */
  async function read(text) {
    const { game, options, start } = shown();
    const { answer, error } = await post(`/analysis/${game}/open`, { ...options, position: start.position }, text);
    if (error !== null) {
      field.value = text;
      wrong.textContent = error;
      if (!dialog.open) dialog.showModal();
      return;
    }
    const tree = fromPlain(answer);
    const last = lineThrough(tree, ROOT).at(-1) ?? ROOT;
    if (tree.game !== game || JSON.stringify(tree.options) !== JSON.stringify(options)) {
      sessionStorage.setItem(BROUGHT, text);
      location.assign(addressOf(tree, ROOT));
      return;
    }
    if (dialog.open) dialog.close();
    begin(tree, last);
  }

  one(dialog, "form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    read(field.value);
  });
  one(dialog, ".leave", HTMLButtonElement).addEventListener("click", () => dialog.close());
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) read(await chosen.text());
    file.value = "";
  });
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped) return;
    event.preventDefault();
    read(await dropped.text());
  });

  const brought = sessionStorage.getItem(BROUGHT);
  if (brought !== null) {
    sessionStorage.removeItem(BROUGHT);
    read(brought);
  }
  return () => {
    wrong.textContent = "";
    dialog.showModal();
    field.select();
  };
}
