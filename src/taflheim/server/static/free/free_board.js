// A board on which any position of a game can be shown and played on, without a table: rules, lessons, analyses.

import { Board } from "../board/board.js";

/**
 * @typedef {import("../board/selection.js").Choices} Choices
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {import("../net/messages.js").Fact} Fact
 * @typedef {import("../net/messages.js").Result} Result
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 *
 * @typedef {object} Standing how a position stands
 * @property {string} position
 * @property {string} turn
 * @property {Piece[]} pieces
 * @property {Choices} choices
 * @property {Fact[]} facts
 * @property {Result | null} result
 * @property {string} words
 * @property {string[]} last
 *
 * @typedef {Standing & {effects: Effect[], move: string, text: string}} Played how it stands after a move
 *
 * @typedef {object} Settings
 * @property {string} game its name
 * @property {{[name: string]: string | number}} options
 * @property {string} prefix of the symbols of the pieces
 * @property {{[piece: string]: string}} pieceNames
 * @property {boolean} [isFlipped]
 *
 * @typedef {object} Hooks what the board asks of the page
 * @property {(after: Played, before: Standing) => void} [played] a move was made and is shown
 * @property {(move: string) => boolean} [allow] whether a legal move is to be played; without it all are
 * @property {(reason: string | null) => void} [say] why something cannot be; null: nothing to say
 */

/** The server has refused; the message is its sentence. */
export class Refused extends Error {}

export class FreeBoard {
  /** Counts positions: answers about one that is no longer shown are dropped. */
  #shown = 0;
  #waiting = false;
  /** @type {Standing | null} */
  #standing = null;
  #settings;
  #hooks;
  #unreachable;
  /** The board itself: for keys, marks, flipping. */
  board;

  /** @param {SVGSVGElement} svg @param {Settings} settings @param {Hooks} hooks */
  constructor(svg, settings, hooks = {}) {
    this.#settings = settings;
    this.#hooks = hooks;
    this.#unreachable = svg.dataset.unreachable ?? "";
    const { prefix, pieceNames, isFlipped = false } = settings;
    this.board = new Board(
      svg,
      { prefix, pieceNames, isFlipped },
      {
        play: (move) => this.#playIfAllowed(move),
        ask: (clicked) => this.#ask("choices", clicked, ({ tree }) => this.board.extend(clicked, tree)),
        explain: (clicked) => this.#ask("explain", clicked, ({ text }) => this.board.explained(clicked, text)),
        say: (reason) => this.#say(reason),
        busy: () => this.#waiting,
      },
    );
  }

  /** How the position that is shown stands; null before there is one. */
  get standing() {
    return this.#standing;
  }

  /** Show how a position stands. @param {Standing} standing @param {boolean} [open] whether one can move there */
  show(standing, open = true) {
    this.#begin(standing);
    this.board.update(
      /** @type {State} */ (/** @type {unknown} */ ({ ...standing, type: "state" })),
      open ? standing.choices : null,
    );
  }

  /** Show a position, by its text. @param {string} position @returns {Promise<Standing | null>} null if it was refused */
  async load(position) {
    const standing = await this.#fetch("", { position });
    if (standing) this.show(standing);
    return standing;
  }

  /** Play a move in the position that is shown. @param {string} move @returns {Promise<Played | null>} null if it was refused */
  async play(move) {
    const before = this.#standing;
    if (!before || this.#waiting) return null;
    this.#waiting = true;
    /** @type {Played | null} */
    const after = await this.#fetch("/play", { position: before.position, move });
    if (!after) return null;
    this.#begin(after);
    this.board.update(/** @type {Happening} */ (/** @type {unknown} */ ({ ...after, type: "event" })), after.choices);
    this.#hooks.played?.(after, before);
    return after;
  }

  /** @param {string} move */
  #playIfAllowed(move) {
    if (this.#hooks.allow?.(move) ?? true) this.play(move);
    else this.board.cancel();
  }

  /** @param {Standing} standing */
  #begin(standing) {
    this.#shown += 1;
    this.#waiting = false;
    this.#standing = standing;
  }

  /** @param {string} what @param {string[]} clicked @param {(answer: any) => void} receive */
  async #ask(what, clicked, receive) {
    const position = this.#standing?.position ?? "";
    const answer = await this.#fetch(`/${what}`, { position, clicked: clicked.join() });
    if (answer) receive(answer);
  }

  /**
   * An answer of the server; null if it refuses, or if another position is shown meanwhile.
   * @param {string} what
   * @param {{[name: string]: string}} asked
   * @returns {Promise<any>}
   */
  async #fetch(what, asked) {
    const shown = this.#shown;
    const { game, options } = this.#settings;
    try {
      const answer = await ask(`/free/${game}${what}`, { ...options, ...asked });
      return shown === this.#shown ? answer : null;
    } catch (error) {
      if (shown === this.#shown) {
        this.#waiting = false;
        this.board.cancel();
        this.#say(error instanceof Refused ? error.message : this.#unreachable);
      }
      return null;
    }
  }

  /** @param {string | null} reason */
  #say(reason) {
    this.#hooks.say?.(reason);
  }
}

/** Ask the server; raises Refused with its sentence. @param {string} path @param {{[name: string]: string | number}} asked @returns {Promise<any>} */
export async function ask(path, asked) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${path}?${query}`, { headers: { Accept: "application/json" } });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error ?? "");
  return answer;
}
