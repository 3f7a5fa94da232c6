// Where the spots of a board lie: which one a point hits, which one an arrow key leads to. Pure.

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
 *
 * @typedef {Map<string, Spot>} Spots by name
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

/** How far beside a groove a mouse or a finger still hits it, in hundredths of a square. */
const REACH = { mouse: 5, fingerOnChoice: 8, finger: 24 };

/** How far beside all spots a point still hits the nearest. */
const FARTHEST = 45;

/** How much farther away a legal groove may be than an illegal one that it crosses, and still be the one that is meant. */
const LEGAL_FIRST = 150;

/** How far a point lies outside a spot. @param {Spot} spot @param {Point} point */
function outside(spot, point) {
  const across = Math.abs(point.x - spot.x) - spot.width / 2;
  const along = Math.abs(point.y - spot.y) - spot.height / 2;
  return Math.max(across, along, 0);
}

/** How far apart the middles of two places are. @param {Point} a @param {Point} b */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The spot that a point hits. Grooves are narrow, so they reach into their neighbours: for a finger far, but not
 * so far into those that can be clicked. Of grooves in a row the one with the nearest middle is meant; where two cross,
 * a legal one comes before an illegal one. Between equals the one that is previewed already stays.
 *
 * @param {Spots} spots
 * @param {Point} point
 * @param {{touch: boolean, previewed: string | null, isOpen: (spot: string) => boolean}} how
 * @returns {Spot | null}
 */
export function spotAt(spots, point, { touch, previewed, isOpen }) {
  const every = [...spots.values()];
  let nearest = null;
  for (const spot of every) {
    if (spot.kind === "groove") continue;
    const far = outside(spot, point);
    if (far <= FARTHEST && (nearest === null || far < outside(nearest, point))) nearest = spot;
  }
  let reach = touch ? REACH.finger : REACH.mouse;
  if (touch && nearest && isOpen(nearest.name)) reach = REACH.fingerOnChoice;
  const grooves = every.filter((spot) => spot.kind === "groove" && outside(spot, point) <= reach);
  if (grooves.length === 0) return nearest;
  /** @param {Spot} spot */
  const rank = (spot) => outside(spot, point) * 10 + distance(spot, point) - (spot.name === previewed ? 1 : 0);
  /** @param {Spot[]} those */
  const first = (those) => those.sort((a, b) => rank(a) - rank(b)).slice(0, 1);
  const crossing = [
    ...first(grooves.filter(({ width, height }) => width > height)),
    ...first(grooves.filter(({ width, height }) => width <= height)),
  ];
  /** @param {Spot} spot */
  const rankAtCrossing = (spot) => rank(spot) + (isOpen(spot.name) ? 0 : LEGAL_FIRST);
  return crossing.reduce((best, spot) => (rankAtCrossing(spot) < rankAtCrossing(best) ? spot : best));
}

/** The directions of the arrow keys. @type {{[key: string]: [number, number]}} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * The nearest spot in a direction, straight ahead before aside.
 *
 * @param {Spots} spots
 * @param {Spot} from
 * @param {[number, number]} direction
 * @returns {Spot | null}
 */
export function neighbour(spots, from, [dx, dy]) {
  let best = null;
  let least = Number.POSITIVE_INFINITY;
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

/** The spots of a board that is seen from the other side. @param {Spots} spots @param {Box} box of the whole picture */
export function flipped(spots, box) {
  const x = 2 * box.x + box.width;
  const y = 2 * box.y + box.height;
  return new Map(
    [...spots].map(([name, spot]) => {
      /** @type {[number, number]} */
      const at = [-spot.at[0], -spot.at[1]];
      return [name, { ...spot, x: x - spot.x, y: y - spot.y, at }];
    }),
  );
}
