// When the parts of a move are shown. Pure.

import { distance } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {{start: number, duration: number}} Times in milliseconds
 */

const LONGEST_MS = 1100;

/** How long a piece takes from one spot to another. @param {Spots} spots @param {string} from @param {string} to */
export function durationMs(spots, from, to) {
  const [a, b] = [spots.get(from), spots.get(to)];
  return Math.min(420, 170 + (a && b ? distance(a, b) : 0) / 4);
}

/**
 * When each effect begins: the first at once; what follows on the same spot after it; what vanishes while the last
 * move is under way; the rest together, after the first. Landings were seen already when they were clicked.
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
  let moving = { start: 0, duration: 0 };
  for (const { kind, spot, to } of effects) {
    const seen = kind === "move" && landings.includes(to);
    const duration = seen || kind === "note" ? 0 : durationMs(spots, spot, to || spot);
    let start = times.length === 0 ? 0 : times[0].duration * 0.7;
    if (kind === "vanish" && !to) start = Math.max(start, moving.start + moving.duration * 0.6);
    start = Math.max(start, busy.get(spot) ?? 0, busy.get(to) ?? 0);
    times.push({ start, duration });
    busy.set(spot, start + duration);
    if (to) busy.set(to, start + duration);
    if (kind === "move") moving = { start, duration };
  }
  const end = Math.max(0, ...times.map(({ start, duration }) => start + duration));
  const faster = Math.min(1, LONGEST_MS / end);
  return times.map(({ start, duration }) => ({ start: start * faster, duration: duration * faster }));
}
