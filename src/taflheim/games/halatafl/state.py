"""A Halatafl position as machine words, and the geometry of the board.

A point is the number of a bit: eight to a rank, of which the seven files use the lower seven, a1 = 0. The eighth is
never on the board, nor is anything above rank 7, so whatever is shifted over an edge falls off the board.
"""

from collections.abc import Iterator
from typing import NamedTuple

from taflheim.games.squares import square_name

SIZE = 7
WIDTH = 8
"""Bits to a rank."""
SIDES = ("sheep", "foxes")
SHEEP, FOXES = 0, 1
MOST_SHEEP, MOST_FOXES = 20, 2
FEWEST_SHEEP = 9
"""With fewer the sheep have lost."""

_ARM = range(2, 5)
"""The files, or ranks, of an arm of the cross."""


def on_board(file: int, rank: int) -> bool:
    """Whether the cross has this point; file and rank are counted from 0."""
    inside = range(SIZE)
    return file in inside and rank in inside and (file in _ARM or rank in _ARM)


POINTS = tuple(WIDTH * rank + file for rank in range(SIZE) for file in range(SIZE) if on_board(file, rank))
NAMES = {point: square_name(point % WIDTH, point // WIDTH) for point in POINTS}
PADDOCK = tuple(point for point in POINTS if point % WIDTH in _ARM and point // WIDTH in range(4, 7))

STRAIGHT_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
WAYS = (*STRAIGHT_WAYS, (-1, 1), (1, 1), (1, -1), (-1, -1))
"""Files to the right and ranks up. Sheep go the first three."""
SHEEP_WAYS = 3


def has_line(point: int, way: tuple[int, int]) -> bool:
    """Whether a line leaves this point that way, if the board goes on there."""
    return way in STRAIGHT_WAYS or (point % WIDTH + point // WIDTH) % 2 == 0


def along(point: int, way: tuple[int, int]) -> int | None:
    """The neighbouring point along a line."""
    file, rank = point % WIDTH + way[0], point // WIDTH + way[1]
    return WIDTH * rank + file if on_board(file, rank) and has_line(point, way) else None


class Move(NamedTuple):
    """A step, or a single jump over a point."""

    origin: int
    over: int | None
    to: int
    way: int
    """An index into WAYS."""


def _steps() -> Iterator[Move]:
    for point in POINTS:
        for number, way in enumerate(WAYS):
            to = along(point, way)
            if to is not None:
                yield Move(point, None, to, number)


def _jumps() -> Iterator[Move]:
    for step in _steps():
        to = along(step.to, WAYS[step.way])
        if to is not None:
            yield Move(step.origin, step.to, to, step.way)


MOVES = (*_steps(), *_jumps())
"""All moves by their numbers, steps before jumps."""
MOVE_COUNT = len(MOVES)


class State(NamedTuple):
    """Every field is an unsigned 64-bit word."""

    sheep: int
    foxes: int
    jumper: int
    """The fox that must go on jumping, as a set of one point, or 0."""
    turn: int


def points_in(word: int) -> list[int]:
    """The points of a set, from a1 on."""
    return [point for point in POINTS if word >> point & 1]
