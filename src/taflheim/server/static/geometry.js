// Where the spots of a board lie: which one a point hits, and which one an arrow key leads to.

/**
 * @typedef {object} Spot
 * @property {string} name
 * @property {string} kind square, point or groove
 * @property {number} x its middle, in the units of the picture
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {[number, number]} at its place for the arrow keys, y up
 * @property {string} label what a screen reader says when nothing stands there
 * @property {SVGRectElement} element
 *
 * @typedef {{x: number, y: number}} Point
 */

/** How far beside a groove a mouse or a finger still hits it, in hundredths of a square. */
const REACH = { mouse: 5, fingerOnChoice: 8, finger: 24 };

/** How far beside all spots a point still hits the nearest. */
const FARTHEST = 45;

/** @param {SVGElement} board @returns {Map<string, Spot>} */
export function readSpots(board) {
  const spots = new Map();
  for (const element of /** @type {NodeListOf<SVGRectElement>} */ (board.querySelectorAll("rect[data-spot]"))) {
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
    const [x, y] = (element.dataset.at ?? "").split(",").map(Number);
    spots.set(element.dataset.spot, {
      name: element.dataset.spot,
      kind: element.dataset.kind,
      x: left + width / 2,
      y: top + height / 2,
      width,
      height,
      at: [x, y],
      label: element.getAttribute("aria-label"),
      element,
    });
  }
  return spots;
}

/** @param {SVGSVGElement} board @param {MouseEvent} event @returns {Point} */
export function pointOf(board, event) {
  const matrix = board.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** How far a point lies outside a spot. @param {Spot} spot @param {Point} point */
function outside(spot, point) {
  const across = Math.abs(point.x - spot.x) - spot.width / 2;
  const along = Math.abs(point.y - spot.y) - spot.height / 2;
  return Math.max(across, along, 0);
}

/** @param {Spot} spot @param {Point} point */
function fromMiddle(spot, point) {
  return Math.hypot(point.x - spot.x, point.y - spot.y);
}

/**
 * The spot that a point hits. Grooves are narrow, so that they reach into their neighbours: for a finger far, but not
 * so far into those that can be chosen. Where grooves cross, the one shown already (`current`) stays.
 *
 * @param {Map<string, Spot>} spots
 * @param {Point} point
 * @param {{touch: boolean, current: Spot | null, choosable: (spot: Spot) => boolean}} how
 * @returns {Spot | null}
 */
export function spotAt(spots, point, { touch, current, choosable }) {
  const all = [...spots.values()];
  const wide = all.filter((spot) => spot.kind !== "groove");
  let nearest = null;
  for (const spot of wide) {
    const far = outside(spot, point);
    if (far <= FARTHEST && (nearest === null || far < outside(nearest, point))) nearest = spot;
  }
  let reach = touch ? REACH.finger : REACH.mouse;
  if (touch && nearest && choosable(nearest)) reach = REACH.fingerOnChoice;
  const grooves = all.filter((spot) => spot.kind === "groove" && outside(spot, point) <= reach);
  if (grooves.length === 0) return nearest;
  /** @param {Spot} spot */
  const rank = (spot) => outside(spot, point) * 10 + fromMiddle(spot, point) - (spot === current ? 1 : 0);
  return grooves.reduce((best, spot) => (rank(spot) < rank(best) ? spot : best));
}

/** The ways of the arrow keys. @type {{[key: string]: [number, number]}} */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * The nearest spot in a direction, straight ahead before aside.
 *
 * @param {Map<string, Spot>} spots
 * @param {Spot} from
 * @param {[number, number]} way
 * @returns {Spot | null}
 */
export function neighbour(spots, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const spot of spots.values()) {
    const x = spot.at[0] - from.at[0];
    const y = spot.at[1] - from.at[1];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 0 && ahead + 2 * aside < least) {
      best = spot;
      least = ahead + 2 * aside;
    }
  }
  return best;
}
