// The start menu: shows the options of the chosen game, and asks who plays against whom.

import { all, one } from "./dom.js";
import { watchCompiling } from "./net/compiling.js";
import { showNames } from "./seat_names.js";

/** @typedef {import("./net/compiling.js").AllProgress} AllProgress */

const form = one(document, "form.new", HTMLFormElement);
const goOn = document.querySelector(".going-on .main");

/** Whether anything was chosen on this page: then Enter begins a new game, not one that is going on. */
let picked = false;

/** The value that is chosen among the buttons with this name. @param {string} name */
function chosen(name) {
  const button = form.querySelector(`input[name="${name}"]:checked:enabled`);
  return button instanceof HTMLInputElement ? button.value : "";
}

/** Only what belongs to the chosen game is shown, and sent. */
function show() {
  const game = chosen("game");
  for (const part of all(form, "[data-game]", HTMLElement)) {
    part.hidden = part.dataset.game !== game;
    if (part instanceof HTMLFieldSetElement) part.disabled = part.hidden;
  }
  gild();
}

// ---- the golden button -----------------------------------------------------------------------------------------------

/** What is most likely wanted now. @returns {Element | null} */
function golden() {
  // Who has typed names for this screen plays there.
  const here = form.querySelector("dialog[open]:has(.names[open]:not([hidden])) .here");
  const begin = here ?? form.querySelector("dialog[open] .begin");
  const start = form.querySelector(".choice .start:not([hidden]) .main");
  return begin ?? (picked ? start : (goOn ?? start));
}

/** One button alone is golden. */
function gild() {
  for (const button of all(document, ".main", HTMLElement)) button.classList.toggle("second", button !== golden());
}

/** Enter does what the golden button says, unless it has a meaning where the focus is. @param {KeyboardEvent} event */
function enter(event) {
  const button = golden();
  const elsewhere = event.target instanceof Element && event.target.closest("a, button, select");
  if (event.key !== "Enter" || elsewhere || !(button instanceof HTMLElement)) return;
  event.preventDefault();
  button.click();
}

// ---- who plays against whom ------------------------------------------------------------------------------------------

/** How many play, where that can be chosen. */
function players() {
  return Number(chosen("option.players") || 2);
}

/** What is chosen in a dialog. @param {HTMLDialogElement} dialog @param {string} kind */
const choice = (dialog, kind) => one(dialog, `input.${kind}:checked`, HTMLInputElement);

/** The two sides of a dialog. @param {HTMLDialogElement} dialog */
const sides = (dialog) => all(dialog, "input.side-choice", HTMLInputElement).map((side) => side.value);

/** Only the bots that play the other side are shown, with their ratings there. @param {HTMLDialogElement} dialog */
function showBots(dialog) {
  const theirs = sides(dialog).find((side) => side !== choice(dialog, "side-choice").value) ?? "";
  for (const part of all(dialog, "[data-side], [data-sides]", HTMLElement)) {
    part.hidden = !(part.dataset.sides ?? part.dataset.side ?? "").split(" ").includes(theirs);
    const level = part.querySelector("input");
    if (part.hidden && level?.checked) one(dialog, "input.level-choice", HTMLInputElement).checked = true;
  }
}

/** Ask against whom, perhaps with a bot that is suggested. @param {string} [level] */
function ask(level) {
  const dialog = one(form, `dialog[data-of="${chosen("game")}"]`, HTMLDialogElement);
  const many = players() > 2;
  if (level) one(dialog, `input.level-choice[value="${level}"]`, HTMLInputElement).checked = true;
  showBots(dialog);
  for (const part of all(dialog, "[data-for]", HTMLElement)) part.hidden = (part.dataset.for === "many") !== many;
  showSeats(dialog);
  showNames(dialog);
  dialog.showModal();
  gild();
  if (!many) choice(dialog, "level-choice").scrollIntoView({ block: "nearest" });
}

/** Only as many seats are shown as there are players. @param {HTMLElement} seats */
function showSeats(seats) {
  all(seats, "[data-seat]", HTMLElement).forEach((seat, i) => {
    seat.hidden = i >= players();
  });
}

