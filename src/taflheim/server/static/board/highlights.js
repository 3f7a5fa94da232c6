// What is drawn over a board beside the pieces: the last move, what is selected, where one can go, a preview.

import { one, svgElement } from "../dom.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./render.js").Scene} Scene
 */

/**
 * A dark line under a light one, so that it shows on any board.
 * @param {"path" | "circle"} name
 * @param {{[attribute: string]: string | number}} attributes
 * @param {string} look
 */
function outlined(name, attributes, look) {
  return ["under", "over"].map((layer) => svgElement(name, { ...attributes, class: `${look} ${layer}` }));
}

/** @param {Spot} spot @param {number} r @param {string} look */
const ring = ({ x, y }, r, look) => outlined("circle", { cx: x, cy: y, r }, look);

/** Brackets around the corners of a spot. @param {Spot} spot */
function brackets({ x, y, width, height }) {
  const [w, h] = [width / 2 - 5, height / 2 - 5];
  const arm = Math.min(22, w, h);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return corners.map(([a, b]) => `M${x + a * w} ${y + b * (h - arm)}V${y + b * h}H${x + a * (w - arm)}`).join("");
}

/** @param {Spot} spot @param {boolean} taken */
function target({ x, y }, taken) {
  return svgElement("circle", { cx: x, cy: y, r: taken ? 44 : 14, class: taken ? "target ring" : "target" });
}

/** What a click on a spot would place there, or that it cannot. @param {Spot} spot @param {boolean} legal */
function preview({ x, y, width, height }, legal) {
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 6 };
  const cross = `M${x - 16} ${y - 16}l32 32m0-32l-32 32`;
  return [
    svgElement("rect", { ...box, class: legal ? "wanted" : "wanted refused" }),
    ...(legal ? [] : outlined("path", { d: cross }, "cross")),
  ];
}

export class Highlights {
  #last;
  #hints;
  #preview;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#last = one(svg, "g.last", SVGGElement);
    this.#hints = one(svg, "g.hints", SVGGElement);
    this.#preview = one(svg, "g.preview", SVGGElement);
  }

  /** @param {Scene} scene @param {Spots} spots */
  draw(scene, spots) {
    /** @param {string} name @returns {Spot[]} */
    const found = (name) => /** @type {Spot[]} */ ([spots.get(name)].filter(Boolean));
    this.#last.replaceChildren(
      ...scene.last.flatMap(found).flatMap((spot) => outlined("path", { d: brackets(spot) }, "bracket")),
    );
    this.#hints.replaceChildren(
      ...scene.selected.flatMap(found).flatMap((spot, i) => ring(spot, i === 0 ? 47 : 20, "selected")),
      ...scene.selectable.flatMap(found).flatMap((spot) => ring(spot, 47, "selectable")),
      ...scene.targets.flatMap(({ spot, taken }) => found(spot).map((at) => target(at, taken))),
    );
    const previewed = scene.preview;
    this.#preview.replaceChildren(
      ...(previewed ? found(previewed.spot).flatMap((spot) => preview(spot, previewed.legal)) : []),
    );
  }
}
