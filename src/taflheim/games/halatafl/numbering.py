"""How the tablebase of Halatafl numbers its positions: first by the sheep, then by the foxes among the free points.

The sheep stand on ranks 4 to 7, twenty points, so they are a set of twenty bits. Of two sets that mirror each other
the smaller one stands for both. Sets are ordered by how many sheep they have, then as numbers. Only sets with an even
number of sheep on odd points (file plus rank) are numbered: every move of the sheep changes that.
"""

from typing import cast

import numpy as np

from taflheim.games.halatafl.state import FEWEST_SHEEP, POINTS, SIZE, WIDTH
from taflheim.games.kernel import I64, U64, jit, lowest, popcount
from taflheim.games.rules import Words

Sets = np.ndarray[tuple[int], np.dtype[np.int64]]

SETS = 1 << 20
UPPER = tuple(point for point in POINTS if point // WIDTH >= 3)
LOWER_RANKS = U64((1 << 3 * WIDTH) - 1)
_0, _1 = U64(0), U64(1)
_7_BITS, _3_BITS = U64(0x7F), U64(7)
_FROM = tuple(map(U64, (24, 32, 42, 50)))
"""The first bit of ranks 4 to 7 in a word …"""
_TO = tuple(map(U64, (0, 7, 14, 17)))
"""… and in a set of twenty bits."""
ODD = U64(sum(1 << point for point in POINTS if (point // WIDTH + point % WIDTH) % 2))


def _mirrored(point: int) -> int:
    return point // WIDTH * WIDTH + SIZE - 1 - point % WIDTH


def _before(points: list[int]) -> list[int]:
    """By point: the set of those that come before it in a list."""
    found = [0] * 64
    for number, point in enumerate(points):
        found[point] = sum(1 << other for other in points[:number])
    return found


_ORDERS = (list(POINTS), [_mirrored(point) for point in POINTS])
BEFORE = cast("Words", np.array([_before(order) for order in _ORDERS], np.uint64))
"""By whether the board is mirrored, and point: the points before it."""


@jit
def sheep_set(sheep: int) -> int:
    """Sheep on ranks 4 to 7 as a set of twenty bits."""
    return I64(
        sheep >> _FROM[0] & _7_BITS
        | (sheep >> _FROM[1] & _7_BITS) << _TO[1]
        | (sheep >> _FROM[2] & _3_BITS) << _TO[2]
        | (sheep >> _FROM[3] & _3_BITS) << _TO[3]
    )


@jit
def sheep_word(number: int) -> int:
    """The sheep of a set."""
    bits = U64(number)
    return (
        (bits & _7_BITS) << _FROM[0]
        | (bits >> _TO[1] & _7_BITS) << _FROM[1]
        | (bits >> _TO[2] & _3_BITS) << _FROM[2]
        | (bits >> _TO[3] & _3_BITS) << _FROM[3]
    )


@jit
def foxes_number(foxes: int, free: int, mirrored: int) -> int:
    """The number of one or two foxes among the free points: pairs first."""
    total = popcount(free)
    a = popcount(free & BEFORE[mirrored, lowest(foxes)])
    rest = foxes & (foxes - _1)
    if rest == _0:
        return total * (total - 1) // 2 + a
    b = popcount(free & BEFORE[mirrored, lowest(rest)])
    low, high = min(a, b), max(a, b)
    return high * (high - 1) // 2 + low


def mirrored_sets() -> Sets:
    """By set: the one that mirrors it."""
    sets, found = np.arange(SETS), np.zeros(SETS, np.int64)
    for bit, point in enumerate(UPPER):
        found |= (sets >> bit & 1) << UPPER.index(_mirrored(point))
    return found


def numbered_sets() -> tuple[Sets, Sets]:
    """The sets that are numbered, in order, and how many places for foxes each has."""
    sets = np.arange(SETS)
    sheep = np.bitwise_count(sets).astype(np.int64)
    odd = sum(1 << bit for bit, point in enumerate(UPPER) if int(ODD) >> point & 1)
    kept = (sets <= mirrored_sets()) & (np.bitwise_count(sets & odd) % 2 == 0) & (sheep >= FEWEST_SHEEP)
    order = np.flatnonzero(kept)
    order = order[np.argsort(sheep[order], kind="stable")]
    free = len(POINTS) - sheep[order]
    return order, free * (free + 1) // 2
