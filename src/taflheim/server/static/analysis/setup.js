// A board that is set up by hand, piece by piece. Pure: which pieces stand where, and what a click changes.

/**
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {{kind: string, side: string, spots: string[]}} Placeable
 */

/** What a click puts on a spot, or takes away there: null takes away. @typedef {{kind: string, side: string} | null} Chosen */

/** The spots that can be clicked with something in hand, as the choices of a board: each its own answer. @param {Placeable[]} placeable @param {Chosen} chosen @param {Piece[]} pieces @returns {{[spot: string]: string}} */
export function choices(placeable, chosen, pieces) {
  const spots = chosen
    ? placeable.filter(({ kind, side }) => kind === chosen.kind && side === chosen.side).flatMap(({ spots }) => spots)
    : pieces.map(([, , spot]) => spot);
  return Object.fromEntries(spots.map((spot) => [spot, spot]));
}

/** The pieces after a click. @param {Piece[]} pieces @param {Chosen} chosen @param {string} spot @returns {Piece[]} */
export function placed(pieces, chosen, spot) {
  const rest = pieces.filter(([, , at]) => at !== spot);
  const there = pieces.find(([, , at]) => at === spot);
  const same = chosen && there && there[0] === chosen.kind && there[1] === chosen.side;
  return chosen && !same ? [...rest, [chosen.kind, chosen.side, spot]] : rest;
}
