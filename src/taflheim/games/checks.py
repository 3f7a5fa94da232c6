"""Checking what callers pass: whole numbers, NumPy's among them, and positions."""

import operator
from typing import TYPE_CHECKING, SupportsIndex

from taflheim.games.errors import InvalidPosition
from taflheim.games.message import quoted

if TYPE_CHECKING:
    from taflheim.games.position import Position


def as_int(value: object) -> int | None:
    """A whole number as an `int`; None for anything else, also for True and False.

    >>> import numpy as np
    >>> as_int(np.int64(3)), as_int(3.0), as_int(True)
    (3, None, None)
    """
    if type(value) is int:  # nearly always, and much quicker told than what is below
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array has the method, but may hold more than a number
        return None


def checked_position(value: object) -> "Position":
    """The value, if it is a position.

    >>> checked_position("e9")
    Traceback (most recent call last):
    taflheim.InvalidPosition: expected a position, as from game.start(), not 'e9'
    """
    from taflheim.games.position import Position

    if not isinstance(value, Position):
        raise InvalidPosition(f"expected a position, as from game.start(), not {quoted(value)}")
    return value
