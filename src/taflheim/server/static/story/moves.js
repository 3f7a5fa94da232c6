// The list of moves: numbered, a column for each side. A click tells the ply; arrow keys do while the list has the focus.

import { rows } from "./story.js";

/**
 * @typedef {import("./story.js").Story} Story
 * @typedef {"inaccuracy" | "mistake" | "blunder"} MarkKind
 * @typedef {{[ply: number]: {kind: MarkKind, title: string}}} Marks by the number of the ply, from 1 on
 */

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const ENDS = { Home: 0, End: Number.POSITIVE_INFINITY };
/** More characters than this may take several lines. */
const LONG = 8;

export class Moves {
  /** @type {Story | null} */
  #story = null;
  /** The cells by ply, from 1 on. @type {HTMLElement[]} */
  #cells = [];
  #current = 0;
  #list;
  #choose;

  /**
   * @param {HTMLOListElement} list an empty list in the page
   * @param {(ply: number) => void} choose told which ply is wanted
   */
  constructor(list, choose) {
    this.#list = list;
    this.#choose = choose;
    list.classList.add("story-moves");
    list.tabIndex = 0;
    list.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (cell instanceof HTMLElement) choose(Number(cell.dataset.ply));
    });
    list.addEventListener("keydown", (event) => this.#key(event));
    // What comes below it may take its room.
    new ResizeObserver(() => this.#reveal(this.#cells[this.#current])).observe(list);
  }

  /** @param {Story} story @param {number} current the ply that is shown @param {Marks} marks */
  show(story, current, marks = {}) {
    this.#current = current;
    if (story !== this.#story) this.#fill(story);
    this.#cells.forEach((cell, ply) => {
      cell.toggleAttribute("aria-current", ply === current);
      if (ply === current) cell.setAttribute("aria-current", "step");
      const mark = marks[ply];
      cell.dataset.mark = mark?.kind ?? "";
      cell.title = mark?.title ?? "";
    });
    this.#reveal(this.#cells[current]);
  }

  /** @param {Story} story */
  #fill(story) {
    this.#story = story;
    this.#cells = [];
    this.#list.style.setProperty("--columns", String(story.sides.length));
    this.#list.classList.toggle("many", story.sides.length > 2);
    this.#list.replaceChildren(
      ...rows(story).map(({ round, cells }) => {
        const row = document.createElement("li");
        const number = document.createElement("span");
        number.className = "round";
        number.textContent = round === null ? "" : `${round}.`;
        row.append(number, ...cells.map((index, column) => this.#cell(story, index, column)));
        return row;
      }),
    );
  }

  /** @param {Story} story @param {number | null} index @param {number} column */
  #cell(story, index, column) {
    const cell = document.createElement("span");
    cell.className = "ply";
    if (index === null) return cell;
    cell.dataset.ply = String(index + 1);
    cell.dataset.column = String(column);
    cell.textContent = story.plies[index].text;
    cell.classList.toggle("long", story.plies[index].text.length > LONG);
    this.#cells[index + 1] = cell;
    return cell;
  }

  /** Scroll the list, and only the list, so that a cell is seen. @param {HTMLElement | undefined} cell */
  #reveal(cell) {
    const list = this.#list;
    if (!cell) {
      list.scrollTop = 0;
      return;
    }
    const [box, frame] = [cell.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop -= frame.top - box.top + box.height;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + box.height;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !this.#story) return;
    const { plies, sides } = this.#story;
    /** @type {{[key: string]: number}} */
    const steps = { ...STEPS, ArrowUp: -sides.length, ArrowDown: sides.length };
    /** @type {{[key: string]: number}} */
    const ends = ENDS;
    const wanted = event.key in steps ? this.#current + steps[event.key] : ends[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(Math.max(0, Math.min(plies.length, wanted)));
  }
}