/** Ask where the friend sits: at this screen, or elsewhere. */
function askWhere() {
  const dialog = one(form, "dialog.friend", HTMLDialogElement);
  showSeats(one(dialog, ".names:not([hidden])", HTMLElement));
  dialog.showModal();
  gild();
}

/** Who sits where, as it was chosen in a dialog. @param {HTMLDialogElement} dialog @returns {[string, string][]} */
function seats(dialog) {
  const places = all(dialog, ".place:not([hidden])", HTMLElement);
  const taken = (/** @type {HTMLElement} */ place) => one(place, "select", HTMLSelectElement).value;
  if (players() > 2) return places.map((place) => [place.dataset.seat ?? "", taken(place)]);
  const own = choice(dialog, "side-choice").value;
  return sides(dialog).map((name) => [name, name === own ? "person" : choice(dialog, "level-choice").value]);
}

/** The names that were typed in a dialog, by the fields' names. @param {Element} dialog @returns {[string, string][]} */
function typedNames(dialog) {
  const fields = all(dialog, ":not([hidden]) > [data-seat]:not([hidden]) input:not([hidden])", HTMLInputElement);
  return fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value]);
}

/** Show how far the games are; one whose rules are not compiled cannot begin. @param {AllProgress} progress */
function showCompiling(progress) {
  for (const part of all(form, "fieldset.options", HTMLElement)) {
    const { done, total, rules, bots } = progress[part.dataset.game ?? ""];
    const line = one(part, ".compiling", HTMLElement);
    line.hidden = bots;
    one(line, "[data-stage=rules]", HTMLElement).hidden = rules;
    one(line, "[data-stage=bots]", HTMLElement).hidden = !rules;
    Object.assign(one(line, "progress", HTMLProgressElement), { value: done, max: total });
    const game = part.dataset.game;
    const buttons = `.start[data-game="${game}"] button, dialog[data-of="${game}"] .begin`;
    for (const button of all(form, buttons, HTMLButtonElement)) button.disabled = !rules;
  }
  return Object.values(progress).some(({ bots }) => !bots);
}

form.addEventListener("change", () => {
  picked = true;
  show();
});
for (const button of all(form, "button.bot", HTMLButtonElement)) button.addEventListener("click", () => ask());
for (const button of all(form, ".suggestion button", HTMLButtonElement)) {
  button.addEventListener("click", () => ask(button.dataset.level));
}
for (const button of all(form, "button.friend", HTMLButtonElement)) button.addEventListener("click", askWhere);
for (const dialog of all(form, "dialog", HTMLDialogElement)) {
  if (dialog.matches(".against")) {
    dialog.addEventListener("change", () => {
      showBots(dialog);
      showNames(dialog);
    });
  }
  dialog.addEventListener("close", () => {
    for (const name of all(dialog, ".typed-name", HTMLInputElement)) name.value = "";
    gild();
  });
  one(dialog, ".cancel", HTMLButtonElement).addEventListener("click", () => dialog.close());
}
for (const names of all(form, ".names", HTMLElement)) names.addEventListener("toggle", gild);
form.addEventListener("formdata", (event) => {
  // All dialogs are parts of the form: what was typed in those that are closed is not meant.
  for (const name of [...event.formData.keys()]) if (name.startsWith("name.")) event.formData.delete(name);
  const open = form.querySelector("dialog[open]");
  if (!(open instanceof HTMLDialogElement)) return;
  for (const [name, value] of typedNames(open)) event.formData.set(name, value);
  if (!open.matches(".against")) return;
  for (const [name, value] of seats(open)) event.formData.set(`seat.${name}`, value);
});
form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
document.addEventListener("keydown", enter);
// A page that comes back from the browser's memory is as it was left: nothing is under way there any more.
window.addEventListener("pageshow", () => form.removeAttribute("aria-busy"));
show();

if (form.dataset.compiling !== undefined) watchCompiling(() => chosen("game"), showCompiling);
navigator.sendBeacon("/opened");
