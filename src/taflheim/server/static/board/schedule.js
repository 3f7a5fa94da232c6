// When the parts of a move are shown. Pure.

import { distance } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {{start: number, duration: number}} Times in milliseconds
 */

const QUICKEST_MS = 180;
const SLOWEST_MS = 250;
const LONGEST_MS = 1600;

/** How long a piece takes from one spot to another: a little more for a long way. @param {Spots} spots @param {string} from @param {string} to */
export function durationMs(spots, from, to) {
  const [a, b] = [spots.get(from), spots.get(to)];
  return Math.min(SLOWEST_MS, QUICKEST_MS + (a && b ? distance(a, b) : 0) / 10);
}

/**
 * When each effect begins: the first at once, the others when it is over; what follows on the same spot after what was
 * there; what is captured falls when the last mover has arrived. Landings were seen already when they were clicked.
 * @param {Effect[]} effects
 * @param {Spots} spots
 * @param {string[]} landings
 * @returns {Times[]}
 */
export function schedule(effects, spots, landings) {
  /** @type {Map<string, number>} */
  const busy = new Map();
  /** @type {Times[]} */
  const times = [];
  let arrived = 0;
  for (const { kind, spot, to } of effects) {
    const seen = kind === "move" && landings.includes(to);
    const duration = seen || kind === "note" ? 0 : durationMs(spots, spot, to || spot);
    let start = times.length === 0 ? 0 : times[0].duration;
    if (kind === "vanish" && !to) start = Math.max(start, arrived);
    start = Math.max(start, busy.get(spot) ?? 0, busy.get(to) ?? 0);
    times.push({ start, duration });
    busy.set(spot, start + duration);
    if (to) busy.set(to, start + duration);
    if (kind === "move") arrived = start + duration;
  }
  const end = Math.max(0, ...times.map(({ start, duration }) => start + duration));
  const faster = Math.min(1, LONGEST_MS / end);
  return times.map(({ start, duration }) => ({ start: start * faster, duration: duration * faster }));
}
