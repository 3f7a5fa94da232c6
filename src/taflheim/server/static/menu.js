// The start menu: shows the options of the chosen game, and asks who plays against whom.

import { one } from "./dom.js";
import { watchCompiling } from "./net/compiling.js";

/** @typedef {import("./net/compiling.js").AllProgress} AllProgress */

const form = one(document, "form.new", HTMLFormElement);

/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector) => [...form.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

/** The value that is chosen among the buttons with this name. @param {string} name */
function chosen(name) {
  const button = form.querySelector(`input[name="${name}"]:checked:enabled`);
  return button instanceof HTMLInputElement ? button.value : "";
}

/** Only what belongs to the chosen game is shown, and sent. */
function show() {
  const game = chosen("game");
  for (const part of all("[data-game]")) {
    part.hidden = part.dataset.game !== game;
    if (part instanceof HTMLFieldSetElement) part.disabled = part.hidden;
  }
}

/** How many play, where that can be chosen. */
function players() {
  return Number(chosen("option.players") || 2);
}

/** What is chosen in a dialog. @param {HTMLDialogElement} dialog @param {string} kind */
const picked = (dialog, kind) => one(dialog, `input.${kind}:checked`, HTMLInputElement);

/** The two sides of a dialog. @param {HTMLDialogElement} dialog */
const sides = (dialog) =>
  [...dialog.querySelectorAll("input.side-choice")].map((side) => side.getAttribute("value") ?? "");

/** Only the bots that play the other side are shown, with their ratings there. @param {HTMLDialogElement} dialog */
function showBots(dialog) {
  const theirs = sides(dialog).find((side) => side !== picked(dialog, "side-choice").value) ?? "";
  for (const part of dialog.querySelectorAll("[data-side], [data-sides]")) {
    if (!(part instanceof HTMLElement)) continue;
    part.hidden = !(part.dataset.sides ?? part.dataset.side ?? "").split(" ").includes(theirs);
    const choice = part.querySelector("input");
    if (part.hidden && choice?.checked) one(dialog, "input.level-choice", HTMLInputElement).checked = true;
  }
  one(dialog, ".about-bot", HTMLElement).textContent = picked(dialog, "level-choice").dataset.about ?? "";
}

/** @param {HTMLDialogElement} dialog */
function ask(dialog) {
  showBots(dialog);
  const many = players() > 2;
  for (const part of dialog.querySelectorAll("[data-for]")) {
    if (part instanceof HTMLElement) part.hidden = (part.dataset.for === "many") !== many;
  }
  dialog.querySelectorAll("label.seat").forEach((seat, i) => {
    if (seat instanceof HTMLElement) seat.hidden = i >= players();
  });
  dialog.showModal();
}

/** Who sits where, as it was chosen in a dialog. @param {HTMLDialogElement} dialog @returns {[string, string][]} */
function seats(dialog) {
  const selects = [...dialog.querySelectorAll("select")].slice(0, players());
  if (players() > 2) return selects.map((select) => [select.dataset.seat ?? "", select.value]);
  const own = picked(dialog, "side-choice").value;
  return sides(dialog).map((name) => [name, name === own ? "person" : picked(dialog, "level-choice").value]);
}

/** Show how far the games are; one whose rules are not compiled cannot begin. @param {AllProgress} progress */
function showCompiling(progress) {
  for (const part of all("fieldset.options")) {
    const { done, total, rules, bots } = progress[part.dataset.game ?? ""];
    const line = one(part, ".compiling", HTMLElement);
    line.hidden = bots;
    one(line, "[data-stage=rules]", HTMLElement).hidden = rules;
    one(line, "[data-stage=bots]", HTMLElement).hidden = !rules;
    Object.assign(one(line, "progress", HTMLProgressElement), { value: done, max: total });
    const game = part.dataset.game;
    for (const button of all(`.start[data-game="${game}"] button, dialog[data-of="${game}"] .begin`)) {
      if (button instanceof HTMLButtonElement) button.disabled = !rules;
    }
  }
  return Object.values(progress).some(({ bots }) => !bots);
}

form.addEventListener("change", show);
for (const button of all("button.bot")) {
  button.addEventListener("click", () => ask(one(form, `dialog[data-of="${chosen("game")}"]`, HTMLDialogElement)));
}
for (const dialog of all("dialog")) {
  dialog.addEventListener("change", () => dialog instanceof HTMLDialogElement && showBots(dialog));
}
for (const button of all("dialog .cancel")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
form.addEventListener("formdata", (event) => {
  const open = form.querySelector("dialog[open]");
  if (!(open instanceof HTMLDialogElement)) return;
  for (const [name, value] of seats(open)) event.formData.set(`seat.${name}`, value);
});
show();

if (form.dataset.compiling !== undefined) watchCompiling(() => chosen("game"), showCompiling);
navigator.sendBeacon("/opened");
