"""A sheet of characters, each with a style: what boards are written on that are not painted."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from taflheim.terminal.board.ink import Ink, brightest, contrast, mixed
from taflheim.terminal.board.look import DARK, LIGHT
from taflheim.terminal.board.paint.canvas import style_of

_READABLE = 4.5
_PLAIN = Style()


class Sheet:
    """Characters by row and column. Without colours only weight and inversion are left."""

    def __init__(self, columns: int, rows: int, *, colours: bool):
        ground = style_of(LIGHT, DARK, bold=False) if colours else _PLAIN
        self._colours = colours
        self._rows = [[(" ", ground)] * columns for _ in range(rows)]

    def write(self, column: int, row: int, text: str, ink: Ink = LIGHT, *, bold: bool = False) -> None:
        """Characters from a place on; outside of the sheet nothing is written."""
        style = style_of(_on_dark(ink), DARK, bold=bold) if self._colours else Style(bold=bold) if bold else _PLAIN
        for i, character in enumerate(text):
            if self._has(column + i, row):
                self._rows[row][column + i] = character, style

    def at(self, column: int, row: int) -> str:
        """The character at a place; nothing outside of the sheet."""
        return self._rows[row][column][0] if self._has(column, row) else ""

    def invert(self, column: int, row: int, width: int) -> None:
        """Dark on light instead of light on dark."""
        for each in range(column, column + width):
            if self._has(each, row):
                character, style = self._rows[row][each]
                self._rows[row][each] = character, style + Style(reverse=True)

    def _has(self, column: int, row: int) -> bool:
        return 0 <= row < len(self._rows) and 0 <= column < len(self._rows[row])

    def segments(self) -> Iterator[list[Segment]]:
        """The rows, with what has one style together."""
        for row in self._rows:
            groups = groupby(row, key=lambda each: each[1])
            yield [Segment("".join(character for character, _ in group), style) for style, group in groups]


@cache
def _on_dark(ink: Ink) -> Ink:
    """The ink, or a lighter one of its kind that can be read on black."""
    if contrast(ink, DARK) >= _READABLE:
        return ink
    bright = brightest(ink)
    return next(light for share in range(11) if contrast(light := mixed(bright, LIGHT, share / 10), DARK) >= _READABLE)
