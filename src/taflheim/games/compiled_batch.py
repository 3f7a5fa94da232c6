"""Work on many states of one game, compiled: the rows of a batch from `begin` to `end`, one after the other.

Rows do not know each other, so that threads can share them. `s` is any state of the game; it tells the type.
"""

from typing import Any

import numpy as np

from taflheim.games.kernel import I64, Buffer, Rows, jit, load_row, store_row
from taflheim.games.rules import (
    Bytes,
    Words,
    allowed,
    can_move,
    decided,
    evaluate,
    mark_moves,
    material,
    observe,
    ongoing,
    outcome,
    play,
    random_start,
)
from taflheim.games.splitmix import GOLDEN, mixed

GOING_ON, DRAW = -1, -2
"""What stands for a result that is no side's win."""
WON = 100_000
"""The evaluation of a game that is won."""

Results = np.ndarray[tuple[int], np.dtype[np.int8]]
Masks = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Planes = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_GOING_ON, _DRAW, _WON, _NOBODY = I64(GOING_ON), I64(DRAW), I64(WON), I64(-1)


@jit
def _key(s: Any) -> int:
    """A number that stands for a state in the history."""
    key = GOLDEN
    for word in s:
        key = mixed((key ^ word) + GOLDEN)
    return key


@jit
def _winner(s: Any) -> int:
    """The side that has won by what stands on the board, or -1; a side that cannot move on its turn has lost."""
    winner = decided(s)
    if winner < 0 and not can_move(s):
        return 1 - I64(s.turn)
    return winner


@jit
def _is_lot(move: int, lots: Buffer) -> bool:
    found = False
    for lot in lots:
        found |= move == lot
    return found


@jit
def first_illegal(
    s: Any,
    states: Rows,
    results: Results,
    actions: Buffer,
    count: int,
    lots: Buffer,
    buffer: Buffer,
    begin: int,
    end: int,
) -> int:
    """The first row whose action is not legal, or `end`."""
    for i in range(begin, end):
        if results[i] == _GOING_ON:
            move = I64(actions[i])
            if move < 0 or move >= count:
                return i
            if not _is_lot(move, lots) and not allowed(load_row(s, states, i), move, buffer):
                return i
    return end


@jit
def _remember(s: Any, quiet: Buffer, history: Rows, i: int) -> int:
    """Note a position that was reached by a whole move, and tell how often it was there."""
    depth = I64(history.shape[1])
    since = I64(quiet[i])
    key = _key(s)
    history[i, since % depth] = key
    times = I64(0)
    for k in range(min(since + 1, depth)):
        times += I64(history[i, k] == key)
    return times


@jit
def step(
    s: Any,
    states: Rows,
    results: Results,
    actions: Buffer,
    words: Words,
    lots: Buffer,
    quiet: Buffer,
    history: Rows,
    repetition: int,
    quiet_limit: int,
    begin: int,
    end: int,
) -> None:
    """Do one step in every row that is not over. Without a history (no columns) there are no draws."""
    remembers = history.shape[1] > 0
    for i in range(begin, end):
        if results[i] != _GOING_ON:
            continue
        before = load_row(s, states, i)
        move = I64(actions[i])
        if _is_lot(move, lots):
            words[i] += GOLDEN
            move = outcome(before, move, mixed(words[i]))
        after = play(before, move)
        store_row(states, i, after)
        if remembers and material(before) != material(after):
            quiet[i] = -1
        if ongoing(after):
            continue
        result = _winner(after)
        if remembers:
            quiet[i] += 1
            times = _remember(after, quiet, history, i)
            if result < 0 and (0 < repetition <= times or 0 < quiet_limit <= quiet[i]):
                result = _DRAW
        results[i] = result


@jit
def judge(
    s: Any, states: Rows, results: Results, quiet: Buffer, history: Rows, chosen: Bytes, begin: int, end: int
) -> None:
    """Find the results of the chosen rows from their states alone, and begin their histories anew."""
    for i in range(begin, end):
        if chosen[i]:
            now = load_row(s, states, i)
            results[i] = _winner(now) if not ongoing(now) else _NOBODY
            quiet[i] = 0
            if history.shape[1] > 0:
                _remember(now, quiet, history, i)


@jit
def scatter(s: Any, states: Rows, words: Words, chosen: Bytes, buffer: Buffer, begin: int, end: int) -> None:
    """A random start for each of the chosen rows."""
    for i in range(begin, end):
        if chosen[i]:
            words[i] += GOLDEN
            store_row(states, i, random_start(s, mixed(words[i]), buffer))


@jit
def mask(
    s: Any, states: Rows, results: Results, out: Masks, lots: Buffer, buffer: Buffer, begin: int, end: int
) -> None:
    """Write 1 for each legal action and 0 for the others; a row that is over has none."""
    for i in range(begin, end):
        row = out[i]
        row[:] = 0
        if results[i] == _GOING_ON:
            mark_moves(load_row(s, states, i), row, buffer)
            for lot in lots:
                row[lot] = 1


@jit
def evaluations(s: Any, states: Rows, results: Results, out: Buffer, begin: int, end: int) -> None:
    """Write the evaluation of every row for its side to move."""
    for i in range(begin, end):
        now = load_row(s, states, i)
        if results[i] == _GOING_ON:
            out[i] = evaluate(now, I64(now.turn))
        elif results[i] == _DRAW:
            out[i] = 0
        else:
            out[i] = _WON if results[i] == I64(now.turn) else -_WON


@jit
def observations(s: Any, states: Rows, out: Planes, begin: int, end: int) -> None:
    """Write the observation planes of every row, as the side to move sees them."""
    for i in range(begin, end):
        row = out[i]
        row[:] = 0
        observe(load_row(s, states, i), row)
