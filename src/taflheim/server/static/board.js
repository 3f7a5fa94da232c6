// A board of any game: shows pieces, takes clicks and keys, and plays what the server offers. It knows no rules.

import { Choosing } from "./choosing.js";
import { WAYS, neighbour, pointOf, readSpots, spotAt } from "./geometry.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./connection.js").State} State
 * @typedef {import("./connection.js").Happening} Happening
 *
 * @typedef {object} Hooks what the board asks of the page
 * @property {(move: string) => void} play
 * @property {(clicked: string[]) => void} ask how it goes on after these clicks
 * @property {(clicked: string[]) => void} explain why these clicks make no move
 * @property {(reason: string | null) => void} say
 * @property {() => boolean} busy whether a move is on its way
 */

/** With no more pieces than this to choose from, they are pointed out. */
const FEW = 4;
const AUTOMATIC_MS = 160;

export class Board {
  #choosing = new Choosing();
  /** Why clicks make no move, as long as the position stays. @type {Map<string, string | null>} */
  #reasons = new Map();
  /** The clicks whose reason is shown when it comes. */
  #wanted = "";
  /** @type {Spot | null} */
  #previewed = null;
  #touch = false;
  /** Where the keyboard is. @type {Spot} */
  #focus;
  #svg;
  #hooks;
  #spots;
  #pieces;
  #marks;

