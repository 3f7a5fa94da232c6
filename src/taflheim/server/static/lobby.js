// The lobby: its lists are kept up to date, and when one is paired the page goes to the table.

import { all, one } from "./dom.js";
import { listen } from "./net/live.js";

const main = one(document, "main.lobby", HTMLElement);

/** Show a list anew; what has the focus keeps it, if it is still there. @param {HTMLElement} list @param {string} html */
function show(list, html) {
  const focus = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  list.innerHTML = html;
  if (focus)
    all(list, "a", HTMLAnchorElement)
      .find((link) => link.getAttribute("href") === focus)
      ?.focus();
}

/** @param {{go?: string} & {[list: string]: string}} told @param {EventSource} stream */
function heard(told, stream) {
  if (told.go) {
    stream.close();
    location.assign(told.go);
    return;
  }
  for (const list of all(main, "[data-list]", HTMLElement)) {
    const html = told[list.dataset.list ?? ""];
    if (html !== undefined) show(list, html);
  }
}

listen(main, heard);

const choice = main.querySelector("#game");
if (choice instanceof HTMLSelectElement) {
  const showOptions = () => {
    for (const part of all(main, "fieldset[data-game]", HTMLFieldSetElement)) {
      part.hidden = part.disabled = part.dataset.game !== choice.value;
    }
  };
  choice.addEventListener("change", showOptions);
  showOptions();
}
