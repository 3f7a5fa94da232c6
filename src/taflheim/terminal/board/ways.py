"""The way of a move as characters: dots along it and the head of an arrow."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, pi
from typing import NamedTuple

Place = tuple[int, int]
"""Column and row of a character."""

_HEADS = {False: "→↗↑↖←↙↓↘", True: ">/^\\</v\\"}


class Arrow(NamedTuple):
    """What is written where."""

    dots: tuple[Place, ...]
    tip: Place
    head: str


def arrow(middles: Sequence[Place], *, ascii_only: bool) -> Arrow:
    """The arrow along the middles of two or more spots.

    >>> arrow([(0, 0), (8, 0)], ascii_only=False)
    Arrow(dots=((2, 0), (4, 0), (6, 0)), tip=(8, 0), head='→')
    """
    dots: list[Place] = []
    for (x1, y1), (x2, y2) in pairwise(middles):
        steps = max(abs(x2 - x1) // 2, abs(y2 - y1))
        dots += ((x1 + round((x2 - x1) * i / steps), y1 + round((y2 - y1) * i / steps)) for i in range(1, steps))
    dots += middles[1:-1]
    (x1, y1), tip = middles[-2:]
    eighth = round(atan2(2 * (y1 - tip[1]), tip[0] - x1) * 4 / pi) % 8
    return Arrow(tuple(dots), tip, _HEADS[ascii_only][eighth])
