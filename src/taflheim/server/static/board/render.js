// What a board looks like in a state. Pure: a state in, a scene out; others draw it.

import { markShapes } from "./marks.js";
import { isOpen, isTarget, openSpots } from "./selection.js";
import { seenAt } from "./state.js";

/**
 * @typedef {import("./geometry.js").Spots} Spots
 * @typedef {import("./state.js").BoardState} BoardState
 *
 * @typedef {object} Names words for screen readers; they come with the page
 * @property {{[piece: string]: string}} pieces by `kind.side`, or by `kind` for what belongs to no side
 * @property {string} selected
 * @property {string} open
 *
 * @typedef {object} Scene
 * @property {{id: number, kind: string, side: string, spot: string}[]} pieces
 * @property {string[]} last
 * @property {string[]} selected
 * @property {{spot: string, taken: boolean, deadly: boolean}[]} targets
 * @property {string[]} fallen
 * @property {string[]} winning
 * @property {string[]} selectable pieces worth pointing out
 * @property {{spot: string, legal: boolean} | null} preview
 * @property {import("./marks.js").Shape[]} marks
 * @property {Map<string, string>} labels by spot
 */

/** With no more pieces than this to choose from, they are pointed out. */
const FEW = 4;

/** @param {BoardState} board @param {Spots} spots @param {Names} names @returns {Scene} */
export function render(board, spots, names) {
  const { selection, previewed } = board;
  const { clicked } = selection;
  const open = openSpots(selection).filter((name) => spots.has(name) && spots.get(name)?.kind !== "groove");
  const targets = open.filter((name) => isTarget(selection, name));
  const selectable = open.filter((name) => !isTarget(selection, name));
  return {
    pieces: [...board.pieces].map(([spot, piece]) => ({ ...piece, spot: seenAt(board, spot) })),
    last: board.last,
    selected: clicked,
    // Before anything is selected only free spots are worth pointing out.
    targets: targets
      .map((spot) => ({ spot, taken: board.pieces.has(spot), deadly: board.dangers.includes(spot) }))
      .filter(({ taken }) => clicked.length > 0 || !taken),
    selectable: clicked.length === 0 && selectable.length <= FEW ? selectable : [],
    preview: previewed === null ? null : { spot: previewed, legal: isOpen(selection, previewed) },
    fallen: board.fallen,
    winning: board.winning,
    marks: markShapes(board.marks, spots, board.pieces),
    labels: new Map([...spots].map(([name, spot]) => [name, label(board, name, spot.label, names)])),
  };
}

/** @param {BoardState} board @param {string} spot @param {string} place @param {Names} names */
function label({ pieces, selection }, spot, place, names) {
  const piece = pieces.get(spot);
  const state = selection.clicked[0] === spot ? names.selected : isOpen(selection, spot) ? names.open : "";
  const standing = piece && (names.pieces[`${piece.kind}.${piece.side}`] ?? names.pieces[piece.kind]);
  return [place, standing, state].filter(Boolean).join(", ");
}
