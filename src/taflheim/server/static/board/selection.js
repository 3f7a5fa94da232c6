// What a person has clicked so far, and what that leads to. The server says what can be clicked; nothing here knows why.
// Pure: every function gives a new selection.

/**
 * Spots that can be clicked: each with what can be clicked then, the move that is complete, or null where the server
 * has to be asked for what follows.
 * @typedef {{[spot: string]: Choices | string | null}} Choices
 *
 * @typedef {object} Selection
 * @property {Choices} root what can be clicked first
 * @property {Choices | null} open what can be clicked now; null while an answer of the server is awaited
 * @property {string[]} clicked
 * @property {string[]} landings those of the clicks to which a piece has gone already
 *
 * `selected`: more has to be clicked. `complete`: the move can be played. `ask`: the server knows what follows.
 * `released`: the same piece again, so nothing is selected any more. `refused`: the clicks lead nowhere.
 * @typedef {{what: "selected" | "released" | "waiting"}
 *   | {what: "complete", move: string}
 *   | {what: "ask", clicked: string[]}
 *   | {what: "refused", clicked: string[]}} Outcome
 */

/** Nothing is clicked yet. @param {Choices | null} choices @returns {Selection} */
export function begin(choices) {
  const root = choices ?? {};
  return { root, open: root, clicked: [], landings: [] };
}

/** Forget all clicks. @param {Selection} selection */
export function drop(selection) {
  return begin(selection.root);
}

/** Whether there is anything to click at all. @param {Selection} selection */
export function isActive({ root }) {
  return Object.keys(root).length > 0;
}

/** Whether a click there leads on. @param {Selection} selection @param {string} spot */
export function isOpen({ open }, spot) {
  return open !== null && Object.hasOwn(open, spot);
}

/** The spots that can be clicked now. @param {Selection} selection */
export function openSpots({ open }) {
  return Object.keys(open ?? {});
}

/** Whether a click there makes a move, or a landing on the way. @param {Selection} selection @param {string} spot */
export function isTarget({ open }, spot) {
  const next = open?.[spot];
  return next === null || typeof next === "string";
}

/** @param {Selection} selection @param {string} spot @returns {[Selection, Outcome]} */
export function click(selection, spot) {
  const { open, clicked, landings } = selection;
  if (open === null) return [selection, { what: "waiting" }];
  if (!isOpen(selection, spot)) {
    const none = drop(selection);
    if (clicked.length > 0 && clicked[0] === spot) return [none, { what: "released" }];
    // Another piece of one's own is selected in place of the first.
    if (clicked.length > 0 && isOpen(none, spot)) return click(none, spot);
    return [none, { what: "refused", clicked: [...clicked, spot] }];
  }
  const next = open[spot];
  if (typeof next === "string")
    return [
      { ...selection, open: null },
      { what: "complete", move: next },
    ];
  const after = [...clicked, spot];
  if (next === null) {
    return [
      { ...selection, open: null, clicked: after, landings: [...landings, spot] },
      { what: "ask", clicked: after },
    ];
  }
  return [{ ...selection, open: next, clicked: after }, { what: "selected" }];
}

/**
 * The server's answer to `ask`, with the only spot that can follow, if there is just one.
 * @param {Selection} selection
 * @param {string[]} clicked
 * @param {Choices} tree
 * @returns {[Selection, string | null]}
 */
export function extend(selection, clicked, tree) {
  if (selection.open !== null || clicked.join() !== selection.clicked.join()) return [selection, null];
  const spots = Object.keys(tree);
  return [{ ...selection, open: tree }, spots.length === 1 ? spots[0] : null];
}
