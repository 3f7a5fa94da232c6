"""Counting move sequences: the measure of correct and fast rules."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import I64, Buffer, jit, words
from taflheim.games.position import Position
from taflheim.games.rules import capacity, count, decided, legal, ongoing, play

_DEEPEST = 64
"""More than any machine can count to, and few enough for the buffer of moves."""
_LONGEST_CHAIN = 32


@jit
def _bulk(s: Any, depth: int, buffer: Buffer, start: int) -> int:
    """Count the last moves without making them."""
    if not ongoing(s) and decided(s) >= 0:
        return I64(0)
    if depth == 1:
        return count(s)
    end = legal(s, buffer, start)
    total = I64(0)
    for i in range(start, end):
        after = play(s, I64(buffer[i]))
        total += _bulk(after, depth if ongoing(after) else depth - 1, buffer, end)
    return total


@jit
def _single(s: Any, depth: int, buffer: Buffer, start: int) -> int:
    """Make every move, the last ones too."""
    if depth == 0:
        return I64(1)
    if not ongoing(s) and decided(s) >= 0:
        return I64(0)
    end = legal(s, buffer, start)
    total = I64(0)
    for i in range(start, end):
        after = play(s, I64(buffer[i]))
        total += _single(after, depth if ongoing(after) else depth - 1, buffer, end)
    return total


@jit
def _buffer(s: Any, depth: int) -> Buffer:
    return np.empty(capacity(s) * (depth + _LONGEST_CHAIN), np.int32)


def perft(position: Position, depth: int, *, bulk: bool = True) -> int:
    """How many sequences of `depth` moves there are; `bulk` counts the last ones without making them.

    >>> import taflheim
    >>> taflheim.perft(taflheim.game("halatafl").start(), 4)
    2308
    """
    _check(depth)
    if depth == 0:
        return 1
    if depth > 2:
        return sum(count for _, count in divide(position, depth, bulk=bulk))
    assert position.game.rulebook.rules
    state = words(position.state)
    return int((_bulk if bulk else _single)(state, I64(depth), _buffer(state, I64(depth)), I64(0)))


def divide(position: Position, depth: int, *, bulk: bool = True) -> Iterator[tuple[str, int]]:
    """The count behind each move, one after the other, so that one can watch it or stop."""
    _check(depth)
    for move in position.moves() if depth else []:
        if move not in position.game.rulebook.chance:
            yield move, perft(position.play(move), depth - 1, bulk=bulk)


def _check(depth: int) -> None:
    if not isinstance(depth, int) or not 0 <= depth <= _DEEPEST:
        raise TaflheimError(f"depth {depth!r}: expected a whole number from 0 to {_DEEPEST}")
