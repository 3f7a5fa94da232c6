// The story of a game: its start and every ply. Positions follow by applying effects. Pure.

/**
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {import("../net/messages.js").Effect} Effect
 * @typedef {import("../net/messages.js").Fact} Fact
 *
 * @typedef {object} Entry a ply as it stands in a list of moves
 * @property {string} side who made it; empty for an end that is of no side
 * @property {string} text as written for people
 * @property {string} move the short text that programs use
 * @property {number | null} round the number before the first move of a round
 *
 * @typedef {object} After how it stands after a ply
 * @property {Effect[]} effects what the ply changed on the board
 * @property {string[]} last where it went along
 * @property {string} words
 * @property {Fact[]} facts
 * @property {string} turn
 *
 * @typedef {Entry & After} Ply
 *
 * @typedef {object} Story
 * @property {{name: string, title: string}[]} sides those that move, in the order of their turns
 * @property {{pieces: Piece[], facts: Fact[], turn: string, words: string}} start
 * @property {Ply[]} plies
 *
 * @typedef {object} Position
 * @property {Piece[]} pieces
 * @property {string[]} last
 * @property {string} words
 * @property {Fact[]} facts
 * @property {string} turn
 */

/** The pieces after a ply. A ply is a value that follows one other: its pieces never change. @type {WeakMap<Ply, Piece[]>} */
const known = new WeakMap();

/** The position after a number of plies; 0 is the start. @param {Story} story @param {number} ply @returns {Position} */
export function positionAt(story, ply) {
  if (ply <= 0) return { ...story.start, last: [] };
  const { last, words, facts, turn } = story.plies[Math.min(ply, story.plies.length) - 1];
  return { pieces: piecesAt(story, ply), last, words, facts, turn };
}

/** @param {Story} story @param {number} ply @returns {Piece[]} */
function piecesAt({ start, plies }, ply) {
  const end = Math.min(ply, plies.length);
  // From the last ply whose pieces are known: stepping on applies one ply only.
  let from = end;
  while (from > 0 && !known.has(plies[from - 1])) from -= 1;
  let pieces = from > 0 ? /** @type {Piece[]} */ (known.get(plies[from - 1])) : start.pieces;
  for (const one of plies.slice(from, end)) {
    pieces = applied(pieces, one.effects);
    known.set(one, pieces);
  }
  return pieces;
}

/** @param {Piece[]} pieces @param {Effect[]} effects @returns {Piece[]} */
function applied(pieces, effects) {
  const board = new Map(pieces.map((piece) => [piece[2], piece]));
  for (const { kind, spot, to, piece } of effects) {
    const standing = board.get(spot);
    if (kind === "appear" && piece) board.set(spot, piece);
    else if (standing && (kind === "move" || kind === "vanish")) {
      board.delete(spot);
      if (kind === "move") board.set(to, [standing[0], standing[1], to]);
    }
  }
  return [...board.values()];
}

/** The story with one more ply. @param {Story} story @param {Ply} ply @returns {Story} */
export function grow(story, ply) {
  return { ...story, plies: [...story.plies, ply] };
}

/** The story of the first plies. @param {Story} story @param {number} length @returns {Story} */
export function truncate(story, length) {
  return length < story.plies.length ? { ...story, plies: story.plies.slice(0, Math.max(0, length)) } : story;
}

/**
 * The rows of a list of moves: a number, and for each side the index of its ply, or null where it made none.
 * Ends that are no moves have a row of their own.
 * @typedef {{round: number | null, cells: (number | null)[]}} Row
 * @param {Story} story
 * @returns {Row[]}
 */
export function rows({ sides, plies }) {
  const columns = sides.map(({ name }) => name);
  /** @type {Row[]} */
  const found = [];
  plies.forEach(({ side, round }, index) => {
    const column = Math.max(0, columns.indexOf(side));
    const row = found.at(-1);
    // A side that moves twice in a row, as when others are gone, begins a row without a number.
    if (row && round === null && row.cells.slice(column).every((cell) => cell === null)) row.cells[column] = index;
    else found.push({ round, cells: columns.map((_, i) => (i === column ? index : null)) });
  });
  return found;
}
