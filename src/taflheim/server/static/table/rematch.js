// A rematch, spoken of in the card at the end: offered, answered, offered with other sides, withdrawn.

import { all, keepFocus, one } from "../dom.js";

/**
 * @typedef {import("../net/messages.js").Told} Told
 * @typedef {import("../net/messages.js").Action} Action
 *
 * @typedef {object} Offered what the card offers
 * @property {string} text
 * @property {boolean} swapped whether one may propose other sides
 * @property {boolean} same whether one may propose the same sides
 * @property {Action | null} accept
 * @property {Action | null} decline
 * @property {Action | null} withdraw
 */

/** @param {Pick<Told, "people" | "you">} live @param {number} nowMs @returns {Offered} */
export function rematchNow({ people, you }, nowMs) {
  const open = people?.rematch && people.rematch.ends_ms >= nowMs ? people.rematch : null;
  const asked = open !== null && you.answers.includes(open.number);
  const own = open !== null && you.withdraws.includes(open.number);
  const may = you.may.includes("rematch") && !own;
  const answer = { type: /** @type {const} */ ("answer"), offer: open?.number ?? 0 };
  return {
    text: open ? (own ? open.own : open.text) : "",
    swapped: may && (open === null || open.same),
    same: may && (open === null || !open.same),
    accept: asked ? { ...answer, yes: true } : null,
    decline: asked ? { ...answer, yes: false } : null,
    withdraw: own && open ? { type: "withdraw", offer: open.number } : null,
  };
}

export class Rematch {
  /** @type {Offered | null} */
  #offered = null;
  #part;

  /** @param {Element | null} part of the card; null at tables without other people @param {(action: Action) => void} act */
  constructor(part, act) {
    this.#part = part instanceof HTMLElement ? part : null;
    if (this.#part === null) return;
    const sides = all(document, ".side", HTMLElement).map(({ dataset }) => dataset.side ?? "");
    const same = Object.fromEntries(sides.map((side) => [side, side]));
    this.#on("swapped", () => act({ type: "offer", kind: "rematch" }));
    this.#on("same", () => act({ type: "offer", kind: "rematch", plays: same }));
    for (const name of /** @type {const} */ (["accept", "decline", "withdraw"])) {
      this.#on(name, () => {
        const action = this.#offered?.[name];
        if (action) act(action);
      });
    }
  }

  /** @param {Pick<Told, "people" | "you">} live @param {number} nowMs */
  show(live, nowMs) {
    const part = this.#part;
    if (part === null) return;
    const offered = rematchNow(live, nowMs);
    const inside = part.contains(document.activeElement);
    this.#offered = offered;
    one(part, ".asked", HTMLElement).textContent = offered.text;
    for (const name of /** @type {const} */ (["swapped", "same", "accept", "decline", "withdraw"])) {
      one(part, `button.${name}`, HTMLButtonElement).hidden = !offered[name];
    }
    const next = one(part, "a.next", HTMLAnchorElement);
    const id = live.people?.next_table ?? null;
    next.hidden = id === null;
    if (id !== null) next.href = `/tables/${id}`;
    // Whoever has answered by a key goes on from there: the button that was pressed is gone.
    if (inside) keepFocus(part.closest(".choices") ?? part);
  }

  /** @param {string} name @param {() => void} act */
  #on(name, act) {
    if (this.#part) one(this.#part, `button.${name}`, HTMLButtonElement).addEventListener("click", act);
  }
}
