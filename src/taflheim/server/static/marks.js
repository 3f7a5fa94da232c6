// What is drawn over a board beside the pieces: the last move, what is chosen, where one can go, a preview.

/** @typedef {import("./geometry.js").Spot} Spot */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {{[name: string]: string | number}} attributes
 */
function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A dark line under a light one, so that it shows on any board. @param {string} name @param {object} attributes @param {string} look */
function twice(name, attributes, look) {
  return ["under", "over"].map((layer) => drawn(name, { ...attributes, class: `${look} ${layer}` }));
}

/** Brackets around the corners of a spot. @param {Spot} spot */
function brackets({ x, y, width, height }) {
  const [w, h] = [width / 2 - 5, height / 2 - 5];
  const arm = Math.min(22, w, h);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([a, b]) => `M${x + a * w} ${y + b * (h - arm)}V${y + b * h}H${x + a * (w - arm)}`)
    .join("");
}

export class Marks {
  #last;
  #hints;
  #preview;

  /** @param {SVGSVGElement} board */
  constructor(board) {
    const layer = (/** @type {string} */ name) => /** @type {SVGGElement} */ (board.querySelector(`g.${name}`));
    this.#last = layer("last");
    this.#hints = layer("hints");
    this.#preview = layer("preview");
  }

  /** Mark the last move by its shape. @param {Spot[]} spots */
  last(spots) {
    this.#last.replaceChildren(...spots.flatMap((spot) => twice("path", { d: brackets(spot) }, "bracket")));
  }

  /**
   * Show what is chosen and where one can go.
   * @param {Spot[]} chosen
   * @param {{spot: Spot, taken: boolean}[]} targets
   * @param {Spot[]} choosable pieces worth pointing out
   */
  hints(chosen, targets, choosable) {
    this.#hints.replaceChildren(
      ...chosen.flatMap((spot, i) => twice("circle", { cx: spot.x, cy: spot.y, r: i === 0 ? 47 : 20 }, "chosen")),
      ...choosable.flatMap(({ x, y }) => twice("circle", { cx: x, cy: y, r: 47 }, "choosable")),
      ...targets.map(({ spot: { x, y }, taken }) =>
        drawn("circle", { cx: x, cy: y, r: taken ? 44 : 14, class: taken ? "target ring" : "target" }),
      ),
    );
  }

  /** Show what a click on a spot would place there. @param {Spot | null} spot @param {boolean} legal */
  preview(spot, legal) {
    if (!spot) {
      this.#preview.replaceChildren();
      return;
    }
    const { x, y, width, height } = spot;
    const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 6 };
    const look = legal ? "wanted" : "wanted refused";
    const cross = `M${x - 16} ${y - 16}l32 32m0-32l-32 32`;
    this.#preview.replaceChildren(
      drawn("rect", { ...box, class: look }),
      ...(legal ? [] : twice("path", { d: cross }, "cross")),
    );
  }
}
