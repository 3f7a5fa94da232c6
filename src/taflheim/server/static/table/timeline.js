// How far the game is (the live ply), and what the page shows of it (the shown ply). Pure.

/**
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 *
 * @typedef {object} Timeline
 * @property {State | Happening} live the last that the server has said
 * @property {number | null} shown the ply that is looked at; null while the page follows the game
 */

/** Follow a game. @param {State | Happening} live @returns {Timeline} */
export function follow(live) {
  return { live, shown: null };
}

/**
 * Something new from the server; the same timeline if it is known already.
 * @param {Timeline} timeline
 * @param {State | Happening} message
 * @returns {Timeline}
 */
export function advance(timeline, message) {
  if (message.number === timeline.live.number) return timeline;
  return look({ ...timeline, live: message }, timeline.shown);
}

/** Clocks stand otherwise, though nothing has happened. @param {Timeline} timeline @param {import("../net/messages.js").Clock | null} clock @returns {Timeline} */
export function refresh({ live, shown }, clock) {
  return { live: live.people ? { ...live, people: { ...live.people, clock } } : live, shown };
}

/** Look at a ply; null, or one that is not past, follows the game. @param {Timeline} timeline @param {number | null} ply @returns {Timeline} */
export function look(timeline, ply) {
  const past = ply !== null && ply < timeline.live.ply;
  return { ...timeline, shown: past ? Math.max(0, ply) : null };
}

/** @param {Timeline} timeline */
export function shownPly({ live, shown }) {
  return shown ?? live.ply;
}

/** What can be clicked: nothing in the past. @param {Timeline} timeline */
export function choicesNow({ live, shown }) {
  return shown === null ? live.you.choices : null;
}
