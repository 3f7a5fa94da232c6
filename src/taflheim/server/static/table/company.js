// What a table has beside the game where people play each other, or against a clock: clocks, offers, who is away,
// a rematch, "your turn", and moves that are planned while others think.

import { all, one } from "../dom.js";
import { Attention } from "./attention.js";
import { figures } from "./clock_text.js";
import { Clocks } from "./clocks.js";
import { matterNow } from "./matter.js";
import { Offers } from "./offers.js";
import { fitting, planned } from "./premove.js";
import { Rematch } from "./rematch.js";
import { Seats } from "./seats.js";

/**
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 * @typedef {import("../net/messages.js").Action} Action
 *
 * @typedef {object} Parts
 * @property {import("./game.js").Game} game
 * @property {import("../board/board.js").Board} board
 * @property {() => boolean} notify whether notifications are wanted
 */

/** Deadlines come nearer while nothing happens. */
const LOOK_MS = 500;

export class Company {
  /** The clicks of a premove. @type {string[]} */
  #plan = [];
  /** Those of them that are still to be clicked. @type {string[]} */
  #rest = [];
  #ply;
  #seatsOfMine;
  #page;
  #game;
  #board;
  #clocks;
  #offers;
  #rematch;
  #attention;
  #seats;

  /** @param {HTMLElement} page @param {Parts} parts */
  constructor(page, { game, board, notify }) {
    const act = (/** @type {Action} */ action) => game.act(action);
    this.#page = page;
    this.#game = game;
    this.#board = board;
    this.#ply = game.live.ply;
    this.#seatsOfMine = game.live.you.seats.join();
    this.#clocks = new Clocks(page, () => game.nowMs);
    this.#offers = new Offers(one(page, ".proposal", HTMLElement), act);
    this.#rematch = new Rematch(page.querySelector(".rematch"), act);
    this.#attention = new Attention(one(page, ".hurry", HTMLElement), notify);
    this.#seats = new Seats(page, game.live.people);
    for (const button of all(page, "button[data-asks]", HTMLButtonElement)) {
      button.addEventListener("click", () => this.ask(button.dataset.asks ?? ""));
    }
    if (game.live.people !== null) setInterval(() => this.#look(), LOOK_MS);
  }

  // ---- what is shown ----------------------------------------------------------------------------------------------

  /** Something has happened. @param {State | Happening} message */
  happened({ ply, people, you, entry }) {
    if (people === null) return;
    // Who has made a move has seen what a new guest is told.
    if (entry && you.seats.includes(entry.side)) this.#page.querySelector(".welcome")?.remove();
    const others = this.#seats.changed(people);
    // One has sat down somewhere else, or got up: another side is near, and the board lies the other way round.
    if (you.seats.join() !== this.#seatsOfMine && people.state !== "over") return location.reload();
    if (others) this.#seats.refresh();
    if (others || ply < this.#ply) this.drop();
    this.#ply = ply;
    if (people.next_table && this.#wasThere) location.assign(`/tables/${people.next_table}`);
    this.#goOn();
  }

  /** Whether this page has seen the game end, or spoken of a rematch. */
  get #wasThere() {
    return this.#page.classList.contains("over");
  }

  show() {
    const { live, nowMs } = this.#game;
    const { people, you } = live;
    this.#showButtons(you.may);
    this.#look();
    if (people === null) return;
    this.#clocks.show(people.clock, you.seats);
    this.#attention.show(you.choices !== null || you.answers.length > 0);
    this.#rematch.show(live, nowMs);
  }

  /** @param {string[]} may */
  #showButtons(may) {
    for (const button of all(this.#page, "button[data-asks]", HTMLButtonElement)) {
      button.disabled = !may.includes(button.dataset.asks ?? "");
    }
    // Before one's first move one leaves without giving up: one button takes the place of the other.
    const abort = this.#page.querySelector("button.abort");
    if (!(abort instanceof HTMLButtonElement)) return;
    abort.hidden = abort.disabled;
    one(this.#page, "button.resign", HTMLButtonElement).hidden = !abort.hidden;
  }

  /** What depends on the time. */
  #look() {
    const { live, here, nowMs } = this.#game;
    this.#offers.show(matterNow(live, here, nowMs));
    const due = live.people?.due ?? null;
    const waits = one(this.#page, ".due", HTMLElement);
    waits.hidden = due === null;
    if (due === null) return;
    one(waits, ".text", HTMLElement).textContent = live.you.seats.includes(due.side) ? due.own : due.text;
    one(waits, ".figures", HTMLElement).textContent = figures(Math.max(0, due.at_ms - nowMs));
  }

  // ---- what the person does ---------------------------------------------------------------------------------------

  /** Ask for something that one may ask for. @param {string} what @returns {boolean} whether one may */
  ask(what) {
    const may = this.#game.live.you.may.includes(/** @type {any} */ (what));
    if (may && (what === "draw" || what === "takeback")) this.#game.act({ type: "offer", kind: what });
    if (may && what === "abort") this.#game.act({ type: "abort" });
    return may;
  }

  /** A click while nothing can be clicked: a move is planned. @param {string} spot */
  plan(spot) {
    const { live, isPast } = this.#game;
    const { people, you, result } = live;
    if (people?.state !== "playing" || isPast || result || you.seats.length === 0 || you.choices !== null) return;
    this.#plan = planned(this.#plan, spot);
    this.#mark();
  }

  /** Plan nothing any more. */
  drop() {
    this.#rest = [];
    if (this.#plan.length === 0) return;
    this.#plan = [];
    this.#mark();
  }

  #mark() {
    this.#board.mark({ circles: this.#plan.map((spot) => ({ spot, kind: "premove" })) });
  }

  /** Try what was planned, if it is one's turn and nobody waits for an answer. */
  #goOn() {
    if (this.#plan.length === 0) return;
    const { choices, live } = this.#game;
    if (choices === null || live.you.answers.length > 0) return this.#mark();
    this.#rest = fitting(this.#plan, choices);
    this.#plan = [];
    this.#mark();
    this.extended();
  }

  /** What can be clicked next is known: go on with what was planned. */
  extended() {
    while (this.#rest.length > 0) {
      const [spot] = this.#rest;
      if (!this.#board.isOpen(spot)) return this.#board.cancel();
      this.#rest = this.#rest.slice(1);
      if (this.#board.click(spot) === "ask") return;
    }
  }
}
