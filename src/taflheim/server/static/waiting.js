// A table at which a seat is free: who sits there is kept up to date, and when the game begins the page goes there.

import { all, one } from "./dom.js";

const main = one(document, "main.waiting", HTMLElement);
const seats = one(main, ".seats", HTMLElement);

const live = new EventSource(main.dataset.live ?? "");
live.addEventListener("message", (event) => {
  /** @type {{open: boolean, seats?: string}} */
  const told = JSON.parse(event.data);
  if (!told.open) {
    live.close();
    location.reload();
  } else if (told.seats !== undefined && !seats.contains(document.activeElement)) {
    seats.innerHTML = told.seats;
  }
});
// What one does oneself leads somewhere: the news of it must not lead back here.
main.addEventListener("submit", () => live.close());
// A page that comes back from the browser's memory may be about a game that has long begun.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

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
