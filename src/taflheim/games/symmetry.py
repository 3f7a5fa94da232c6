"""Symmetries: ways to turn and mirror a board after which the same game is played."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

TURNS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "identity": lambda x, y, last: (x, y),
    "mirror": lambda x, y, last: (last - x, y),
    "flip": lambda x, y, last: (x, last - y),
    "rotate 180": lambda x, y, last: (last - x, last - y),
    "transpose": lambda x, y, last: (y, x),
    "rotate 90": lambda x, y, last: (y, last - x),
    "rotate 270": lambda x, y, last: (last - y, x),
    "antitranspose": lambda x, y, last: (last - y, last - x),
}
"""Where file and rank come to lie on a square board whose last file is `last`, by name. The first four keep ranks."""


class Symmetry(NamedTuple):
    """One way to turn or mirror a board.

    >>> import taflheim
    >>> halatafl = taflheim.game("halatafl")
    >>> mirror = halatafl.symmetries[1]
    >>> position = halatafl.start().play("c4-c5")
    >>> mirror.name, str(position.transformed(mirror))
    ('mirror', 'F1F/3/4S2/SSSS1SS/SSSSSSS/SSS/SSS f')
    >>> number, = halatafl.move_numbers("c4-c5")
    >>> halatafl.move_text([mirror.numbers[number]])
    'e4-e5'
    """

    name: str
    numbers: tuple[int, ...]
    """By number of a step: the number of that step on the turned board."""
    sides: tuple[int, ...]
    """By number of a side: which side it is on the turned board."""
    transform: Callable[[Any], Any]
    """The state on the turned board."""


def unturned(moves: int, sides: int) -> Symmetry:
    """The one symmetry that every game has."""
    return Symmetry("identity", tuple(range(moves)), tuple(range(sides)), lambda state: state)


def permutation(name: str, size: int) -> tuple[int, ...]:
    """By number of a square of a square board, along the ranks: where it comes to lie.

    >>> permutation("mirror", 2), permutation("rotate 90", 2)
    ((1, 0, 3, 2), (2, 0, 3, 1))
    """
    turned = (TURNS[name](square % size, square // size, size - 1) for square in range(size * size))
    return tuple(x + size * y for x, y in turned)


def moved(word: int, places: Iterable[int]) -> int:
    """A set of bits with each of them at its new place.

    >>> bin(moved(0b0110, (3, 2, 1, 0))), bin(moved(0b0001, (3, 2, 1, 0)))
    ('0b110', '0b1000')
    """
    return sum(1 << place for bit, place in enumerate(places) if word >> bit & 1)
