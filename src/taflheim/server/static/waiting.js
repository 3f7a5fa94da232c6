// A table at which a seat is free: who sits there is kept up to date, and when the game begins the page goes there.

import { all, one } from "./dom.js";
import { listen } from "./net/live.js";

const main = one(document, "main.waiting", HTMLElement);
const seats = one(main, ".seats", HTMLElement);

/** @param {{open: boolean, seats?: string}} told @param {EventSource} stream */
function heard(told, stream) {
  if (!told.open) {
    stream.close();
    location.reload();
  } else if (told.seats !== undefined && !seats.contains(document.activeElement)) {
    seats.innerHTML = told.seats;
  }
}

listen(main, heard);

/** Say what has become of the link. @param {string} what */
function tell(what) {
  for (const part of all(main, "[data-told]", HTMLElement)) part.hidden = part.dataset.told !== what;
}

const link = main.querySelector("#link");
if (link instanceof HTMLInputElement) {
  one(main, "button.copy", HTMLButtonElement).addEventListener("click", async () => {
    link.focus();
    link.select();
    try {
      // Only pages over HTTPS, and those of this machine, have a clipboard.
      await navigator.clipboard.writeText(link.value);
      tell("copied");
    } catch {
      tell("selected");
    }
  });
}
