// What is drawn over a board beside the pieces: the last move, what is selected, where one can go, a preview, marks.

import { all, one, svgElement } from "../dom.js";

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./render.js").Scene} Scene
 */

/**
 * A dark line under a light one, so that it shows on any board.
 * @param {"path" | "circle" | "rect"} name
 * @param {{[attribute: string]: string | number}} attributes
 * @param {string} look
 */
function outlined(name, attributes, look) {
  return ["under", "over"].map((layer) => svgElement(name, { ...attributes, class: `${look} ${layer}` }));
}

/** @param {Spot} spot @param {number} r @param {string} look */
const ring = ({ x, y }, r, look) => outlined("circle", { cx: x, cy: y, r }, look);

/**
 * Brackets in the corners of a spot; outside a groove, as what stands there fills it. Where a coordinate stands in a
 * corner, that corner is left out.
 * @param {Spot} spot
 * @param {DOMRect[]} labels
 */
function brackets({ kind, x, y, width, height }, labels) {
  const [out, arm] = kind === "groove" ? [9, 32] : [-5, 22];
  const [w, h] = [width / 2 + out, height / 2 + out];
  const [across, along] = [w, h].map((half) => Math.min(arm, half * 0.65));
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  /** @param {number[]} corner */
  const isFree = ([a, b]) => {
    const [left, right] = [x + a * w, x + a * (w - across)].sort((one, other) => one - other);
    const [top, bottom] = [y + b * h, y + b * (h - along)].sort((one, other) => one - other);
    return !labels.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
  };
  return corners
    .filter(isFree)
    .map(([a, b]) => `M${x + a * w} ${y + b * (h - along)}V${y + b * h}H${x + a * (w - across)}`)
    .join("");
}

/** Where one can go: a dot; a ring, where something stands; what is deadly is dashed and has a cross. @param {Spot} spot @param {{taken: boolean, deadly: boolean}} how */
function target(spot, { taken, deadly }) {
  if (deadly) return [...ring(spot, 30, "target danger"), ...cross(spot, 12, "target cross")];
  return taken ? ring(spot, 44, "target") : [svgElement("circle", { cx: spot.x, cy: spot.y, r: 14, class: "target" })];
}

/** @param {Spot} spot @param {number} arm @param {string} look */
function cross({ x, y }, arm, look) {
  return outlined(
    "path",
    { d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0-${2 * arm}l-${2 * arm} ${2 * arm}` },
    look,
  );
}

/** What a click on a spot would place there, or that it cannot. @param {Spot} spot @param {boolean} legal */
function preview(spot, legal) {
  const { x, y, width, height } = spot;
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: 6 };
  return [
    svgElement("rect", { ...box, class: legal ? "wanted" : "wanted refused" }),
    ...(legal ? [] : cross(spot, 16, "cross")),
  ];
}

/** @param {import("./marks.js").Shape} shape */
function mark(shape) {
  const look = `mark ${shape.kind}`;
  const side = shape.what === "arrow" && shape.lane ? ` of-${shape.lane.number + 1}` : "";
  if (shape.what === "circle") return outlined("circle", { cx: shape.x, cy: shape.y, r: shape.r }, look);
  if (shape.what === "box") {
    const { x, y, width, height } = shape;
    return outlined("rect", { x, y, width, height, rx: 6 }, look);
  }
  // The head lies over the end of the shaft, and the dark edge of neither over the other.
  const shaft = outlined("path", { d: shape.shaft }, `${look}${side} shaft`);
  const head = outlined("path", { d: shape.head }, `${look}${side} head`);
  return [shaft[0], head[0], shaft[1], head[1]];
}

export class Highlights {
  #svg;
  #last;
  #marks;
  #hints;
  #preview;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
    this.#last = one(svg, "g.last", SVGGElement);
    this.#hints = one(svg, "g.hints", SVGGElement);
    this.#preview = one(svg, "g.preview", SVGGElement);
    this.#marks = svgElement("g", { class: "marks", "aria-hidden": "true" });
    this.#preview.after(this.#marks);
  }

  /** @param {Scene} scene @param {Spots} spots */
  draw(scene, spots) {
    /** @param {string} name @returns {Spot[]} */
    const found = (name) => /** @type {Spot[]} */ ([spots.get(name)].filter(Boolean));
    const labels = scene.last.length > 0 ? this.#labels() : [];
    this.#last.replaceChildren(
      ...scene.last.flatMap(found).flatMap((spot) => outlined("path", { d: brackets(spot, labels) }, "bracket")),
    );
    this.#hints.replaceChildren(
      ...scene.selected.flatMap(found).flatMap((spot, i) => ring(spot, i === 0 ? 47 : 20, "selected")),
      ...scene.selectable.flatMap(found).flatMap((spot) => ring(spot, 47, "selectable")),
      ...scene.targets.flatMap((how) => found(how.spot).flatMap((at) => target(at, how))),
      ...scene.fallen.flatMap(found).flatMap((spot) => cross(spot, 13, "fallen cross")),
      ...scene.winning.flatMap(found).flatMap((spot) => ring(spot, 50, "winning")),
    );
    this.#marks.replaceChildren(...scene.marks.flatMap(mark));
    const previewed = scene.preview;
    this.#preview.replaceChildren(
      ...(previewed ? found(previewed.spot).flatMap((spot) => preview(spot, previewed.legal)) : []),
    );
  }

  /** Where coordinates are seen now, in the units of the picture. */
  #labels() {
    return all(this.#svg, ".coordinates text", SVGTextElement)
      .filter((text) => text.checkVisibility({ visibilityProperty: true }))
      .map((text) => {
        const { x, y, width, height } = text.getBBox();
        return new DOMRect(x, y, width, height);
      });
  }
}
