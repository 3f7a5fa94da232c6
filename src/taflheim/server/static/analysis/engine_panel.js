// The engine beside an analysis board: switched on and off, its lines, and what it draws.

import { one, svgElement } from "../dom.js";
import { Engine } from "./engine.js";

/**
 * @typedef {import("./engine.js").Found} Found
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("../board/marks.js").Marks} Marks
 * @typedef {{game: string, options: {[name: string]: string | number}, position: string}} Subject
 *
 * A way over the board, and the side whose piece stands at its beginning, by its place among all.
 * @typedef {{way: string[], number: number, title: string}} Way
 *
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {() => void} marks what is drawn has changed
 * @property {() => {name: string, title: string}[]} sides in the order of their turns
 * @property {(spot: string) => string | undefined} sideAt whose piece stands on a spot
 */

export class EnginePanel {
  /** @type {Subject | null} */
  #subject = null;
  /** @type {(Found & {ways: Way[]}) | null} */
  #found = null;
  #on = false;
  /** One after another, as they stand in the list: kept while their texts change. @type {Row[]} */
  #rows = [];
  #engine;
  #panel;
  #hooks;
  #lines;
  #notes;
  #ways;
  #state;
  #switch;

  /** @param {HTMLElement} panel @param {Hooks} hooks */
  constructor(panel, hooks) {
    this.#panel = panel;
    this.#hooks = hooks;
    this.#lines = one(panel, ".lines", HTMLElement);
    this.#notes = one(panel, ".notes", HTMLElement);
    this.#ways = one(panel, ".ways", HTMLElement);
    this.#state = one(panel, ".state", HTMLElement);
    this.#switch = one(panel, ".switch", HTMLButtonElement);
    this.#engine = new Engine({
      found: (found) => this.#show(found),
      ended: (done, text) => {
        panel.dataset.state = done ? "done" : "failed";
        if (!done) this.#state.textContent = text || (panel.dataset.none ?? "");
      },
    });
    this.#switch.addEventListener("click", () => {
      this.#on = !this.#on;
      this.#switch.setAttribute("aria-checked", String(this.#on));
      this.#begin();
    });
  }

  /** Think about another position, or about none. @param {Subject | null} subject */
  think(subject) {
    if (subject && subject.position === this.#subject?.position) return;
    this.#subject = subject;
    this.#begin();
  }

  /** What the engine draws: its best move, and ways that the game itself knows. @returns {Marks} */
  marks() {
    if (!this.#found) return {};
    const [best] = this.#found.lines;
    return {
      arrows: [
        ...this.#found.ways
          .filter(({ way }) => way.length > 1)
          .map(({ way, number }) => ({
            way,
            kind: /** @type {const} */ ("way"),
            lane: { number, of: this.#hooks.sides().length },
          })),
        ...(best ? [{ way: best.way, kind: /** @type {const} */ ("hint") }] : []),
      ],
    };
  }

  #begin() {
    this.#engine.stop();
    this.#found = null;
    const thinks = this.#on && this.#subject !== null;
    this.#panel.dataset.state = thinks ? "thinking" : this.#on ? "done" : "off";
    this.#state.textContent = "";
    if (thinks && this.#subject) {
      const { game, options, position } = this.#subject;
      this.#engine.think(game, options, position);
    } else {
      this.#rows = [];
      for (const part of [this.#lines, this.#notes, this.#ways]) part.replaceChildren();
    }
    this.#hooks.marks();
  }

  /** @param {Found} found */
  #show(found) {
    const lines = inOrder(found.lines);
    this.#found = { ...found, lines, ways: this.#waysOf(found.paths) };
    this.#state.textContent = found.depth > 0 ? `depth ${found.depth}` : "";
    this.#notes.replaceChildren(...found.notes.map((note) => element("li", "", note)));
    this.#ways.replaceChildren(...this.#found.ways.map(legend));
    for (const gone of this.#rows.splice(lines.length)) gone.remove();
    lines.forEach((line, index) => {
      this.#rows[index] ??= this.#addRow();
      this.#rows[index].show(line);
    });
    this.#hooks.marks();
  }

  /** A side's ways begin where its piece stands. @param {string[][]} paths @returns {Way[]} */
  #waysOf(paths) {
    const sides = this.#hooks.sides();
    return paths.flatMap((way) => {
      const number = sides.findIndex(({ name }) => name === this.#hooks.sideAt(way[0]));
      return number < 0 ? [] : [{ way, number, title: sides[number].title }];
    });
  }

  #addRow() {
    const row = new Row((move) => this.#hooks.play(move));
    this.#lines.append(row.element);
    return row;
  }
}

/** The best first; equally good ones as the engine has them. Pure. @param {Line[]} lines */
export function inOrder(lines) {
  return [...lines].sort((a, b) => b.win_probability - a.win_probability);
}

/** A line of the engine: a button whose texts change while it thinks, so that it keeps the focus. */
class Row {
  element = element("li", "", "");
  #button = document.createElement("button");
  #chance = element("b", "", "");
  #first = element("span", "first", "");
  #rest = element("span", "rest", "");
  #move = "";

  /** @param {(move: string) => void} play */
  constructor(play) {
    this.#button.type = "button";
    this.#button.className = "line";
    this.#button.append(this.#chance, this.#first, this.#rest);
    this.#button.addEventListener("click", () => play(this.#move));
    this.element.append(this.#button);
  }

  /** @param {Line} line */
  show({ move, win_probability, line, text, note }) {
    this.#move = move;
    this.#chance.textContent = `${Math.round(win_probability * 100)} %`;
    this.#first.textContent = text;
    this.#rest.textContent = line.slice(1).join(" ");
    // What is cut off at the edge can be read in full.
    this.#button.title = [[text, ...line.slice(1)].join(" "), note].filter(Boolean).join("\n");
  }

  remove() {
    this.element.remove();
  }
}

/** What a way looks like, whose it is, and how long. @param {Way} way */
function legend({ way, number, title }) {
  const item = element("li", `of-${number + 1}`, "");
  const sample = svgElement("svg", { viewBox: "0 0 96 16", "aria-hidden": "true" });
  for (const layer of ["under", "over"]) {
    sample.append(svgElement("path", { d: "M8 8H88", class: `mark way of-${number + 1} ${layer}` }));
  }
  const steps = way.length - 1;
  item.append(sample, `${title}: ${steps} step${steps === 1 ? "" : "s"}`);
  return item;
}

/** @param {string} name @param {string} look @param {string} text */
function element(name, look, text) {
  const made = document.createElement(name);
  made.className = look;
  made.textContent = text;
  return made;
}
