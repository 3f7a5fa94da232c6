// The engine beside an analysis board: switched on and off, its lines, and what it draws.

import { one } from "../dom.js";
import { Engine } from "./engine.js";

/**
 * @typedef {import("./engine.js").Found} Found
 * @typedef {import("../board/marks.js").Marks} Marks
 * @typedef {{game: string, options: {[name: string]: string | number}, position: string}} Subject
 *
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {() => void} marks what is drawn has changed
 */

export class EnginePanel {
  /** @type {Subject | null} */
  #subject = null;
  /** @type {Found | null} */
  #found = null;
  #on = false;
  #engine;
  #panel;
  #hooks;
  #lines;
  #notes;
  #state;
  #switch;

  /** @param {HTMLElement} panel @param {Hooks} hooks */
  constructor(panel, hooks) {
    this.#panel = panel;
    this.#hooks = hooks;
    this.#lines = one(panel, ".lines", HTMLElement);
    this.#notes = one(panel, ".notes", HTMLElement);
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
        ...this.#found.paths
          .filter((way) => way.length > 1)
          .map((way) => ({ way, kind: /** @type {const} */ ("better") })),
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
      this.#lines.replaceChildren();
      this.#notes.replaceChildren();
    }
    this.#hooks.marks();
  }

  /** @param {Found} found */
  #show(found) {
    this.#found = found;
    this.#state.textContent = found.depth > 0 ? `depth ${found.depth}` : "";
    this.#notes.replaceChildren(...found.notes.map((note) => element("li", "", note)));
    this.#lines.replaceChildren(
      ...found.lines.map(({ move, win_probability, line, text, note }) => {
        const row = element("li", "", "");
        const button = element("button", "line", "");
        button.setAttribute("type", "button");
        button.append(
          element("b", "", `${Math.round(win_probability * 100)} %`),
          element("span", "first", text),
          element("span", "rest", line.slice(1).join(" ")),
        );
        if (note) button.title = note;
        button.addEventListener("click", () => this.#hooks.play(move));
        row.append(button);
        return row;
      }),
    );
    this.#hooks.marks();
  }
}

/** @param {string} name @param {string} look @param {string} text */
function element(name, look, text) {
  const made = document.createElement(name);
  made.className = look;
  made.textContent = text;
  return made;
}
