// The form that opens a table for others: only what belongs to the number of players and to the clock is shown and sent.

import { all, one } from "./dom.js";
import { showNames } from "./seat_names.js";

const form = one(document, "form.terms", HTMLFormElement);

/** The value that is chosen under a name. @param {string} name */
function chosen(name) {
  const button = form.querySelector(`input[name="${name}"]:checked:enabled`);
  return button instanceof HTMLInputElement ? button.value : "";
}

function show() {
  const players = Number(chosen("option.players") || 2);
  for (const part of all(form, "fieldset[data-players]", HTMLFieldSetElement)) {
    part.hidden = part.disabled = (part.dataset.players === "many") !== players > 2;
  }
  for (const seat of all(form, "[data-place]", HTMLElement)) {
    seat.hidden = Number(seat.dataset.place) > players;
    one(seat, "select", HTMLSelectElement).disabled = seat.hidden;
  }
  showNames(form);
  const own = one(form, "[data-clock]", HTMLFieldSetElement);
  own.hidden = own.disabled = chosen("clock") !== "custom";
  const kind = one(own, "select", HTMLSelectElement).value;
  one(own, "[data-kind]", HTMLElement).hidden = kind !== "game";
}

form.addEventListener("change", show);
form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
window.addEventListener("pageshow", () => form.removeAttribute("aria-busy"));
show();
// What was refused is seen at once, wherever on the page it stands.
form.querySelector(".wrong")?.scrollIntoView({ block: "center" });
