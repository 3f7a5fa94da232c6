// What is told beside the board: whose turn it is, what happened, how it stands, how it ended.

import { one } from "./find.js";

/** @typedef {import("./connection.js").Now} Now */

/** More captured pieces than this are only counted. */
const MOST_PICTURES = 12;

export class Hud {
  #page;
  #words;
  #why;

  /** @param {HTMLElement} page */
  constructor(page) {
    this.#page = page;
    this.#words = one(page, ".words", HTMLElement);
    this.#why = one(page, ".why", HTMLElement);
  }

  /** @param {Now} now */
  update(now) {
    this.#words.textContent = now.words;
    this.say(null);
    for (const side of this.#all(".side")) {
      const name = side.dataset.side;
      const turn = name === now.turn && now.result === null;
      side.classList.toggle("turn", turn);
      side.classList.toggle("thinking", turn && now.thinking);
      side.classList.toggle("winner", now.result !== null && now.result.winner === name);
      const doing = turn ? (now.thinking ? "thinking" : "to move") : now.result?.winner === name ? "winner" : "";
      one(side, ".doing", HTMLElement).textContent = doing;
      const facts = now.facts.filter((fact) => fact.side === name);
      one(side, ".facts", HTMLElement).replaceChildren(...facts.map((fact) => this.#fact(side, fact)));
    }
    for (const { text } of now.facts.filter((fact) => fact.code === "moves")) {
      one(this.#page, ".moves", HTMLElement).textContent = text;
    }
    one(this.#page, ".undo", HTMLButtonElement).disabled = !now.can_undo;
    this.#result(now);
  }

  /** Why something cannot be; null when there is nothing to say. @param {string | null} reason */
  say(reason) {
    this.#why.textContent = reason ?? "";
    this.#words.hidden = Boolean(reason);
  }

  /** @param {string} selector @returns {NodeListOf<HTMLElement>} */
  #all(selector) {
    return this.#page.querySelectorAll(selector);
  }

  /** @param {HTMLElement} side @param {Now["facts"][number]} fact */
  #fact(side, { code, value, text }) {
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

  /** @param {Now} now */
  #result({ result }) {
    this.#page.classList.toggle("over", result !== null);
    const [who, ...why] = (result?.text ?? "").split(/(?<=!) /);
    one(this.#page, ".result h2", HTMLElement).textContent = who;
    one(this.#page, ".result p", HTMLElement).textContent = why.join(" ");
    one(this.#page, ".result", HTMLElement).hidden = result === null;
  }
}
