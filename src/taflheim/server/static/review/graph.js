// The graph of the chance to win: lines, the middle, a sign for each mistake, the result, and where one looks.

import { svgElement } from "../dom.js";

/**
 * @typedef {import("./judged.js").Line} Line
 * @typedef {import("./judged.js").Judged} Judged
 * @typedef {import("./judged.js").Kind} Kind
 */

const WIDTH = 800;
const HEIGHT = 180;
const EDGE = 14;
const RESULT = 7;
/** Signs differ in shape: a ring, a triangle, a diamond. @type {{[kind in Kind]: string}} */
const SIGNS = {
  inaccuracy: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z",
  mistake: "M0 -9L9 7L-9 7z",
  blunder: "M0 -11L11 0L0 11L-11 0z",
};

/** Where a ply lies. Pure. @param {number} ply @param {number} length of the game */
export function xOf(ply, length) {
  return EDGE + (length ? (ply / length) * (WIDTH - 2 * EDGE) : 0);
}

/** How high a share lies. Pure. @param {number} share */
export function yOf(share) {
  return EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
}

/** The ply under a place. Pure. @param {number} x as a share of the width @param {number} length */
export function plyAt(x, length) {
  const ply = Math.round(((x * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * length);
  return Math.max(0, Math.min(length, ply));
}

/** The path of a line. Pure. @param {Line} line @param {number} length */
export function path({ points }, length) {
  return points
    .map(({ ply, share }, i) => `${i ? "L" : "M"}${xOf(ply, length).toFixed(1)} ${yOf(share).toFixed(1)}`)
    .join("");
}

/** How the game ended: a dot at its height, and a way there from where the line has come to. @param {number} share @param {number} end @param {number} length */
function result(share, end, length) {
  const x = xOf(length, length);
  return [
    svgElement("line", { class: "to-result", x1: x, x2: x, y1: yOf(share), y2: yOf(end) }),
    svgElement("circle", { class: "result-mark", cx: x, cy: yOf(end), r: RESULT }),
  ];
}

export class Graph {
  #svg;
  #choose;
  #length;
  #ply = 0;
  #cursor;
  #drawn;

  /** @param {SVGSVGElement} svg @param {number} length of the game @param {(ply: number) => void} choose */
  constructor(svg, length, choose) {
    this.#svg = svg;
    this.#choose = choose;
    this.#length = length;
    this.#cursor = svgElement("line", { class: "cursor", y1: 0, y2: HEIGHT });
    this.#drawn = svgElement("g", {});
    svg.replaceChildren(
      svgElement("rect", { class: "ground", width: WIDTH, height: HEIGHT, rx: 10 }),
      svgElement("line", { class: "middle", x1: 0, x2: WIDTH, y1: yOf(0.5), y2: yOf(0.5) }),
      this.#drawn,
      this.#cursor,
    );
    svg.setAttribute("aria-valuemax", String(length));
    svg.addEventListener("pointerdown", (event) => this.#point(event));
    svg.addEventListener("pointermove", (event) => event.buttons && this.#point(event));
    svg.addEventListener("keydown", (event) => this.#key(event));
    this.look(0, "");
  }

  /** @param {Line[]} lines @param {Judged[]} moves */
  draw(lines, moves) {
    const length = this.#length;
    const heights = new Map(
      lines.flatMap(({ side, points }) => points.map(({ ply, share }) => [`${ply} ${side}`, share])),
    );
    const shapes = lines.flatMap((line, i) => {
      const { points } = line;
      if (!points.length) return [];
      const along = path(line, length);
      const stroke = svgElement("path", { class: `line line-${i}`, d: along });
      if (lines.length > 1) return [stroke];
      const [from, to] = [points[0], points[points.length - 1]].map(({ ply }) => xOf(ply, length).toFixed(1));
      return [svgElement("path", { class: "area", d: `${along}L${to} ${yOf(0)}L${from} ${yOf(0)}z` }), stroke];
    });
    const signs = moves.flatMap(({ kind, number, side }) => {
      const share = heights.get(`${number} ${side}`) ?? heights.get(`${number} ${lines[0].side}`);
      if (!kind || share === undefined) return [];
      const sign = svgElement("path", {
        class: "sign",
        d: SIGNS[kind],
        transform: `translate(${xOf(number, length)} ${yOf(share)})`,
      });
      sign.dataset.kind = kind;
      return [sign];
    });
    const results = lines.flatMap(({ points, end }) =>
      end === undefined ? [] : result(points[points.length - 1].share, end, length),
    );
    this.#drawn.replaceChildren(...shapes, ...results, ...signs);
  }

  /** Show where one looks. @param {number} ply @param {string} words what the graph says there */
  look(ply, words) {
    this.#ply = ply;
    const x = xOf(ply, this.#length);
    this.#cursor.setAttribute("x1", String(x));
    this.#cursor.setAttribute("x2", String(x));
    this.#svg.setAttribute("aria-valuenow", String(ply));
    this.#svg.setAttribute("aria-valuetext", words);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const box = this.#svg.getBoundingClientRect();
    const ply = plyAt((event.clientX - box.x) / box.width, this.#length);
    if (ply !== this.#ply) this.#choose(ply);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {{[key: string]: number}} */
    const wanted = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#length };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in wanted)) return;
    event.preventDefault();
    this.#choose(Math.max(0, Math.min(this.#length, wanted[event.key])));
  }
}
