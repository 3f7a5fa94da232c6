"""The rules of Halatafl.

All pieces of a side are looked at together, one way after the other: a set of points, rotated as a word, is the same
set one step further. Nothing has to be done about the edges, because what leaves the board lands on no point of it.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np

from taflheim.games import rules
from taflheim.games.halatafl import state
from taflheim.games.halatafl.state import MOVES, POINTS, SHEEP_WAYS, WAYS, WIDTH, State
from taflheim.games.kernel import I64, U64, Buffer, Entries, implements, jit, lowest, popcount

_0, _1, _64 = U64(0), U64(1), U64(64)
_SHEEP, FOXES = U64(state.SHEEP), U64(state.FOXES)
BOARD = U64(sum(1 << point for point in POINTS))
PADDOCK = U64(sum(1 << point for point in state.PADDOCK))
_FEWEST_SHEEP = I64(state.FEWEST_SHEEP)
_CAPACITY = I64(max(state.MOST_SHEEP * SHEEP_WAYS, state.MOST_FOXES * len(WAYS)))

_PADDOCK_FULL, _FOXES_GONE, _TOO_FEW_SHEEP = I64(0), I64(1), I64(2)


def _table(values: Iterable[int]) -> Sequence[int]:
    """Words that compiled code looks up."""
    return cast("Sequence[int]", np.array(list(values), np.uint64))


# By way: how far a word is rotated to the left to bring every point one step on, or one step back.
_ON = _table((WIDTH * rank + file) % 64 for file, rank in WAYS)
_BACK = _table(-(WIDTH * rank + file) % 64 for file, rank in WAYS)
# By way: the points from which a line goes that way.
_LINES = _table(sum(1 << point for point in POINTS if state.has_line(point, way)) for way in WAYS)

# By number of the move: its points, as sets of one.
_ORIGIN = _table(1 << move.origin for move in MOVES)
_OVER = _table(0 if move.over is None else 1 << move.over for move in MOVES)
_TO = _table(1 << move.to for move in MOVES)

# By way and origin: the number of the move.
_STEPS = np.full((len(WAYS), 64), -1, np.int32)
_JUMPS = np.full((len(WAYS), 64), -1, np.int32)
for _number, _move in enumerate(MOVES):
    (_STEPS if _move.over is None else _JUMPS)[_move.way, _move.origin] = _number


@jit
def _rotate(word: int, by: int) -> int:
    """`by` is not 0."""
    return word << by | word >> (_64 - by)


@jit
def free_ways(empty: int, way: int) -> int:
    """The points from which a step that way leads to an empty point."""
    return _LINES[way] & _rotate(empty, _BACK[way])


@jit
def prey_ways(sheep: int, empty: int, way: int) -> int:
    """The points from which a jump that way captures."""
    return _LINES[way] & _rotate(sheep & _rotate(empty, _BACK[way]), _BACK[way])


@jit
def empty_points(s: State) -> int:
    return BOARD & ~(s.sheep | s.foxes)


@jit
def capturing_foxes(s: State) -> int:
    """The foxes that can capture."""
    empty, found = empty_points(s), _0
    for way in range(len(WAYS)):
        found |= prey_ways(s.sheep, empty, way)
    return s.foxes & found


@jit
def trapped_foxes(s: State) -> int:
    """The foxes that can neither step nor jump."""
    empty, found = empty_points(s), _0
    for way in range(len(WAYS)):
        found |= free_ways(empty, way) | prey_ways(s.sheep, empty, way)
    return s.foxes & ~found


@jit
def _append(origins: int, numbers: Buffer, buffer: Buffer, end: int) -> int:
    """Write the number of the move from each of these points."""
    while origins:
        buffer[end] = numbers[lowest(origins)]
        end += 1
        origins &= origins - _1
    return end


@implements(rules.legal, State)
def legal(s: State, buffer: Buffer, start: int) -> int:
    empty, end = empty_points(s), start
    if s.turn == _SHEEP:
        for way in range(SHEEP_WAYS):
            end = _append(s.sheep & free_ways(empty, way), _STEPS[way], buffer, end)
        return end
    foxes = s.jumper if s.jumper else s.foxes
    for way in range(len(WAYS)):
        end = _append(foxes & prey_ways(s.sheep, empty, way), _JUMPS[way], buffer, end)
    if end == start:
        for way in range(len(WAYS)):
            end = _append(foxes & free_ways(empty, way), _STEPS[way], buffer, end)
    return end


@jit
def _chains(fox: int, sheep: int, empty: int) -> int:
    """In how many ways a fox can jump on until it can no more; 1 if it cannot at all."""
    total = I64(0)
    for way in range(len(WAYS)):
        if fox & prey_ways(sheep, empty, way):
            over = _rotate(fox, _ON[way])
            to = _rotate(over, _ON[way])
            total += _chains(to, sheep ^ over, empty ^ fox ^ over ^ to)
    if total == 0:
        return I64(1)
    return total


@implements(rules.count, State)
def count(s: State) -> int:
    empty, total = empty_points(s), I64(0)
    if s.turn == _SHEEP:
        for way in range(SHEEP_WAYS):
            total += popcount(s.sheep & free_ways(empty, way))
        return total
    foxes = s.jumper if s.jumper else capturing_foxes(s)
    while foxes:
        rest = foxes & (foxes - _1)
        total += _chains(foxes ^ rest, s.sheep, empty)
        foxes = rest
    if total == 0:
        for way in range(len(WAYS)):
            total += popcount(s.foxes & free_ways(empty, way))
    return total


@implements(rules.play, State)
def play(s: State, move: int) -> State:
    origin, over, to = _ORIGIN[move], _OVER[move], _TO[move]
    if s.turn == _SHEEP:
        after = State(s.sheep ^ origin ^ to, s.foxes, _0, FOXES)
        return State(after.sheep, after.foxes & ~trapped_foxes(after), _0, FOXES)
    after = State(s.sheep ^ over, s.foxes ^ origin ^ to, _0, _SHEEP)
    jumper = capturing_foxes(after) & to
    if over and jumper:
        return State(after.sheep, after.foxes, jumper, FOXES)
    return after


@jit
def _judge(s: State) -> tuple[int, int]:
    """The winner and the reason, or -1 twice: what a side's own move must bring about is judged after that move."""
    if s.turn == FOXES:
        if s.sheep & PADDOCK == PADDOCK:
            return I64(0), _PADDOCK_FULL
        if s.foxes == _0:
            return I64(0), _FOXES_GONE
    elif popcount(s.sheep) < _FEWEST_SHEEP:
        return I64(1), _TOO_FEW_SHEEP
    return I64(-1), I64(-1)


@implements(rules.decided, State)
def decided(s: State) -> int:
    return _judge(s)[0]


@implements(rules.reason, State)
def reason(s: State) -> int:
    return _judge(s)[1]


@implements(rules.ongoing, State)
def ongoing(s: State) -> bool:
    return s.jumper != _0


@implements(rules.capacity, State)
def capacity(s: State) -> int:
    return _CAPACITY


# ---- for the rest of the game's folder: plain states in, plain sets of points out --------------------------------


_TRAPPED = Entries(trapped_foxes)
_CAPTURING = Entries(capturing_foxes)


def trapped(s: State) -> int:
    """The foxes that can neither step nor jump."""
    found: int = _TRAPPED[State](s)
    return found


def capturing(s: State) -> int:
    """The foxes that can capture."""
    found: int = _CAPTURING[State](s)
    return found
