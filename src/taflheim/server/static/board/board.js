// A board of any game: shows pieces, takes clicks and keys, and plays what the server offers. It knows no rules.

import { all, one } from "../dom.js";
import { play } from "../sound.js";
import { DIRECTIONS, flipped, neighbour, spotAt } from "./geometry.js";
import { heard } from "./heard.js";
import { Highlights } from "./highlights.js";
import { takeInput } from "./input.js";
import { isCalm, Pieces } from "./pieces.js";
import { render } from "./render.js";
import { durationMs, schedule } from "./schedule.js";
import { extend, isActive, isOpen } from "./selection.js";
import { readSpots, spotElements } from "./spots.js";
import { applyEffects, beginTurn, clickSpot, dropSelection, emptyBoard, pointAt, setPieces, tell } from "./state.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./state.js").BoardState} BoardState
 * @typedef {import("./state.js").Motion} Motion
 * @typedef {import("./schedule.js").Times} Times
 * @typedef {import("./selection.js").Choices} Choices
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {import("../net/messages.js").Result} Result
 *
 * @typedef {object} Told what is said of a position beside its pieces
 * @property {string[]} last where the last move went along
 * @property {string[]} [dangers] where the side to move would lose at once
 * @property {Result | null} [result]
 * @property {{seats: string[]}} [you]
 * @typedef {Told & ({type: "state", pieces: Piece[]} | {type: "event", effects: Effect[]})} Message a new position, whole or by what has changed
 *
 * @typedef {object} Hooks what the board asks of the page
 * @property {(move: string, way: string[]) => void} play a move, and the clicks that made it
 * @property {(clicked: string[]) => void} ask what can be clicked after these clicks
 * @property {(clicked: string[]) => void} explain why these clicks make no move
 * @property {(reason: string | null) => void} say
 * @property {() => boolean} busy whether a move is on its way
 * @property {(spot: string) => void} [idle] a click while nothing can be clicked
 * @property {() => void} [cancelled] what was clicked is forgotten
 *
 * @typedef {{prefix: string, pieceNames: {[piece: string]: string}, isFlipped: boolean}} Settings
 */

const AUTOMATIC_MS = 160;
const SLIDE_MS = 220;
/** When more pieces than these differ, they are put where they belong: too many to follow. */
const MOST_SLIDES = 4;

export class Board {
  #state = emptyBoard();
  /** Why clicks make no move, as long as the position stays. @type {Map<string, string | null>} */
  #reasons = new Map();
  /** The clicks whose reason is shown when it comes. */
  #wanted = "";
  /** Where the keyboard is. */
  #focus = "";
  #svg;
  #hooks;
  #names;
  #elements;
  /** As they lie when the board is not flipped. */
  #unflipped;
  #spots;
  #pieces;
  #highlights;

  /** @param {SVGSVGElement} svg @param {Settings} settings @param {Hooks} hooks */
  constructor(svg, { prefix, pieceNames, isFlipped }, hooks) {
    this.#svg = svg;
    this.#hooks = hooks;
    this.#names = { pieces: pieceNames, selected: svg.dataset.selected ?? "", open: svg.dataset.open ?? "" };
    this.#elements = spotElements(svg);
    this.#unflipped = readSpots(svg);
    this.#spots = this.#unflipped;
    this.#highlights = new Highlights(svg);
    this.#pieces = new Pieces(one(svg, "g.pieces", SVGGElement), prefix);
    this.#moveFocus([...this.#spots.keys()][0]);
    if (isFlipped) this.flip(true);
    takeInput(svg, {
      spotAt: (point, touch) => this.#spotAt(point, touch),
      pointAt: (spot) => this.#pointAt(spot),
      press: (spot, touch) => this.#press(spot, touch),
      focus: (spot, visible) => {
        this.#moveFocus(spot);
        if (visible) this.#pointAt(spot);
      },
      cancel: () => this.cancel(),
    });
  }

  // ---- what the server says -------------------------------------------------------------------------------------------

