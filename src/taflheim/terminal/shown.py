"""What the terminal shows already: of every update only what differs from that is sent, over a slow line above all.

Textual paints the whole screen anew whenever the place of something has changed, and often several times.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

_GAP = 4
"""Up to so many characters are sent once more, as going elsewhere takes as many."""


class _Cell(NamedTuple):
    text: str
    """Nothing, where the character before is wide and takes this place, too."""
    style: Style | None


_Row = dict[int, _Cell]
"""By columns."""


class Shown:
    """The characters on the terminal, as far as they are known."""

    def __init__(self) -> None:
        self._rows: dict[int, _Row] = {}

    def forget(self) -> None:
        """Somebody else has painted there, or it has another size: everything is sent again."""
        self._rows = {}

    def sent(self, update: CompositorUpdate, console: Console) -> str:
        """What is to be sent for an update; from now on that is shown."""
        parts: list[str] = []
        for y, cells in _written(update, console).items():
            row = self._rows.setdefault(y, {})
            changed = sorted(x for x, cell in cells.items() if row.get(x) != cell)
            row |= cells
            for first, last in _together(changed, row):
                x, strip = _span(row, first, last)
                parts += Control.move_to(x, y).segment.text, strip.render(console)
        return "".join(parts)


class Changes(CompositorUpdate):
    """An update of which only that is sent which is not shown yet."""

    def __init__(self, update: CompositorUpdate, shown: Shown):
        self._update, self._shown = update, shown

    def render_segments(self, console: Console) -> str:
        """As the terminal reads it. Textual asks for it exactly if it is sent."""
        return self._shown.sent(self._update, console)


def _written(update: CompositorUpdate, console: Console) -> dict[int, _Row]:
    """What an update writes, by rows."""
    rows: dict[int, _Row] = {}
    x = y = 0
    for segment in update.__rich_console__(console, console.options):  # type: ignore[attr-defined]  # those that paint
        if segment.control:
            for code in segment.control:
                if code[0] is ControlType.CURSOR_MOVE_TO:
                    x, y = int(code[1]), int(code[2])
            continue
        if segment.text == "\n":
            continue  # the next line begins with a place of its own
        row, style = rows.setdefault(y, {}), segment.style and _seen(segment.style)
        for letter in segment.text:
            wide = cell_len(letter)
            if wide:
                row |= {x: _Cell(letter, style), **({x + 1: _Cell("", style)} if wide > 1 else {})}
                x += wide
            elif x - 1 in row:  # an accent belongs to the letter before it
                row[x - 1] = row[x - 1]._replace(text=row[x - 1].text + letter)
    return rows


@lru_cache(maxsize=1024)
def _seen(style: Style) -> Style:
    """A style without what Textual notes in it for itself."""
    return style.clear_meta_and_links()


def _together(places: Sequence[int], row: _Row) -> Iterator[tuple[int, int]]:
    """The first and the last of places that lie near each other, with known ones between them."""
    first: int | None = None
    before = -1
    for place in places:
        if first is None:
            first = place
        elif place - before > _GAP or any(x not in row for x in range(before, place)):
            yield first, before
            first = place
        before = place
    if first is not None:
        yield first, before


def _span(row: _Row, first: int, last: int) -> tuple[int, Strip]:
    """The characters of a row between two places, and where they begin; a wide one is not cut."""
    while first - 1 in row and not row[first].text:
        first -= 1
    groups = groupby((row[x] for x in range(first, last + 1)), key=lambda cell: cell.style)
    return first, Strip([Segment("".join(cell.text for cell in group), style) for style, group in groups])
