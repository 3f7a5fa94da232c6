// Links to pictures that the hall draws first: while it draws, a dialog says so; then the browser keeps the file.

import { all } from "./dom.js";

/**
 * @param {HTMLElement} dialog with links that have data-picture
 * @param {HTMLElement} status where it says what is being done (its data-drawing), or what is wrong
 */
export function listenToPictures(dialog, status) {
  for (const picture of all(dialog, "a[data-picture]", HTMLAnchorElement)) {
    picture.addEventListener("click", async (event) => {
      if (picture.href.startsWith("blob:")) return;
      event.preventDefault();
      if (picture.dataset.busy) return;
      picture.dataset.busy = "true";
      status.textContent = picture.dataset.drawing ?? "";
      try {
        const response = await fetch(picture.href, { headers: { Accept: "application/json" } });
        if (response.ok) save(picture, await response.blob());
        status.textContent = response.ok ? "" : (await response.json()).error;
      } catch {
        status.textContent = document.querySelector("[data-unreachable]")?.getAttribute("data-unreachable") ?? "";
      }
      delete picture.dataset.busy;
    });
  }
}

/** Let the browser keep a file. @param {HTMLAnchorElement} link @param {Blob} file */
function save(link, file) {
  const address = link.href;
  link.href = URL.createObjectURL(file);
  link.click();
  URL.revokeObjectURL(link.href);
  link.href = address;
}
