// Taking an analysis along: its link, the whole tree as text, the position and the line as pictures.

import { all, one } from "../dom.js";
import { listenToPictures } from "../picture_links.js";
import { post } from "./post.js";
import { addressOf, nodeOf, path, positionText, toPlain } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** @param {() => {tree: Tree, current: number}} shown @returns {() => void} opens the dialog */
export function sharing(shown) {
  const dialog = one(document, "dialog.share", HTMLDialogElement);
  const link = one(dialog, ".link", HTMLInputElement);
  const text = one(dialog, "textarea", HTMLTextAreaElement);
  const wrong = one(dialog, ".wrong", HTMLElement);
  const download = one(dialog, ".download", HTMLAnchorElement);

  one(dialog, ".leave", HTMLButtonElement).addEventListener("click", () => dialog.close());
  for (const button of all(dialog, "button[data-copy]", HTMLButtonElement)) {
    button.addEventListener("click", async () => {
      const field = button.dataset.copy === "link" ? link : text;
      field.select();
      // Where the page may not write there, it is selected at least.
      await navigator.clipboard?.writeText(field.value).catch(() => {});
      button.dataset.done = "true";
      setTimeout(() => delete button.dataset.done, 1500);
    });
  }

  const drawing = one(dialog, ".drawing", HTMLElement);
  listenToPictures(dialog, drawing);

  return async () => {
    const { tree, current } = shown();
    const options = Object.entries(tree.options).map(([name, value]) => [name, String(value)]);
    link.value = new URL(addressOf(tree, current), location.href).href;
    for (const picture of all(dialog, "a[data-picture]", HTMLAnchorElement)) {
      const query = new URLSearchParams(options);
      const line = path(tree, current).map((at) => nodeOf(tree, at).move?.move ?? "");
      const moving = picture.dataset.picture === "gif";
      query.set("position", moving ? tree.start.position : positionText(tree, current));
      if (moving) query.set("moves", line.join(" "));
      picture.href = `/positions/${tree.game}.${picture.dataset.picture}?${query}`;
    }
    text.value = "";
    wrong.textContent = "";
    drawing.textContent = "";
    dialog.showModal();
    const { answer, error } = await post(`/analysis/${tree.game}/record`, tree.options, JSON.stringify(toPlain(tree)));
    text.value = answer?.text ?? "";
    wrong.textContent = error ?? "";
    URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
  };
}
