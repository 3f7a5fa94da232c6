"""Work on single positions of any game, compiled: all moves, whether a move is legal, who has won.

The public functions take states of plain numbers; those with an underscore are compiled.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from taflheim.games.kernel import I64, Buffer, jit, jit_with_arrays, words
from taflheim.games.rules import capacity, count, decided, legal, ongoing, play, reason

_LONGEST_CHAIN = 32
NOT_OVER = -1
NO_MOVES = -2
_NOT_OVER = I64(NOT_OVER)
_NO_MOVES = I64(NO_MOVES)


@jit
def _verdict(s: Any) -> tuple[int, int]:
    winner = decided(s)
    if winner >= 0:
        return winner, reason(s)
    if count(s) == 0:
        return 1 - I64(s.turn), _NO_MOVES
    return _NOT_OVER, _NOT_OVER


@jit_with_arrays
def _steps(s: Any) -> Buffer:
    buffer = np.empty(capacity(s), np.int32)
    return buffer[: legal(s, buffer, I64(0))]


@jit_with_arrays
def _steps_and_more(s: Any) -> Buffer:
    """Step and whether the move must go on after it, in turns."""
    buffer = np.empty(capacity(s), np.int32)
    length = legal(s, buffer, I64(0))
    out = np.empty(2 * length, np.int32)
    for i in range(length):
        out[2 * i] = buffer[i]
        out[2 * i + 1] = ongoing(play(s, I64(buffer[i])))
    return out


@jit
def _step(s: Any, move: int) -> tuple[Any, bool]:
    after = play(s, move)
    return after, ongoing(after)


@jit
def _collect(s: Any, buffer: Buffer, start: int, chain: Buffer, length: int, out: Buffer, used: int) -> int:
    """Append every whole move to `out`, as its length and its steps, while there is room; return the room needed."""
    end = legal(s, buffer, start)
    for i in range(start, end):
        chain[length] = buffer[i]
        after = play(s, I64(buffer[i]))
        if ongoing(after):
            used = _collect(after, buffer, end, chain, length + 1, out, used)
        else:
            if used + length + 2 <= out.size:
                out[used] = length + 1
                for k in range(length + 1):
                    out[used + 1 + k] = chain[k]
            used += length + 2
    return used


@jit_with_arrays
def _whole_moves(s: Any) -> Buffer:
    buffer = np.empty(capacity(s) * (_LONGEST_CHAIN + 1), np.int32)
    chain = np.empty(_LONGEST_CHAIN + 1, np.int32)
    out = np.empty(2 * capacity(s), np.int32)
    used = _collect(s, buffer, I64(0), chain, I64(0), out, I64(0))
    if used > out.size:
        out = np.empty(used, np.int32)
        _collect(s, buffer, I64(0), chain, I64(0), out, I64(0))
    return out[:used]


@jit_with_arrays
def _follow(s: Any, chain: Buffer) -> tuple[Any, int, bool]:
    buffer = np.empty(capacity(s), np.int32)
    for i in range(chain.size):
        if i > 0 and not ongoing(s):
            return s, I64(i), False
        found = False
        for k in range(legal(s, buffer, I64(0))):
            if buffer[k] == chain[i]:
                found = True
        if not found:
            return s, I64(i), i > 0
        s = play(s, I64(chain[i]))
    return s, I64(chain.size), ongoing(s)


def verdict(state: Any) -> tuple[int, int]:
    """The number of the winner and of the reason, or NOT_OVER twice. A side that cannot move on its turn has lost."""
    winner, why = _verdict(words(state))
    return int(winner), int(why)


def steps(state: Any) -> list[int]:
    """The numbers of the legal next steps; each is a whole move but in games with chains."""
    numbers: list[int] = _steps(words(state)).tolist()
    return numbers


def steps_and_more(state: Any) -> list[tuple[int, bool]]:
    """The numbers of the legal next steps, each with whether the move must go on after it."""
    pairs = _steps_and_more(words(state)).tolist()
    return list(zip(pairs[::2], map(bool, pairs[1::2]), strict=True))


def step(state: Any, number: int) -> tuple[Any, bool]:
    """The state after a step, and whether the move must go on."""
    after, more = _step(words(state), I64(number))
    return type(state)(*map(int, after)), bool(more)


def whole_moves(state: Any) -> list[list[int]]:
    """All whole moves, each as the numbers of its steps."""
    listing = _whole_moves(words(state)).tolist()
    moves = []
    at = 0
    while at < len(listing):
        end = at + 1 + listing[at]
        moves.append(listing[at + 1 : end])
        at = end
    return moves


def follow(state: Any, chain: Sequence[int]) -> tuple[Any, int, bool]:
    """Play the steps while they are legal: the state, how many were legal, and whether the move must go on there."""
    after, done, more = _follow(words(state), np.array(chain, np.int32))
    return type(state)(*map(int, after)), int(done), bool(more)
