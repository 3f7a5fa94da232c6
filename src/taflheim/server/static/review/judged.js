// A review as far as it is made: what is known of each move, and what follows from that. Pure.

/**
 * @typedef {"inaccuracy" | "mistake" | "blunder"} Kind
 * @typedef {{move: string, text: string, way: string[], win_probability: number, line: string[], ends_in: number | null}} Candidate
 * @typedef {{number: number, side: string, kind: Kind | null, cost: number, words: string, noted: boolean, fine: boolean, played: Candidate, best: Candidate}} Judged a move; its number is its ply
 * @typedef {{side: string, accuracy: string | null, inaccuracy: number, mistake: number, blunder: number}} Summary
 * @typedef {{done: number, of: number, complete: boolean, failure: string | null, sides: Summary[], moves: Judged[]}} Progress
 * @typedef {{ply: number, share: number}} Point
 * @typedef {{side: string, points: Point[], end?: number}} Line with the share that the result is, once the line is whole
 */

/** All moves that are known, with news about some. @param {Map<number, Judged>} known @param {Judged[]} news @returns {Map<number, Judged>} */
export function learnt(known, news) {
  return new Map(
    [...known, ...news.map((move) => /** @type {const} */ ([move.number, move]))].sort(([a], [b]) => a - b),
  );
}

/** The plies of all mistakes. @param {Map<number, Judged>} known @returns {number[]} */
export function mistakes(known) {
  return [...known.values()].filter(({ kind }) => kind).map(({ number }) => number);
}

/** The plies worth a stop: mistakes, and what the game itself has something to say about. @param {Map<number, Judged>} known @returns {number[]} */
export function stops(known) {
  return [...known.values()].filter(({ kind, noted }) => kind || noted).map(({ number }) => number);
}

/** The next mistake after a ply, or before it; null if there is none. @param {number[]} plies @param {number} from @param {1 | -1} way @returns {number | null} */
export function nextMistake(plies, from, way) {
  const rest = plies.filter((ply) => (way > 0 ? ply > from : ply < from));
  return (way > 0 ? rest[0] : rest.at(-1)) ?? null;
}

/**
 * What the lines say at a ply: for each the last chance that is known there, with the title of its side.
 * @param {Line[]} lines
 * @param {{name: string, title: string}[]} sides
 * @param {number} ply
 * @returns {string[]}
 */
export function spoken(lines, sides, ply) {
  return lines.flatMap(({ side, points }) => {
    const point = points.filter((one) => one.ply <= ply).at(-1);
    const title = sides.find(({ name }) => name === side)?.title ?? side;
    return point ? [`${title} ${Math.round(point.share * 100)} %`] : [];
  });
}

/**
 * The chance to win as lines. Where one side's loss is the other's gain there is one line, of the first side; else each
 * side has its own, through its own moves.
 * @param {Map<number, Judged>} known
 * @param {string[]} sides those that move
 * @param {boolean} zeroSum
 * @returns {Line[]}
 */
export function chances(known, sides, zeroSum) {
  const moves = [...known.values()];
  if (!zeroSum) {
    return sides.map((side) => ({
      side,
      points: moves
        .filter((move) => move.side === side)
        .map((move) => ({ ply: move.number, share: move.played.win_probability })),
    }));
  }
  const [first] = sides;
  /** @param {Judged} move @param {Candidate} candidate */
  const share = (move, candidate) => (move.side === first ? candidate.win_probability : 1 - candidate.win_probability);
  const points = moves.map((move) => ({ ply: move.number, share: share(move, move.played) }));
  if (moves[0]?.number === 1) points.unshift({ ply: 0, share: share(moves[0], moves[0].best) });
  return [{ side: first, points }];
}

/**
 * Lines that go on, flat, to the end of the game: what was not looked at has changed nothing.
 * @param {Line[]} lines
 * @param {number} length of the game
 * @param {{[side: string]: number}} ends what the result is for each side; none of a game that was aborted
 * @returns {Line[]}
 */
export function toTheEnd(lines, length, ends) {
  return lines.map((line) => {
    const last = line.points.at(-1);
    if (!last) return line;
    const rest = last.ply < length ? [{ ply: length, share: last.share }] : [];
    return { ...line, points: [...line.points, ...rest], end: ends[line.side] };
  });
}
