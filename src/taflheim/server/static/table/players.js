// Who plays: whose turn it is, and what each side has.

import { all, one } from "../dom.js";

/**
 * @typedef {import("../net/messages.js").Now} Now
 * @typedef {import("../net/messages.js").Fact} Fact
 */

/** More captured pieces than this are only counted. */
const MOST_PICTURES = 12;

/** @param {HTMLElement} page @param {Now} now @param {boolean} waking whether bots cannot think yet */
export function showPlayers(page, now, waking) {
  for (const side of all(page, ".side", HTMLElement)) {
    const name = side.dataset.side ?? "";
    const state = stateOf(name, now);
    side.classList.toggle("turn", state === "turn" || state === "thinking");
    side.classList.toggle("thinking", state === "thinking");
    side.classList.toggle("winner", state === "winner");
    // The words for each state stand in the page.
    const doing = one(side, ".doing", HTMLElement);
    doing.textContent = (state && doing.dataset[state === "thinking" && waking ? "waking" : state]) ?? "";
    const facts = now.facts.filter((fact) => fact.side === name);
    one(side, ".facts", HTMLElement).replaceChildren(...facts.map((fact) => factItem(side, fact)));
  }
  const moves = now.facts.find((fact) => fact.code === "moves");
  one(page, ".moves", HTMLElement).textContent = moves?.text ?? "";
}

/** @param {string} side @param {Now} now @returns {"turn" | "thinking" | "winner" | null} */
function stateOf(side, { turn, thinking, result }) {
  if (result) return result.winner === side ? "winner" : null;
  if (turn !== side) return null;
  return thinking ? "thinking" : "turn";
}

/** @param {HTMLElement} side @param {Fact} fact */
function factItem(side, { code, value, text }) {
  const item = document.createElement("li");
  item.className = code;
  const picture = side.querySelector("svg.piece");
  if (code === "captured" && picture && typeof value === "number" && value > 0) {
    const row = document.createElement("span");
    row.className = "pictures";
    row.append(...Array.from({ length: Math.min(value, MOST_PICTURES) }, () => picture.cloneNode(true)));
    item.append(row);
  }
  item.append(text);
  return item;
}
