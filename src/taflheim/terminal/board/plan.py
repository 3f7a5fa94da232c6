"""Where everything of a board lies in a terminal: how large it is drawn, and which spot a character belongs to.

Lengths are in columns. A row is two columns high, as a character is about twice as high as it is wide: a place that is
as many columns wide as half rows high is square.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import hypot
from typing import NamedTuple

from taflheim.games.view import Layout, Spot
from taflheim.terminal.board.look import Form, rims


class Scale(NamedTuple):
    """How large a board is drawn: its places, its gaps, and what lies around the field."""

    cell: int
    gap: int
    """As wide as a cell where the lattice has no gaps."""
    left: int
    top: int
    right: int
    bottom: int
    under: int
    """What lies between the field and the letters below it."""


class Box(NamedTuple):
    """Where something lies in the picture: its upper left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, eq=False)
class Plan:
    """A board at a scale, seen from one side. Two plans are equal only if they are the same."""

    layout: Layout
    form: Form
    scale: Scale
    flipped: bool = False

    @cached_property
    def field(self) -> Box:
        """Where the lattice lies."""
        width, height = _field(self.layout, self.scale.cell, self.scale.gap)
        return Box(self.scale.left, self.scale.top, width, height)

    @property
    def columns(self) -> int:
        """How wide the picture is."""
        return self.scale.left + self.field.width + self.scale.right

    @property
    def rows(self) -> int:
        """How high the picture is."""
        return (self.scale.top + self.field.height + self.scale.bottom + 1) // 2

    @property
    def letters_row(self) -> int:
        """The row of characters with the letters of the files: the first below the field and what is in its frame."""
        return (self.scale.top + self.field.height + self.scale.under + 1) // 2

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Where the spots lie, but for buttons."""
        return {spot.name: self._box(spot) for spot in self.layout.spots if spot.kind != "button"}

    def _box(self, spot: Spot) -> Box:
        return self.places(spot.x - spot.width // 2, spot.y - spot.height // 2, spot.width, spot.height)

    def places(self, x: int, y: int, width: int = 1, height: int = 1) -> Box:
        """Where some places of the lattice lie, the lowest left of which is given."""
        cell, gap = self.scale.cell, self.scale.gap
        left, right = _along(x, cell, gap), _along(x + width, cell, gap)
        low, high = _along(y, cell, gap), _along(y + height, cell, gap)
        if self.flipped:
            return Box(self.field.x + self.field.width - right, self.field.y + low, right - left, high - low)
        return Box(self.field.x + left, self.field.y + self.field.height - high, right - left, high - low)

    def between(self, origin: str, to: str, done: float) -> Box:
        """Where something is on its way from one spot to another, if so much of it is behind it."""
        one, other = self.boxes[origin], self.boxes[to]
        x, y = round(one.x + (other.x - one.x) * done), round(one.y + (other.y - one.y) * done)
        return Box(x, y, one.width, one.height)

    def spot_at(self, column: float, row: float, is_open: Callable[[str], bool], previewed: str | None) -> str | None:
        """The spot that a point hits, if any; a point inside a character is told by fractions of columns and rows.

        Grooves are narrow, so they reach a little into their neighbours. Of grooves in a row the one with the nearest
        middle is meant; where two cross, an open one comes before one that is not. Between equals the one that is
        previewed already stays.
        """
        x, y, cell = column, 2 * row, self.scale.cell
        grooves = [name for name in self._named("groove") if _outside(self.boxes[name], x, y) <= _REACH * cell]
        if not grooves:
            nearest = min(self._named("square", "point"), key=lambda name: _outside(self.boxes[name], x, y))
            return nearest if _outside(self.boxes[nearest], x, y) <= _FARTHEST * cell else None

        def rank(name: str) -> float:
            box = self.boxes[name]
            far = hypot(x - box.middle[0], y - box.middle[1])
            return 10 * _outside(box, x, y) + far - 0.01 * cell * (name == previewed)

        def rank_at_crossing(name: str) -> float:
            return rank(name) + (0 if is_open(name) else _OPEN_FIRST * cell)

        level = [name for name in grooves if self.boxes[name].width > self.boxes[name].height]
        upright = [name for name in grooves if name not in level]
        return min((min(those, key=rank) for those in (level, upright) if those), key=rank_at_crossing)

    def _named(self, *kinds: str) -> list[str]:
        return [spot.name for spot in self.layout.spots if spot.kind in kinds]


_REACH, _FARTHEST, _OPEN_FIRST = 0.05, 0.45, 1.5
"""In cells: how far beside a groove a click still hits it, and beside all spots the nearest; how much farther away an
open groove may be than one that is not, and still be the one that is meant where they cross."""


def _outside(box: Box, x: float, y: float) -> float:
    """How far a point lies outside a box."""
    return max(box.x - x, x - box.x - box.width, box.y - y, y - box.y - box.height, 0.0)


def _along(place: int, cell: int, gap: int) -> int:
    """How far from the edge a place of the lattice begins."""
    return (place + 1) // 2 * cell + place // 2 * gap


def _field(layout: Layout, cell: int, gap: int) -> tuple[int, int]:
    return _along(layout.width, cell, gap), _along(layout.height, cell, gap)


# ---- how large ----------------------------------------------------------------------------------------------------


def best_scale(layout: Layout, columns: int, rows: int, form: Form) -> Scale | None:
    """The largest scale that fits into so many characters, with a frame if there is room for one."""

    def fits(scale: Scale) -> bool:
        plan = Plan(layout, form, scale)
        return plan.columns <= columns and plan.rows <= rows

    largest = None
    for cell, gap in _sizes(layout, form):
        if not fits(tight := _with_margins(layout, form, cell, gap, roomy=False)):
            return largest
        roomy = _with_margins(layout, form, cell, gap, roomy=True)
        largest = roomy if fits(roomy) else tight
    return largest


def needed(layout: Layout, form: Form) -> tuple[int, int]:
    """How many columns and rows the smallest picture of a board takes."""
    cell, gap = next(_sizes(layout, form))
    plan = Plan(layout, form, _with_margins(layout, form, cell, gap, roomy=False))
    return plan.columns, plan.rows


def _sizes(layout: Layout, form: Form) -> Iterator[tuple[int, int]]:
    """Sizes of cells and gaps, from the smallest on."""
    has_gaps = layout.groove != 1
    if form == "paint" and has_gaps:
        # What cells and gaps are together is whole rows, so that all cells look the same.
        for both in count(4, 2):
            gap = max(1, round(both * layout.groove / (1 + layout.groove)))
            yield both - gap, gap
    elif form == "paint":
        yield from ((cell, cell) for cell in (2, 3))
        yield from ((cell, cell) for cell in count(4, 2))
    else:
        for cell in count(2, 2):
            yield cell, max(2, round(cell * layout.groove / 2) * 2)


def _with_margins(layout: Layout, form: Form, cell: int, gap: int, *, roomy: bool) -> Scale:
    """Room for coordinates at the left and below, for what marks put into the frame, and for the frame itself."""
    label = max(map(len, layout.ranks.values()), default=0)
    _, height = _field(layout, cell, gap)
    rim = int(bool(rims(layout)))
    if form != "paint":
        closing = int(layout.groove == 1 and cell > 2)
        under = 2 * max(closing, rim)
        return Scale(cell, gap, label + 1 + rim, 2 * rim, 1, under + 2, under)
    side, top = (2, 2) if roomy else (rim, 2 * rim)
    under = rim or cloth(layout, roomy=roomy)
    bottom = under + 2 + (top + height + under) % 2
    return Scale(cell, gap, label + 1 + side, top, side, bottom + 2 * (roomy and bottom == 2), under)


def cloth(layout: Layout, *, roomy: bool) -> int:
    """How far the ground goes on around the field: a little behind points, which lie on its edge."""
    return int(roomy and not any(spot.kind == "square" for spot in layout.spots))
