// Moves that were asked for faster than they can be played: each waits for the position that the one before makes. Pure.

/** More than this is no plan but a cat on the keyboard. */
const MOST_WAITING = 32;

/** @param {string[]} queue @param {string} move @returns {string[]} */
export function enqueue(queue, move) {
  return queue.length < MOST_WAITING ? [...queue, move] : queue;
}

/**
 * The move to be played now, if there is one, and those that still wait. When it is not one's turn, none are left.
 * @param {string[]} queue
 * @param {{busy: boolean, myTurn: boolean}} now whether a move is on its way; whether one may move in this position
 * @returns {[string | null, string[]]}
 */
export function nextMove(queue, { busy, myTurn }) {
  if (!myTurn) return [null, []];
  if (busy || queue.length === 0) return [null, queue];
  return [queue[0], queue.slice(1)];
}
