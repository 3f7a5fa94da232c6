// The end of a game: a card over the board that can be put aside.

import { one } from "../dom.js";
import { tellRatings } from "./ratings.js";

/** @typedef {import("../net/messages.js").Told} Told */

/** The winning move is seen before the card. */
const SEEN_MS = 500;

export class End {
  #timer = 0;
  #rated = false;
  #page;
  #card;

  /** @param {HTMLElement} page */
  constructor(page) {
    this.#page = page;
    this.#card = one(page, ".result", HTMLElement);
  }

  /** Whether the card is seen. */
  get isOpen() {
    return !this.#card.hidden;
  }

  /** Fill the card; what it says to people stands in the page or comes from the server. @param {Told} live @param {number} restMs how long the board still moves */
  show({ result, you, facts }, restMs) {
    const began = result !== null && !this.#page.classList.contains("over");
    this.#page.classList.toggle("over", result !== null);
    const card = this.#card;
    // A player of one side is told "you win" or "you lose"; everybody else, which side has won.
    one(card, "h2", HTMLElement).textContent = (you.outcome && card.dataset[you.outcome]) || (result?.title ?? "");
    one(card, "p", HTMLElement).textContent = result?.text ?? "";
    one(card, ".count", HTMLElement).textContent = facts.find(({ code }) => code === "moves")?.text ?? "";
    this.#tellRatings(result !== null);
    if (result === null) this.close();
    else if (began) this.#timer = setTimeout(() => this.open(), restMs > 0 ? restMs + SEEN_MS : 0);
  }

  /** Tell once what a rated game has changed. @param {boolean} over */
  #tellRatings(over) {
    const list = this.#card.querySelector(".ratings");
    if (!over || this.#rated || !(list instanceof HTMLElement)) return;
    this.#rated = true;
    tellRatings(this.#page, list, `${location.pathname}/ratings`);
  }

  open() {
    clearTimeout(this.#timer);
    this.#card.hidden = false;
  }

  /** Put the card aside. */
  close() {
    clearTimeout(this.#timer);
    this.#card.hidden = true;
  }
}
