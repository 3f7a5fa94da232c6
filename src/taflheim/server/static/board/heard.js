// Which sound belongs to what happens on a board, and when. Pure.

/**
 * @typedef {import("../sound.js").Sound} Sound
 * @typedef {import("./schedule.js").Times} Times
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {import("../net/messages.js").Result} Result
 * @typedef {{sound: Sound, at: number}} Heard in milliseconds
 */

/** @type {{[kind: string]: Sound}} */
const SOUNDS = { move: "move", vanish: "capture", appear: "place" };

/**
 * What is heard of a move: each landing of the mover, one sound for all that others do, and how the game has ended.
 * @param {Effect[]} effects
 * @param {Times[]} times
 * @param {Result | null} result
 * @param {string[]} seats the sides that the listener plays
 * @returns {Heard[]}
 */
export function heard(effects, times, result, seats) {
  /** @type {Map<string, Heard>} */
  const sounds = new Map();
  for (const [i, { kind }] of effects.entries()) {
    const sound = SOUNDS[kind];
    const at = Math.round(times[i].start + times[i].duration);
    // What comes at the same moment is heard once, and a capture before a step.
    if (sound && times[i].duration > 0 && (sound !== "move" || !sounds.has(`${at}`)))
      sounds.set(`${at}`, { sound, at });
  }
  const all = [...sounds.values()];
  if (result === null || result.winner === null || seats.length === 0) return all;
  const end = Math.max(0, ...all.map(({ at }) => at));
  return [...all, { sound: seats.includes(result.winner) ? "win" : "lose", at: end + 150 }];
}