  /** @param {Message} message @param {Choices | null} choices what can be clicked now */
  update(message, choices) {
    if (message.type === "state") {
      this.show(message.pieces, message.last, choices, message.dangers);
      return;
    }
    const { landings } = this.#state.selection;
    this.#reasons.clear();
    this.#wanted = "";
    const [board, motions] = applyEffects(this.#state, message.effects);
    const times = schedule(message.effects, this.#spots, landings);
    const timed = motions.flatMap((motion, i) => (motion ? [{ ...motion, ...times[i] }] : []));
    const now = tell(beginTurn(board, choices, message.last), message.effects, Boolean(message.result?.winner));
    this.#show({ ...now, dangers: message.dangers ?? [] }, timed);
    if (now.winning.length > 0) this.#pieces.celebrate(now.winning, this.#spots);
    for (const { sound, at } of heard(message.effects, times, message.result ?? null, message.you?.seats ?? [])) {
      setTimeout(play, isCalm() ? 0 : at, sound);
    }
  }

  /**
   * Show a position, whether it is now or long past.
   * @param {Piece[]} pieces
   * @param {string[]} last where the last move went along
   * @param {Choices | null} choices what can be clicked; nothing, unless it is said
   * @param {string[]} dangers where one would lose at once
   */
  show(pieces, last, choices = null, dangers = []) {
    this.#reasons.clear();
    this.#wanted = "";
    const [board, motions] = setPieces(this.#state, pieces);
    const times = { start: 0, duration: motions.length > MOST_SLIDES ? 0 : SLIDE_MS };
    this.#show(
      { ...beginTurn(board, choices, last), dangers },
      motions.map((motion) => ({ ...motion, ...times })),
    );
  }

  /** Point something out until the position changes; without anything, no longer. @param {import("./marks.js").Marks} marks */
  mark(marks) {
    this.#show({ ...this.#state, marks });
  }

  /** What can be clicked after some clicks. @param {string[]} clicked @param {Choices} tree */
  extend(clicked, tree) {
    const [selection, only] = extend(this.#state.selection, clicked, tree);
    this.#show({ ...this.#state, selection });
    if (only === null) return;
    // Slow enough to be seen, and only if nothing else was clicked meanwhile.
    setTimeout(() => {
      if (this.#state.selection.clicked.join() === clicked.join()) this.click(only);
    }, AUTOMATIC_MS);
  }

  /** Why some clicks make no move. @param {string[]} clicked @param {string | null} reason */
  explained(clicked, reason) {
    this.#reasons.set(clicked.join(), reason);
    if (this.#wanted === clicked.join()) this.#hooks.say(reason);
  }

  // ---- what the person does -------------------------------------------------------------------------------------------

  /** Click on a spot. @param {string} spot @returns {import("./selection.js").Outcome["what"] | null} what that leads to */
  click(spot) {
    const before = this.#state.selection;
    const active = isActive(before);
    if (!active) this.#hooks.idle?.(spot);
    if (this.#hooks.busy()) return null;
    this.#wanted = "";
    this.#hooks.say(null);
    const [board, outcome] = clickSpot(this.#state, spot);
    switch (outcome.what) {
      case "complete":
        this.#show(board);
        this.#hooks.play(outcome.move, [...before.clicked, spot]);
        break;
      case "ask":
        this.#show(board, this.#goAhead(board, before.landings.at(-1) ?? before.clicked[0], spot));
        this.#hooks.ask(outcome.clicked);
        break;
      default:
        this.#show(board);
        if (outcome.what === "refused" && active) {
          play("refuse");
          this.#explain(outcome.clicked);
        }
    }
    return outcome.what;
  }

  /** Whether a spot can be clicked now. @param {string} spot */
  isOpen(spot) {
    return isOpen(this.#state.selection, spot);
  }

  /** Forget what was clicked. */
  cancel() {
    this.#wanted = "";
    this.#hooks.say(null);
    this.#show(dropSelection(this.#state));
    this.#hooks.cancelled?.();
  }

  /** Go to the next spot. @param {string} arrow the key @returns {boolean} whether there is one */
  step(arrow) {
    const here = /** @type {Spot} */ (this.#spots.get(this.#focus));
    const inside = this.#svg.contains(document.activeElement);
    const next = inside ? neighbour(this.#spots, here, DIRECTIONS[arrow]) : here;
    if (next) this.#elements.get(next.name)?.focus();
    return next !== null;
  }

  /** See the board from the other side, or not. @param {boolean} isFlipped */
  flip(isFlipped) {
    const box = this.#svg.viewBox.baseVal;
    this.#spots = isFlipped ? flipped(this.#unflipped, box) : this.#unflipped;
    for (const [name, { x, y, width, height }] of this.#spots) {
      this.#elements.get(name)?.setAttribute("x", String(x - width / 2));
      this.#elements.get(name)?.setAttribute("y", String(y - height / 2));
    }
    // The frame stays, with the light on it; the style sheet shows the coordinates that belong to this side.
    this.#svg.dataset.flipped = String(isFlipped);
    const turned = `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`;
    for (const field of all(this.#svg, ".ground .field", SVGGElement)) {
      if (isFlipped) field.setAttribute("transform", turned);
      else field.removeAttribute("transform");
    }
    this.#show(this.#state);
  }

  /** @param {import("./geometry.js").Point} point @param {boolean} touch */
  #spotAt(point, touch) {
    const { previewed } = this.#state;
    return spotAt(this.#spots, point, { touch, previewed, isOpen: (spot) => this.isOpen(spot) })?.name ?? null;
  }

  /** @param {string | null} name */
  #pointAt(name) {
    this.#svg.classList.toggle("clickable", name !== null && this.isOpen(name));
    const spot = name === null ? null : (this.#spots.get(name) ?? null);
    const board = pointAt(this.#state, spot);
    if (board === this.#state) return;
    this.#show(board);
    this.#wanted = "";
    this.#hooks.say(null);
    if (board.previewed !== null && !this.isOpen(board.previewed)) this.#explain([board.previewed]);
  }

  /** @param {string} name @param {boolean} touch */
  #press(name, touch) {
    // A finger hides what it taps: the first tap in a groove shows what would be placed, the second places it.
    const previewed = this.#state.previewed === name;
    this.#pointAt(name);
    if (!touch || previewed || this.#spots.get(name)?.kind !== "groove") this.click(name);
  }

  /** @param {string} spot */
  #moveFocus(spot) {
    this.#elements.get(this.#focus)?.setAttribute("tabindex", "-1");
    this.#elements.get(spot)?.setAttribute("tabindex", "0");
    this.#focus = spot;
  }

  /** @param {string[]} clicked */
  #explain(clicked) {
    this.#wanted = clicked.join();
    const known = this.#reasons.get(this.#wanted);
    if (known === undefined) this.#hooks.explain(clicked);
    else this.#hooks.say(known);
  }

  // ---- what is shown --------------------------------------------------------------------------------------------------

  /** A piece goes to a landing before the server has said so. @param {BoardState} board @param {string} from @param {string} to */
  #goAhead(board, from, to) {
    const piece = board.pieces.get(board.selection.clicked[0]);
    if (!piece) return [];
    const times = { start: 0, duration: durationMs(this.#spots, from, to) };
    return [{ id: piece.id, kind: /** @type {const} */ ("move"), how: "jump", from, to, ...times }];
  }

  /** @param {BoardState} board @param {(Motion & Times)[]} motions */
  #show(board, motions = []) {
    this.#state = board;
    const scene = render(board, this.#spots, this.#names);
    this.#pieces.draw(scene.pieces, this.#spots, motions);
    this.#highlights.draw(scene, this.#spots);
    for (const [name, label] of scene.labels) {
      const element = this.#elements.get(name);
      if (element?.getAttribute("aria-label") !== label) element?.setAttribute("aria-label", label);
    }
  }
}
