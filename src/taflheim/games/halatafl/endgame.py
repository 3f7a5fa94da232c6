"""A tablebase, by retrograde analysis: every position whose sheep all stand on ranks 4 to 7, with one fox or two.

Sheep never go back, so no move leads out of this set. Half of the positions with the foxes to move and nothing to
capture are stored (`stored.py`). From all others a few moves lead there: every move of the sheep changes how many of
them stand on odd points, and captures come to an end. A short alpha-beta search finds their values, as exactly.
"""

from functools import cache

import numpy as np

from taflheim.games import compiled
from taflheim.games.halatafl.numbering import LOWER_RANKS
from taflheim.games.halatafl.rules import FOXES, decided, legal, ongoing, play
from taflheim.games.halatafl.state import POINTS, WIDTH, State
from taflheim.games.halatafl.stored import load, tabled
from taflheim.games.kernel import I64, U64, Buffer, Entries, jit
from taflheim.games.rules import NOT_TABLED, Words

_NOT_TABLED = I64(NOT_TABLED)
_1, _16, _29, _16_BITS, _MULTIPLIER = U64(1), U64(16), U64(29), U64(0xFFFF), U64(0x9E3779B97F4A7C15)
_REMEMBERED = 1 << 18
_MASK = U64(_REMEMBERED - 1)
_WON = I64(1000)
"""A game the sheep have won, in values: every move until then costs one. The foxes win with the negative."""
_BUFFER = 1 << 14
"""More numbers of moves than any line of `_value` can list: it has fewer than 200 steps, with at most 60 moves each."""
_NEAR = 4
"""A search that begins so few steps of the sheep away looks into the table."""


def outcomes(state: State) -> dict[int, int] | None:
    """For every first step: in how many moves of both the side to move wins. Negative: it loses. 0: it is a draw.

    None for a position that is not in this set.

    >>> import taflheim
    >>> position = taflheim.game("halatafl").position("SSS/S1S/1FSS2S/S1S1S1F/7/3/3 s")
    >>> {position.game.move_text([step]): wins for step, wins in outcomes(position.state).items() if wins > 0}
    {'a4-b4': 11, 'c4-d4': 11}
    """
    if not _inside(state):
        return None
    return {step: _outcome(state, step) for step in compiled.steps(state)}


def line(state: State, step: int) -> tuple[int, ...]:
    """A step and the best ones after it until the game is over; or only the step, if it leads to a draw."""
    steps = [step]
    while _outcome(state, step) != 0:
        state, _ = compiled.step(state, step)
        if compiled.verdict(state)[0] != compiled.NOT_OVER:
            break
        found = outcomes(state) or {}
        step = max(found, key=lambda each: 1 / found[each] if found[each] else 0.0)
        steps.append(step)
    return tuple(steps)


def table(state: State) -> Words | None:
    """What `tabled` looks things up in; None far from the positions that are there."""
    way = sum(3 - point // WIDTH for point in POINTS if point // WIDTH < 3 and state.sheep >> point & 1)
    return load() if way <= _NEAR else None


def solve(state: State) -> object:
    """Compile what looks into the tablebase, which is there already."""
    return _OUTCOMES[type(state)]


def _inside(state: State) -> bool:
    return not state.sheep & int(LOWER_RANKS)


@cache
def _found() -> Words:
    """What was found so far, 4 MB: it stays true for ever."""
    return np.zeros(2 * _REMEMBERED, np.uint64)


@jit
def _value(s: State, alpha: int, beta: int, tablebase: Words, found: Words, buffer: Buffer, start: int) -> int:
    """The value for the sheep, by alpha-beta until all positions are in the table; `found` keeps what was found."""
    for_sheep = s.turn != FOXES
    if not ongoing(s):
        winner = decided(s)
        if winner >= 0:
            return _WON if winner == 0 else -_WON
        moves = tabled(s, tablebase)
        if moves != _NOT_TABLED:
            return I64(0) if moves == 0 else moves - _WON if moves > 0 else moves + _WON
    # At best a side wins with this move.
    alpha, beta = max(alpha, 1 - _WON), min(beta, _WON - 1)
    if alpha >= beta:
        return alpha
    this = _key(s)
    low, high = _recall(found, this)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    first, last = alpha, beta
    end = legal(s, buffer, start)
    best = -_WON if for_sheep else _WON
    # Those that are in the table come first: they narrow the window for the others.
    for stored in range(1, -1, -1):
        for i in range(start, end):
            after = play(s, I64(buffer[i]))
            known = for_sheep and (decided(after) >= 0 or tabled(after, tablebase) != _NOT_TABLED)
            if known != (stored == 1) or alpha >= beta:
                continue
            low, high = (alpha, beta) if ongoing(after) else (_earlier(alpha), _earlier(beta))
            value = _later(_value(after, low, high, tablebase, found, buffer, end), after)
            if for_sheep:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
    _remember(found, this, best if best > first else -_WON, best if best < last else _WON)
    return best


@jit
def _key(s: State) -> int:
    """A hash of a position."""
    x = s.sheep * _MULTIPLIER ^ (s.foxes << _1 | U64(s.turn))
    x = (x ^ x >> _29) * _MULTIPLIER ^ s.jumper
    x = (x ^ x >> _29) * _MULTIPLIER
    return x ^ x >> _29


@jit
def _recall(found: Words, key: int) -> tuple[int, int]:
    """The bounds of a value that were found before."""
    at = I64(key & _MASK) * 2
    bounds = found[at]
    if bounds ^ found[at + 1] != key:
        return -_WON, _WON
    return I64(bounds >> _16) - _WON, I64(bounds & _16_BITS) - _WON


@jit
def _remember(found: Words, key: int, low: int, high: int) -> None:
    """Keep them. Threads may write at once: then the words do not fit together, and are not used."""
    at = I64(key & _MASK) * 2
    bounds = U64(low + _WON) << _16 | U64(high + _WON)
    found[at], found[at + 1] = bounds, bounds ^ key


@jit
def _earlier(bound: int) -> int:
    """A bound of the values of a move, as one of the positions it leads to."""
    if bound == 0:
        return bound
    return bound + 1 if bound > 0 else bound - 1


@jit
def _later(value: int, after: State) -> int:
    """The value of a move that leads to a position with this value: one move later, if the move is done."""
    if value == 0 or ongoing(after):
        return value
    return value - 1 if value > 0 else value + 1


@jit
def _step_outcome(s: State, step: int, tablebase: Words, found: Words, buffer: Buffer) -> int:
    after = play(s, step)
    value = _later(_value(after, -_WON, _WON, tablebase, found, buffer, I64(0)), after)
    if value == 0:
        return I64(0)
    moves = _WON - value if value > 0 else -_WON - value
    return moves if s.turn != FOXES else -moves


_OUTCOMES = Entries(_step_outcome, I64(0), np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.int32))


def _outcome(state: State, step: int) -> int:
    found: int = _OUTCOMES[State](state, step, load(), _found(), np.empty(_BUFFER, np.int32))
    return found
