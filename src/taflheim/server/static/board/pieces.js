// The pieces of a board on the screen: put where a scene has them, and moved there.

import { svgElement } from "../dom.js";
import { restMs } from "./rest.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./render.js").Scene} Scene
 * @typedef {import("./schedule.js").Times} Times
 * @typedef {import("./state.js").Motion} Motion
 */

/** How much longer than its way a piece takes to vanish, by how it does. @type {{[how: string]: number}} */
const VANISHING_MS = { electrocuted: 420, killed: 620 };
const FALLING_MS = 120;
const SPARKS_MS = 380;
const CHEER_MS = 520;
const EASING = "cubic-bezier(0.3, 0, 0.25, 1)";
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

  /** What has won is seen to have won, when everything has come to rest. @param {string[]} names @param {Spots} spots */
  celebrate(names, spots) {
    const delay = restMs(this.#layer);
    for (const spot of names)
      this.#flash("cheer", "M0-50A50 50 0 1 1 0 50A50 50 0 1 1 0-50Z", spots.get(spot), {
        delay,
        duration: CHEER_MS,
        iterations: 2,
      });
  }

  /** Something that is seen for a moment and grows. @param {string} look @param {string} path @param {Spot | undefined} spot @param {KeyframeAnimationOptions} times */
  #flash(look, path, spot, times) {
    if (!spot || isCalm()) return;
    const element = svgElement("path", { d: path, class: look });
    this.#layer.append(element);
    const at = `translate(${spot.x}px, ${spot.y}px)`;
    const frames = [
      { transform: `${at} scale(0.5)`, opacity: 1 },
      { transform: `${at} scale(1.5)`, opacity: 0 },
    ];
    element.style.opacity = "0";
    element.animate(frames, { easing: "ease-out", ...times }).finished.finally(() => element.remove());
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
    if (duration === 0 || isCalm()) return undefined;
    const [begin, end] = [spots.get(from), spots.get(to)];
    const longer = kind === "vanish" ? (VANISHING_MS[how] ?? FALLING_MS) : 0;
    if (how === "electrocuted") this.#flash("sparks", SPARKS, end, { delay: start + duration, duration: SPARKS_MS });
    return element.animate(FRAMES[kind](begin, end, how, duration / (duration + longer)), {
      delay: start,
      duration: duration + longer,
      easing: kind === "vanish" ? "linear" : EASING,
      fill: first ? "backwards" : "none",
    });
  }
}

/** Whether nothing is to move: the reader wants it so, or the page is not seen. */
export function isCalm() {
  return calm.matches || document.hidden;
}

/** Eight rays with a bend. */
const SPARKS = Array.from({ length: 8 }, (_, i) => {
  /** @param {number} far @param {number} aside */
  const at = (far, aside) => {
    const angle = ((i + aside) * Math.PI) / 4;
    return `${Math.round(far * Math.cos(angle))} ${Math.round(far * Math.sin(angle))}`;
  };
  return `M${at(20, 0)}L${at(34, 0.25)}L${at(36, -0.1)}L${at(i % 2 ? 48 : 58, 0.1)}`;
}).join("");

/** How pieces move; `arrived` is the part of the time after which one that vanishes is where it does. @type {{[kind in Motion["kind"]]: (from: Spot | undefined, to: Spot | undefined, how: string, arrived: number) => Keyframe[]}} */
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
  vanish: (from, to, how, arrived) => [
    { transform: place(from), opacity: 1, filter: "none", easing: EASING },
    { transform: place(to), opacity: 1, filter: "none", offset: from === to ? 0 : arrived, easing: "ease-in" },
    ...(VANISHED[how] ?? VANISHED.captured).map(({ transform, ...rest }) => ({
      transform: `${place(to)} ${transform}`,
      ...rest,
    })),
  ],
};

/** How pieces leave the board: they fall, flicker in a fence, or tumble. @type {{[how: string]: Keyframe[]}} */
const VANISHED = {
  captured: [{ transform: "translate(0, 14px) scale(0.45)", opacity: 0, filter: "none" }],
  electrocuted: [
    { transform: "scale(1.12)", opacity: 1, filter: "brightness(2.6)" },
    { transform: "scale(0.94) rotate(7deg)", opacity: 1, filter: "brightness(0.5)" },
    { transform: "scale(1.08) rotate(-7deg)", opacity: 0.9, filter: "brightness(2.6)" },
    { transform: "scale(0.3)", opacity: 0, filter: "brightness(0.4)" },
  ],
  killed: [
    { transform: "scale(1.15) rotate(-10deg)", opacity: 1, filter: "none" },
    { transform: "rotate(12deg)", opacity: 1, filter: "grayscale(0.6)" },
    { transform: "translate(0, 6px) rotate(80deg) scale(0.85)", opacity: 0.9, filter: "grayscale(1)" },
    { transform: "translate(0, 10px) rotate(90deg) scale(0.6)", opacity: 0, filter: "grayscale(1)" },
  ],
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
