// The pieces of a board on the screen: put where a scene has them, and moved there.

import { svgElement } from "../dom.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./render.js").Scene} Scene
 * @typedef {import("./schedule.js").Times} Times
 * @typedef {import("./state.js").Motion} Motion
 */

/** How much longer than its way a piece takes to vanish. */
const VANISHING_MS = 180;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Pieces {
  /** By the ids of the pieces. @type {Map<number, SVGUseElement>} */
  #elements = new Map();
  #layer;
  #prefix;

  /** @param {SVGGElement} layer @param {string} prefix of the symbols */
  constructor(layer, prefix) {
    this.#layer = layer;
    this.#prefix = prefix;
    layer.replaceChildren();
  }

  /**
   * Draw the pieces of a scene; those with a motion are seen to move.
   * @param {Scene["pieces"]} pieces
   * @param {Spots} spots
   * @param {(Motion & Times)[]} motions
   */
  draw(pieces, spots, motions) {
    const gone = new Map(this.#elements);
    for (const { id, kind, side, spot } of pieces) {
      gone.delete(id);
      this.#element(id, kind, side).style.transform = place(spots.get(spot));
    }
    /** Those that move already: their next motion must not hide the one before. @type {Set<number>} */
    const moving = new Set();
    for (const motion of motions) {
      const animation = this.#animate(motion, spots, !moving.has(motion.id));
      moving.add(motion.id);
      if (motion.kind !== "vanish" || !animation) continue;
      const element = gone.get(motion.id);
      gone.delete(motion.id);
      this.#elements.delete(motion.id);
      animation.finished.finally(() => element?.remove());
    }
    for (const [id, element] of gone) {
      element.remove();
      this.#elements.delete(id);
    }
  }

  /** @param {number} id @param {string} kind @param {string} side */
  #element(id, kind, side) {
    const known = this.#elements.get(id);
    if (known) return known;
    const own = `${this.#prefix}${kind}.${side}`;
    const href = document.getElementById(own) ? `#${own}` : `#${this.#prefix}${kind}`;
    const element = svgElement("use", { href });
    this.#elements.set(id, element);
    this.#layer.append(element);
    return element;
  }

  /** @param {Motion & Times} motion @param {Spots} spots @param {boolean} first of this piece */
  #animate({ id, kind, how, from, to, start, duration }, spots, first) {
    const element = this.#elements.get(id);
    if (!element) return undefined;
    this.#layer.append(element);
    if (duration === 0 || calm.matches || document.hidden) return undefined;
    const [begin, end] = [spots.get(from), spots.get(to)];
    return element.animate(FRAMES[kind](begin, end, how), {
      delay: start,
      duration: kind === "vanish" ? duration + VANISHING_MS : duration,
      easing: "ease-in-out",
      fill: first ? "backwards" : "none",
    });
  }
}

/** @type {{[kind in Motion["kind"]]: (from: Spot | undefined, to: Spot | undefined, how: string) => Keyframe[]}} */
const FRAMES = {
  appear: (_, to) => [
    { opacity: 0, transform: `${place(to)} scale(1.3)` },
    { opacity: 1, transform: place(to) },
  ],
  move: (from, to, how) => [
    { transform: place(from) },
    ...(how === "jump" ? [{ transform: above(from, to) }] : []),
    { transform: place(to) },
  ],
  vanish: (from, to, how) => {
    const bright = how === "electrocuted" ? "brightness(3)" : "none";
    return [
      { transform: place(from), opacity: 1, filter: "none" },
      { transform: place(to), opacity: 1, filter: bright, offset: from === to ? 0.2 : 0.55 },
      { transform: `${place(to)} scale(0.2)`, opacity: 0, filter: bright },
    ];
  },
};

/** @param {Spot | undefined} spot */
function place(spot) {
  if (!spot) return "none";
  return `translate(${spot.x}px, ${spot.y}px) scale(${spot.width / 100}, ${spot.height / 100})`;
}

/** High over the middle of a way. @param {Spot | undefined} from @param {Spot | undefined} to */
function above(from, to) {
  if (!from || !to) return "none";
  return `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2 - 20}px) scale(1.3, 1.3)`;
}
