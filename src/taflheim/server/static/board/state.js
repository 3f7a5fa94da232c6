// Everything that a board shows, as one value. Pure: every function gives a new state.

import { begin, click, drop, isActive } from "./selection.js";

/**
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./selection.js").Outcome} Outcome
 * @typedef {import("./selection.js").Choices} Choices
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {import("../net/messages.js").Effect} Effect
 *
 * @typedef {{id: number, kind: string, side: string}} Standing a piece on its spot; the id stays with it when it moves
 *
 * @typedef {object} BoardState
 * @property {Map<string, Standing>} pieces by spot
 * @property {number} nextId
 * @property {string[]} last where the last move went along
 * @property {Selection} selection
 * @property {string | null} previewed the groove under the pointer
 * @property {import("./marks.js").Marks} marks
 * @property {string[]} dangers where one would lose at once
 * @property {string[]} fallen where the last move took something off the board
 * @property {string[]} winning what has won the game
 *
 * @typedef {object} Motion how a piece gets somewhere, or leaves the board
 * @property {number} id
 * @property {"move" | "vanish" | "appear"} kind
 * @property {string} how
 * @property {string} from
 * @property {string} to
 */

/** What is told of one position does not hold for the next. */
const NOTHING_SAID = { marks: {}, dangers: [], fallen: [], winning: [] };

/** A board on which nothing stands. @returns {BoardState} */
export function emptyBoard() {
  return { pieces: new Map(), nextId: 1, last: [], selection: begin(null), previewed: null, ...NOTHING_SAID };
}

/**
 * These pieces stand on the board, and no others. One that is the same somewhere else moves there.
 * @param {BoardState} board
 * @param {Piece[]} pieces
 * @returns {[BoardState, Motion[]]}
 */
export function setPieces(board, pieces) {
  const before = new Map(board.pieces);
  /** @type {Map<string, Standing>} */
  const after = new Map();
  /** @type {Motion[]} */
  const motions = [];
  let { nextId } = board;
  const missing = pieces.filter(([kind, side, spot]) => {
    const same = before.get(spot);
    if (same?.kind !== kind || same.side !== side) return true;
    before.delete(spot);
    after.set(spot, same);
    return false;
  });
  for (const [kind, side, spot] of missing) {
    const found = [...before].find(([, old]) => old.kind === kind && old.side === side);
    if (found) {
      const [from, piece] = found;
      before.delete(from);
      after.set(spot, piece);
      motions.push({ id: piece.id, kind: "move", how: "slide", from, to: spot });
    } else {
      after.set(spot, { id: nextId, kind, side });
      nextId += 1;
    }
  }
  return [{ ...board, pieces: after, nextId }, motions];
}

/**
 * What has happened to the pieces. There is a motion for each effect; none for those that change nothing on the board.
 * @param {BoardState} board
 * @param {Effect[]} effects
 * @returns {[BoardState, (Motion | null)[]]}
 */
export function applyEffects(board, effects) {
  const pieces = new Map(board.pieces);
  let { nextId } = board;
  const motions = effects.map(({ kind, how, spot, to, piece }) => {
    if (kind === "appear" && piece) {
      const [pieceKind, side] = piece;
      const id = nextId;
      pieces.set(spot, { id, kind: pieceKind, side });
      nextId += 1;
      return { id, kind, how, from: spot, to: spot };
    }
    const standing = pieces.get(spot);
    if (!standing || (kind !== "move" && kind !== "vanish")) return null;
    pieces.delete(spot);
    if (kind === "move") pieces.set(to, standing);
    return { id: standing.id, kind, how, from: spot, to: to || spot };
  });
  return [{ ...board, pieces, nextId }, motions];
}

/** A new position is there: what can be clicked in it, and the last move. @param {BoardState} board @param {Choices | null} choices @param {string[]} last @returns {BoardState} */
export function beginTurn(board, choices, last) {
  return { ...board, ...NOTHING_SAID, selection: begin(choices), last, previewed: null };
}

/** What a move has done to others than the mover. @param {BoardState} board @param {Effect[]} effects @param {boolean} won whether it has won the game @returns {BoardState} */
export function tell(board, effects, won) {
  const fallen = effects.filter(({ kind }) => kind === "vanish").map(({ spot, to }) => to || spot);
  return { ...board, fallen, winning: won ? [...new Set([...board.last.slice(-1), ...fallen])] : [] };
}

/** Forget what was clicked. @param {BoardState} board @returns {BoardState} */
export function dropSelection(board) {
  return { ...board, selection: drop(board.selection), previewed: null };
}

/**
 * A click on a spot. Clicks that lead nowhere are told as `refused`, as they are to be explained: if both pieces are
 * of one side, the second one was to be selected, and the first does not matter.
 * @param {BoardState} board
 * @param {string} spot
 * @returns {[BoardState, Outcome]}
 */
export function clickSpot(board, spot) {
  const [selection, outcome] = click(board.selection, spot);
  const after = { ...board, selection };
  if (outcome.what !== "refused" || outcome.clicked.length !== 2) return [after, outcome];
  const [first, second] = outcome.clicked.map((name) => board.pieces.get(name)?.side);
  return [after, first && first === second ? { what: "refused", clicked: [spot] } : outcome];
}

/** Where a piece is seen that has gone ahead to its landings. @param {BoardState} board @param {string} spot */
export function seenAt({ selection }, spot) {
  return (spot === selection.clicked[0] && selection.landings.at(-1)) || spot;
}

/** Point at a groove in which something could be placed, or at nothing. @param {BoardState} board @param {import("./geometry.js").Spot | null} spot @returns {BoardState} */
export function pointAt(board, spot) {
  const groove = spot?.kind === "groove" && isActive(board.selection) ? spot.name : null;
  return groove === board.previewed ? board : { ...board, previewed: groove };
}
