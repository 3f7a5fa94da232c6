"""Which widget an arrow leads to: the nearest in its direction. Pure."""

from collections.abc import Iterable

from textual.geometry import Region

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

# What lies aside counts more than what lies ahead: an arrow goes straight on if it can.
_ASIDE = 3


def nearest(here: Region, others: Iterable[Region], direction: str) -> Region | None:
    """The nearest region that lies in a direction.

    >>> left, right, below = Region(0, 0, 10, 1), Region(20, 0, 10, 1), Region(0, 5, 40, 1)
    >>> nearest(left, [right, below], "right") == right, nearest(right, [left, below], "down") == below
    (True, True)
    """
    dx, dy = DIRECTIONS[direction]
    found = [(distance, place) for place in others if (distance := _distance(here, place, dx, dy)) is not None]
    return min(found, key=lambda one: one[0])[1] if found else None


def _distance(here: Region, there: Region, dx: int, dy: int) -> float | None:
    """How far it is; None if it does not lie that way. A row counts as two columns."""
    across = (
        max(there.x - here.right, here.x - there.right, 0)
        if dy
        else _ahead(here.x, here.right, there.x, there.right, dx)
    )
    down = (
        max(there.y - here.bottom, here.y - there.bottom, 0)
        if dx
        else _ahead(here.y, here.bottom, there.y, there.bottom, dy)
    )
    if across is None or down is None:
        return None
    ahead, aside = (across, 2 * down) if dx else (2 * down, across)
    return ahead + _ASIDE * aside


def _ahead(start: int, end: int, other_start: int, other_end: int, sign: int) -> int | None:
    gap = other_start - end if sign > 0 else start - other_end
    return gap if gap >= 0 else None
