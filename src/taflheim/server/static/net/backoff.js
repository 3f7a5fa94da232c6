// How long to wait before a broken connection is tried again. Pure.

const FIRST_MS = 250;
const LONGEST_MS = 5000;

/**
 * Twice as long after each attempt that failed, and never the same for all pages, so that they do not come all at once.
 * @param {number} failures since the connection stood last
 * @param {number} random from 0 to 1
 */
export function backoffMs(failures, random) {
  return Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (0.75 + random / 2);
}
