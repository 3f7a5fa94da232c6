// What a clock shows. Pure.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this a clock is low, and shows tenths. */
export const LOW_MS = 10 * SECOND;

/** @typedef {import("../net/messages.js").Clock} Clock */

/** What is left to a side. @param {Clock} clock @param {string} side @param {number} nowMs by the server's time */
export function leftMs({ left_ms, running, at_ms }, side, nowMs) {
  const left = left_ms[side] ?? 0;
  return running === side ? Math.max(0, left - Math.max(0, nowMs - at_ms)) : left;
}

/** Whether a clock is low: those of days never are. @param {Clock} clock @param {number} left */
export function isLow({ kind }, left) {
  return kind !== "days" && left < LOW_MS;
}

/**
 * A time as figures: `4:59`, `1:02:03`, `2d 04h`; with tenths where few seconds are left.
 * @param {number} left
 * @param {boolean} [tenths]
 */
export function figures(left, tenths = false) {
  if (tenths && left < LOW_MS) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  if (left >= DAY) return `${Math.floor(left / DAY)}d ${two(Math.floor((left % DAY) / HOUR))}h`;
  // A second that has begun is shown until it is over: zero means that there is none.
  const seconds = Math.ceil(left / SECOND);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest.replace(/^0/, "") : `${Math.floor(seconds / 3600)}:${rest}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}
