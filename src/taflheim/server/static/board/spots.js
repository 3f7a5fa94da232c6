// The spots of a board as the page has them.

import { all } from "../dom.js";

/**
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./geometry.js").Point} Point
 */

/** @param {SVGElement} svg @returns {Map<string, SVGRectElement>} by name */
export function spotElements(svg) {
  return new Map(all(svg, "rect[data-spot]", SVGRectElement).map((element) => [element.dataset.spot ?? "", element]));
}

/** @param {SVGElement} svg @returns {Spots} */
export function readSpots(svg) {
  return new Map([...spotElements(svg)].map(([name, element]) => [name, readSpot(name, element)]));
}

/** @param {string} name @param {SVGRectElement} element @returns {import("./geometry.js").Spot} */
function readSpot(name, element) {
  const [left, top, width, height] = ["x", "y", "width", "height"].map((key) => Number(element.getAttribute(key)));
  const [x, y] = (element.dataset.at ?? "").split(",").map(Number);
  return {
    name,
    kind: element.dataset.kind ?? "",
    x: left + width / 2,
    y: top + height / 2,
    width,
    height,
    at: [x, y],
    label: element.getAttribute("aria-label") ?? "",
  };
}

/** Where the pointer is, in the units of the picture. @param {SVGSVGElement} svg @param {MouseEvent} event @returns {Point} */
export function pointOf(svg, event) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}
