"""Where the arrow keys lead on a board."""

from collections.abc import Collection
from typing import Literal

from taflheim.games.view import Layout, Spot

Direction = Literal["up", "down", "left", "right"]

_WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def step(
    layout: Layout, spot: str, direction: Direction, *, flipped: bool = False, allowed: Collection[str] | None = None
) -> str | None:
    """The nearest spot in a direction, straight ahead before aside; only among those that are allowed, if these are
    given. None if there is none.

    >>> import taflheim
    >>> step(taflheim.game("halatafl").layout, "c2", "up"), step(taflheim.game("halatafl").layout, "c1", "down")
    ('c3', None)
    """
    dx, dy = _WAYS[direction]
    if flipped:
        dx, dy = -dx, -dy
    x, y = _place(layout.by_name[spot])
    nearest, least = None, float("inf")
    for other in layout.spots:
        if other.kind == "button" or (allowed is not None and other.name not in allowed):
            continue
        across, up = _place(other)[0] - x, _place(other)[1] - y
        ahead, aside = across * dx + up * dy, abs(across * dy) + abs(up * dx)
        if ahead > 0 and ahead + 2 * aside < least:
            nearest, least = other.name, ahead + 2 * aside
    return nearest


def nearest(layout: Layout, spot: str | None, *, allowed: Collection[str] | None = None) -> str | None:
    """The spot to go on with: this one if it is allowed, or else the one nearest to it, or to the middle of the board.

    >>> import taflheim
    >>> nearest(taflheim.game("hnefatafl").layout, None)
    'f6'
    """
    begin = layout.by_name.get(spot or "")
    x, y = _place(begin) if begin else ((layout.width - 1) / 2, (layout.height - 1) / 2)
    spots = [each for each in layout.spots if each.kind != "button" and (allowed is None or each.name in allowed)]

    def far(other: Spot) -> float:
        return abs(_place(other)[0] - x) + abs(_place(other)[1] - y)

    return min(spots, key=far).name if spots else None


def _place(spot: Spot) -> tuple[int, int]:
    """Where a spot begins: two that cross each other have the same middle."""
    return spot.x - spot.width // 2, spot.y - spot.height // 2
