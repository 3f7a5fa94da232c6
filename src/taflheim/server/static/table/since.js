// What has happened since one's own last move. Pure.

/** @typedef {import("../story/story.js").Story} Story */

/**
 * The spots of all moves since one's own last: those of the last move, if it was one's own, or if all sides are one's own.
 * @param {Story} story
 * @param {number} ply
 * @param {string[]} mine the sides that one plays
 * @returns {string[]}
 */
export function spotsSince({ plies, sides }, ply, mine) {
  if (ply <= 0 || ply > plies.length) return [];
  const others = mine.length > 0 && mine.length < sides.length;
  let from = ply - 1;
  while (others && from > 0 && !mine.includes(plies[from].side) && !mine.includes(plies[from - 1].side)) from -= 1;
  const spots = plies.slice(from, ply).flatMap(({ last }) => last);
  return [...new Set(spots)];
}
