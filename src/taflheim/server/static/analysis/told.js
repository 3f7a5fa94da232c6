// What is told about the position that is shown: facts of each side, what happened, and why something cannot be.

import { one } from "../dom.js";

/**
 * @typedef {import("../net/messages.js").Fact} Fact
 * @typedef {import("../net/messages.js").Result} Result
 *
 * @typedef {object} Shown a move, or the start
 * @property {string} words
 * @property {Fact[]} facts
 * @property {string} turn
 * @property {Result | null} [result]
 */

export class Told {
  #words;
  #why;
  #facts;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#words = one(element, ".words", HTMLElement);
    this.#why = one(element, ".why", HTMLElement);
    this.#facts = one(element, ".facts", HTMLElement);
  }

  /** @param {Shown} shown @param {{name: string, title: string}[]} sides */
  show({ words, facts, turn, result }, sides) {
    this.#words.textContent = [words, result?.title, result?.text].filter(Boolean).join(" ");
    this.showReason(null);
    this.#facts.replaceChildren(
      ...sides.map(({ name, title }) => {
        const side = document.createElement("li");
        side.toggleAttribute("data-turn", name === turn);
        const label = document.createElement("b");
        label.textContent = title;
        side.append(label);
        for (const { text } of facts.filter((fact) => fact.side === name)) {
          const fact = document.createElement("span");
          fact.textContent = text;
          side.append(fact);
        }
        return side;
      }),
    );
  }

  /** Why something cannot be; null when there is nothing to say. @param {string | null} reason */
  showReason(reason) {
    this.#why.textContent = reason ?? "";
  }
}
