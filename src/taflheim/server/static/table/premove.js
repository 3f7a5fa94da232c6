// A premove: clicks that were made while another side thinks, tried on what can be clicked when that is known. Pure.
// Nothing here knows the rules, so it cannot say which clicks belong together: the last ones that make a move count.

/** @typedef {import("../board/selection.js").Choices} Choices */

/** No move has more clicks worth planning. */
const MOST = 8;

/**
 * The clicks after one more; the same spot again forgets them all.
 * @param {string[]} clicks
 * @param {string} spot
 * @returns {string[]}
 */
export function planned(clicks, spot) {
  return clicks.at(-1) === spot ? [] : [...clicks, spot].slice(-MOST);
}

/**
 * The last clicks that make a move, or may make one as far as is known; none if none do.
 * @param {string[]} clicks
 * @param {Choices} choices
 * @returns {string[]}
 */
export function fitting(clicks, choices) {
  const from = clicks.findIndex((_, start) => leads(clicks.slice(start), choices));
  return from < 0 ? [] : clicks.slice(from);
}

/** Whether clicks lead exactly to a move, or to where the server has to be asked. @param {string[]} clicks @param {Choices} choices */
function leads(clicks, choices) {
  /** @type {Choices | string | null} */
  let here = choices;
  for (const spot of clicks) {
    if (here === null) return true;
    if (typeof here === "string" || !Object.hasOwn(here, spot)) return false;
    here = here[spot];
  }
  return typeof here === "string" || here === null;
}
