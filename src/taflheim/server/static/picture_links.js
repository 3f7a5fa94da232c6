// Links to pictures that the hall draws first: while it draws, a dialog says so; then the browser keeps the file.

import { all } from "./dom.js";

/** Who waits longer than this is told what for. */
const MS_TO_TELL = 300;

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
      status.textContent = "";
      status.classList.remove("wrong");
      const telling = setTimeout(() => {
        status.textContent = picture.dataset.drawing ?? "";
      }, MS_TO_TELL);
      const why = await fetched(picture);
      clearTimeout(telling);
      status.textContent = why;
      status.classList.toggle("wrong", why !== "");
      delete picture.dataset.busy;
    });
  }
}

/** Have a picture drawn and kept; says why it cannot be. @param {HTMLAnchorElement} picture */
async function fetched(picture) {
  try {
    const response = await fetch(picture.href, { headers: { Accept: "application/json" } });
    if (!response.ok) return String((await response.json()).error);
    save(picture, await response.blob());
    return "";
  } catch {
    return document.querySelector("[data-unreachable]")?.getAttribute("data-unreachable") ?? "";
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
