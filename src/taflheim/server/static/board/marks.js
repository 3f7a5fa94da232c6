// Arrows and circles that point something out on a board: a hint, a better move, the ways of all sides, a reader's own
// drawings. Pure.

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {"hint" | "better" | "drawn" | "premove" | "way"} MarkKind
 * @typedef {{number: number, of: number}} Lane the ways of several sides go beside each other, also where they meet
 * @typedef {{way: string[], kind: MarkKind, lane?: Lane}} Arrow along the spots of a move
 * @typedef {{spot: string, kind: MarkKind}} Circle
 * @typedef {{arrows?: Arrow[], circles?: Circle[]}} Marks
 *
 * @typedef {{what: "arrow", kind: MarkKind, shaft: string, head: string, lane?: Lane}
 *   | {what: "circle", kind: MarkKind, x: number, y: number, r: number}
 *   | {what: "box", kind: MarkKind, x: number, y: number, width: number, height: number}} Shape
 */

/** How far from the middle of a spot an arrow begins and ends, also where a piece stands, and how large its head is, in hundredths of a square. */
const FROM = 30;
const TO = 6;
const TO_PIECE = 44;
const HEAD = { length: 38, width: 44 };
const SMALL_HEAD = { length: 26, width: 30 };
/** What is seen of the shaft at least. */
const SHAFT = 6;
/** With its dark edge a circle fills a square, and lies over nothing beside it. */
const CIRCLE = 41;
const BETWEEN_LANES = 13;

/** What has to be drawn for some marks. @param {Marks} marks @param {Spots} spots @param {{has: (spot: string) => boolean}} taken spots with a piece, which no head covers @returns {Shape[]} */
export function markShapes({ arrows = [], circles = [] }, spots, taken) {
  return [
    ...circles.flatMap(({ spot, kind }) => here(spots.get(spot), kind)),
    ...arrows.flatMap(({ way, kind, lane }) => {
      const along = /** @type {Spot[]} */ (way.map((name) => spots.get(name)).filter(Boolean));
      const far = taken.has(along[along.length - 1]?.name) ? TO_PIECE : TO;
      return along.length < 2 ? here(along[0], kind) : [arrow(along, kind, far, lane)];
    }),
  ];
}

/** Around a spot: a box in a groove, a circle everywhere else. @param {Spot | undefined} spot @param {MarkKind} kind @returns {Shape[]} */
function here(spot, kind) {
  if (!spot) return [];
  const { x, y, width, height } = spot;
  if (spot.kind === "groove") return [{ what: "box", kind, x: x - width / 2, y: y - height / 2, width, height }];
  return [{ what: "circle", kind, x, y, r: CIRCLE }];
}

/** @param {Point[]} middles two or more @param {MarkKind} kind @param {number} far from the middle of the last one to the tip @param {Lane} [lane] @returns {Shape} */
function arrow(middles, kind, far, lane) {
  const aslant = lane ? (lane.number - (lane.of - 1) / 2) * BETWEEN_LANES : 0;
  const way = middles.map(({ x, y }) => ({ x: x + aslant, y: y + aslant }));
  const size = lane ? SMALL_HEAD : HEAD;
  const [first, second] = way;
  const [before, last] = way.slice(-2);
  const begin = towards(first, second, FROM);
  const tip = towards(last, before, far);
  // Between neighbours the head is shorter, so that it does not begin before the shaft.
  const room = Math.hypot(last.x - before.x, last.y - before.y) - far - FROM - SHAFT;
  const neck = towards(tip, before, Math.min(size.length, room));
  const path = [begin, ...way.slice(1, -1), neck].map(({ x, y }) => `${round(x)} ${round(y)}`);
  const ahead = unit(before, last);
  const aside = size.width / 2;
  /** @param {1 | -1} hand */
  const wing = (hand) => `${round(neck.x - hand * ahead.y * aside)} ${round(neck.y + hand * ahead.x * aside)}`;
  return {
    what: "arrow",
    kind,
    shaft: `M${path.join("L")}`,
    head: `M${round(tip.x)} ${round(tip.y)}L${wing(1)}L${wing(-1)}Z`,
    ...(lane && { lane }),
  };
}

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
function towards(from, to, far) {
  const { x, y } = unit(from, to);
  return { x: from.x + x * far, y: from.y + y * far };
}

/** The direction from one point to another. @param {Point} from @param {Point} to @returns {Point} */
function unit(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
