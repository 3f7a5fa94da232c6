"""Counting move sequences: the measure of correct and fast rules."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import Any

import numpy as np

from taflheim.games.checks import as_int, checked_position
from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import I64, Buffer, jit, jit_with_arrays, words
from taflheim.games.position import Position
from taflheim.games.rules import capacity, count, decided, legal, ongoing, play

_DEEPEST = 64
"""Deeper than any machine can count, and small enough for the buffer of moves."""
_LONGEST_CHAIN = 32


@jit
def _bulk(s: Any, depth: int, buffer: Buffer, start: int) -> int:
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


@jit_with_arrays
def _buffer(s: Any, depth: int) -> Buffer:
    return np.empty(capacity(s) * (depth + _LONGEST_CHAIN), np.int32)


def count_at_once(position: Position, depth: int, *, bulk: bool = True) -> int:
    """Perft in one piece; `bulk` counts the last moves without making them."""
    if depth == 0:
        return 1
    position.game.rulebook.load_rules()
    state = words(position.state)
    return int((_bulk if bulk else _single)(state, I64(depth), _buffer(state, I64(depth)), I64(0)))


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are from a position.

    >>> import taflheim
    >>> perft(taflheim.game("halatafl").start(), 4)
    2308
    """
    checked_position(position)
    return _interruptible(partial(count_at_once, position, _checked(depth)))


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Perft of each move, one after the other, without moves of chance."""
    checked_position(position)
    depth = _checked(depth)
    for move in position.moves() if depth else []:
        if move not in position.game.rulebook.chance:
            yield move, perft(position.play(move), depth - 1)


def _interruptible(work: Callable[[], int]) -> int:
    """Do the work in a thread, so that Ctrl-C works: compiled code in the main thread would block it."""
    answer: Future[int] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    # The thread needs the caller's context: how NumPy treats overflows is part of it.
    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return answer.result()


def _checked(depth: object) -> int:
    number = as_int(depth)
    if number is None or not 0 <= number <= _DEEPEST:
        raise TaflheimError(f"depth: expected a whole number from 0 to {_DEEPEST}")
    return number