  /** @param {SVGSVGElement} svg @param {string} prefix of its symbols @param {Hooks} hooks */
  constructor(svg, prefix, hooks) {
    this.#svg = svg;
    this.#hooks = hooks;
    this.#spots = readSpots(svg);
    this.#marks = new Marks(svg);
    this.#pieces = new Pieces(/** @type {SVGGElement} */ (svg.querySelector("g.pieces")), this.#spots, prefix);
    this.#focus = /** @type {Spot} */ (this.#spots.values().next().value);
    this.#focus.element.tabIndex = 0;
    svg.addEventListener("pointerdown", (event) => (this.#touch = event.pointerType === "touch"));
    svg.addEventListener("pointermove", (event) => this.#hover(event));
    // A finger that is lifted leaves too; what it has previewed stays until it taps again.
    svg.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.#show(null));
    svg.addEventListener("click", (event) => this.#clickAt(event));
    svg.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.cancel();
    });
    svg.addEventListener("focusin", (event) => this.#focused(event.target));
    svg.addEventListener("focusout", () => this.#touch || this.#show(null));
  }

  // ---- what the server says -------------------------------------------------------------------------------------------

  /** @param {State | Happening} now */
  update(now) {
    if (now.type === "state") this.#pieces.set(now.pieces);
    else this.#pieces.play(now.effects);
    this.#choosing.begin(now.choices);
    this.#reasons.clear();
    this.#wanted = "";
    this.#previewed = null;
    this.#marks.preview(null, true);
    this.#marks.last(this.#found(now.last));
    this.#redraw();
  }

  /** How it goes on after some clicks. @param {string[]} clicked @param {import("./choosing.js").Choices} tree */
  goOn(clicked, tree) {
    const only = this.#choosing.goOn(clicked, tree);
    this.#redraw();
    if (only === null) return;
    // Slow enough to be seen, and only if nothing else was clicked meanwhile.
    setTimeout(() => {
      if (this.#choosing.clicked.join() === clicked.join()) this.click(only);
    }, AUTOMATIC_MS);
  }

  /** Why some clicks make no move. @param {string[]} clicked @param {string | null} reason */
  explained(clicked, reason) {
    this.#reasons.set(clicked.join(), reason);
    if (this.#wanted === clicked.join()) this.#hooks.say(reason);
  }

  /** Forget what was clicked. */
  cancel() {
    this.#choosing.drop();
    this.#pieces.comeBack();
    this.#previewed = null;
    this.#marks.preview(null, true);
    this.#wanted = "";
    this.#hooks.say(null);
    this.#redraw();
  }

  // ---- what the person does -------------------------------------------------------------------------------------------

  /** @param {string} spot */
  click(spot) {
    if (this.#hooks.busy()) return;
    this.#hooks.say(null);
    const outcome = this.#choosing.click(spot);
    switch (outcome.what) {
      case "complete":
        this.#hooks.play(outcome.move);
        break;
      case "ask":
        this.#pieces.goAhead(outcome.clicked[0], spot);
        this.#hooks.ask(outcome.clicked);
        break;
      case "dropped":
        this.#pieces.comeBack();
        this.#explain(outcome.clicked);
        break;
      case "chosen":
        if (this.#choosing.clicked.length === 1) this.#pieces.comeBack();
        break;
    }
    this.#redraw();
  }

  /** Whether a spot can be clicked now. @param {string} spot */
  leadsOn(spot) {
    return this.#choosing.leadsOn(spot);
  }

  /** Go to the next spot. @param {string} arrow the key @returns {boolean} whether there is one */
  step(arrow) {
    const inside = this.#svg.contains(document.activeElement);
    const next = inside ? neighbour(this.#spots, this.#focus, WAYS[arrow]) : this.#focus;
    next?.element.focus();
    return next !== null;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const spot = this.#spots.get(/** @type {SVGElement} */ (target).dataset.spot ?? "");
    if (!spot) return;
    this.#focus.element.tabIndex = -1;
    spot.element.tabIndex = 0;
    this.#focus = spot;
    if (spot.element.matches(":focus-visible")) this.#show(spot);
  }

  /** @param {MouseEvent} event */
  #spotOf(event) {
    // A click that no pointer made (by a screen reader, say) has no place but a target.
    if (event.detail === 0 && event.type === "click") {
      return this.#spots.get(/** @type {SVGElement} */ (event.target).dataset.spot ?? "") ?? null;
    }
    return spotAt(this.#spots, pointOf(this.#svg, event), {
      touch: this.#touch,
      current: this.#previewed,
      choosable: (spot) => this.#choosing.leadsOn(spot.name),
    });
  }

  /** @param {MouseEvent} event */
  #clickAt(event) {
    const spot = this.#spotOf(event);
    if (!spot) {
      this.cancel();
      return;
    }
    const confirm = this.#touch && spot.kind === "groove" && this.#previewed !== spot;
    this.#show(spot);
    if (!confirm) this.click(spot.name);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "touch") return;
    this.#touch = false;
    const spot = this.#spotOf(event);
    this.#svg.classList.toggle("clickable", spot !== null && this.#choosing.leadsOn(spot.name));
    this.#show(spot);
  }

  /** Show what a click would place in a groove, or why it cannot. @param {Spot | null} spot */
  #show(spot) {
    const groove = spot?.kind === "groove" && this.#choosing.open.length > 0 ? spot : null;
    if (groove === this.#previewed) return;
    this.#previewed = groove;
    const legal = groove !== null && this.#choosing.leadsOn(groove.name);
    this.#marks.preview(groove, legal);
    this.#wanted = "";
    this.#hooks.say(null);
    if (groove && !legal) this.#explain([groove.name]);
  }

  /** @param {string[]} clicked */
  #explain(clicked) {
    if (this.#choosing.open.length === 0) return;
    this.#wanted = clicked.join();
    const known = this.#reasons.get(this.#wanted);
    if (known === undefined) this.#hooks.explain(clicked);
    else this.#hooks.say(known);
  }

  // ---- what is shown --------------------------------------------------------------------------------------------------

  /** @param {string[]} names @returns {Spot[]} */
  #found(names) {
    return names.flatMap((name) => this.#spots.get(name) ?? []);
  }

  #redraw() {
    const { clicked } = this.#choosing;
    const open = this.#found(this.#choosing.open).filter(({ kind }) => kind !== "groove");
    const targets = open.filter(({ name }) => this.#choosing.isTarget(name));
    const pieces = open.filter((spot) => !targets.includes(spot));
    // Before anything is chosen only free spots are worth pointing out.
    const shown = targets.map((spot) => ({ spot, taken: this.#pieces.stands(spot.name) }));
    this.#marks.hints(
      this.#found(clicked),
      shown.filter(({ taken }) => clicked.length > 0 || !taken),
      clicked.length === 0 && pieces.length <= FEW ? pieces : [],
    );
    for (const spot of this.#spots.values()) {
      const stands = this.#pieces.nameOn(spot.name);
      const chosen = clicked[0] === spot.name ? ", chosen" : this.#choosing.leadsOn(spot.name) ? ", open" : "";
      spot.element.setAttribute("aria-label", `${spot.label}${stands && `, ${stands}`}${chosen}`);
    }
  }
}
