// The moves of a tree as an element: the main line, variations indented below it, comments between.

import { isMain, nodeOf, ROOT } from "./tree.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 *
 * What stands in the list, in order: a move, a comment, the beginning or the end of a variation.
 * @typedef {{what: "move", node: number, number: string} | {what: "comment", text: string} | {what: "open" | "close"}} Word
 */

/** The words of the list, as in a record's text. Pure. @param {Tree} tree @returns {Word[]} */
export function words(tree) {
  /** @type {Word[]} */
  const found = comment(tree, ROOT);
  const rounds = roundsOf(tree);
  let broken = true;
  /** What is still to come, the next last. @type {(Word | {what: "line", node: number} | {what: "node", node: number})[]} */
  const waiting = [{ what: "line", node: ROOT }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.what === "line") {
      const [main, ...others] = nodeOf(tree, next.node).children;
      if (main === undefined) continue;
      waiting.push({ what: "line", node: main });
      for (const node of [...others].reverse()) {
        waiting.push({ what: "close" }, { what: "line", node }, { what: "node", node }, { what: "open" });
      }
      waiting.push({ what: "node", node: main });
    } else if (next.what === "node") {
      const { round, first } = /** @type {{round: number, first: boolean}} */ (rounds.get(next.node));
      const number = first ? `${round}.` : broken && round > 0 ? `${round}…` : "";
      const said = comment(tree, next.node);
      found.push({ what: "move", node: next.node, number }, ...said);
      broken = said.length > 0;
    } else {
      found.push(next);
      broken = true;
    }
  }
  return found;
}

/** @param {Tree} tree @param {number} node @returns {Word[]} */
function comment(tree, node) {
  const { comment: text } = nodeOf(tree, node);
  return text ? [{ what: "comment", text }] : [];
}

/** The round of each move, and whether it is its first. @param {Tree} tree */
function roundsOf(tree) {
  /** @type {Map<number, {round: number, first: boolean}>} */
  const rounds = new Map([[ROOT, { round: 0, first: false }]]);
  const waiting = [ROOT];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const before = rounds.get(number)?.round ?? 0;
    for (const child of nodeOf(tree, number).children) {
      const round = nodeOf(tree, child).move?.round ?? null;
      rounds.set(child, { round: round ?? before, first: round !== null });
      waiting.push(child);
    }
  }
  return rounds;
}

export class TreeList {
  /** @type {Tree | null} */
  #tree = null;
  /** @type {Map<number, HTMLElement>} */
  #moves = new Map();
  #element;

  /** @param {HTMLElement} element @param {(node: number) => void} choose told which move is wanted */
  constructor(element, choose) {
    this.#element = element;
    element.addEventListener("click", (event) => {
      const move = event.target instanceof Element ? event.target.closest("[data-node]") : null;
      if (move instanceof HTMLElement) choose(Number(move.dataset.node));
    });
  }

  /** @param {Tree} tree @param {number} current */
  show(tree, current) {
    if (tree !== this.#tree) this.#fill(tree);
    this.#tree = tree;
    for (const [node, move] of this.#moves) {
      if (node === current) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    }
    const shown = this.#moves.get(current);
    if (!shown) {
      this.#element.scrollTop = 0;
      return;
    }
    const [box, frame] = [shown.getBoundingClientRect(), this.#element.getBoundingClientRect()];
    if (box.top < frame.top) this.#element.scrollTop -= frame.top - box.top + box.height;
    else if (box.bottom > frame.bottom) this.#element.scrollTop += box.bottom - frame.bottom + box.height;
  }

  /** @param {Tree} tree */
  #fill(tree) {
    this.#moves.clear();
    const root = document.createDocumentFragment();
    /** @type {(DocumentFragment | HTMLElement)[]} */
    const open = [root];
    for (const word of words(tree)) {
      const inside = /** @type {HTMLElement} */ (open.at(-1));
      switch (word.what) {
        case "move":
          inside.append(this.#move(tree, word));
          break;
        case "comment":
          inside.append(element("span", "comment", word.text));
          break;
        case "open": {
          const variation = element("div", "variation", "");
          inside.append(variation);
          open.push(variation);
          break;
        }
        case "close":
          open.pop();
      }
    }
    this.#element.replaceChildren(root);
  }

  /** @param {Tree} tree @param {{node: number, number: string}} word */
  #move(tree, { node, number }) {
    const move = element("button", isMain(tree, node) ? "move main-line" : "move", "");
    move.setAttribute("type", "button");
    move.dataset.node = String(node);
    if (number) move.append(element("span", "round", number));
    move.append(nodeOf(tree, node).move?.text ?? "");
    if (nodeOf(tree, node).drawings.length > 0) move.append(element("span", "drawn", ""));
    this.#moves.set(node, move);
    return move;
  }
}

/** @param {string} name @param {string} look @param {string} text @returns {HTMLElement} */
function element(name, look, text) {
  const made = document.createElement(name);
  made.className = look;
  made.textContent = text;
  return made;
}
