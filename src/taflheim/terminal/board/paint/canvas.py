"""A canvas of terminal characters, four pixels each: what is painted on it becomes block characters.

Lengths are in columns, which are half rows, as a character is about twice as high as it is wide. So a pixel is half a
column wide and one high, and a circle is round.
"""

from functools import cache
from typing import NamedTuple

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

from taflheim.terminal.board.ink import Ink, distance
from taflheim.terminal.board.palette import nearest

# By the quarters of a character that are in its own colour: upper left 8, upper right 4, lower left 2, lower right 1.
_BLOCKS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"

_NO_DOTS = 0x2800
_DOTS = (1, 2, 4, 64), (8, 16, 32, 128)
"""The bits of the dots of a Braille character, by column and row."""


class Letter(NamedTuple):
    """A character that is written over what is painted."""

    text: str
    ink: Ink
    bold: bool


class Canvas:
    """Pixels by row and column, and the letters over them."""

    def __init__(self, columns: int, rows: int, ink: Ink, *, palette: bool = False):
        self.columns = columns
        self.palette = palette
        """Whether there are only the colours of a fixed palette."""
        self.pixels = [[ink] * (2 * columns) for _ in range(2 * rows)]
        self.letters: dict[tuple[int, int], Letter] = {}
        self.strong: frozenset[Ink] = frozenset()
        """Inks that are kept before others, where a character would need more than its two."""

    def copy(self) -> "Canvas":
        """Another canvas that looks the same."""
        other = Canvas(0, 0, 0, palette=self.palette)
        other.columns, other.letters, other.strong = self.columns, dict(self.letters), self.strong
        other.pixels = [row.copy() for row in self.pixels]
        return other

    def is_plain(self, column: int, row: int) -> bool:
        """Whether a character is all of one ink."""
        upper, lower = self.pixels[2 * row : 2 * row + 2]
        return len({*upper[2 * column : 2 * column + 2], *lower[2 * column : 2 * column + 2]}) == 1

    def ink_at(self, x: int, y: int) -> Ink:
        """The ink of the pixel whose upper left corner is there."""
        return self.pixels[y][2 * x]

    # ---- shapes ---------------------------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float, ink: Ink) -> None:
        """A rectangle; what was written there is gone."""
        left, right = max(0, round(2 * x)), min(2 * self.columns, round(2 * (x + width)))
        top, bottom = max(0, round(y)), min(len(self.pixels), round(y + height))
        for row in self.pixels[top:bottom]:
            row[left:right] = [ink] * max(0, right - left)
        self._wipe(left, right, top, bottom)

    def tint(self, x: int, y: int, width: int, height: int, ink: Ink) -> None:
        """A rectangle under what is written there."""
        for row in self.pixels[y : y + height]:
            row[2 * x : 2 * (x + width)] = [ink] * (2 * width)

    def disc(self, x: float, y: float, width: float, height: float, ink: Ink, *, hole: float = 0) -> None:
        """The ellipse in a rectangle, or the ring whose hole is so large a part of it."""
        rx, ry = width / 2, height / 2
        for row in range(max(0, int(y)), min(len(self.pixels), int(y + height + 1))):
            down = (row + 0.5 - y - ry) / ry
            for column in range(max(0, int(2 * x)), min(2 * self.columns, int(2 * (x + width) + 1))):
                across = (column / 2 + 0.25 - x - rx) / rx
                if hole * hole <= across * across + down * down <= 1:
                    self.pixels[row][column] = ink
                    self.letters.pop((row // 2, column // 2), None)

    def write(self, column: int, row: int, text: str, ink: Ink, *, bold: bool = False) -> None:
        """Letters from a character on; outside of the canvas nothing is written."""
        for i, letter in enumerate(text):
            if 0 <= column + i < self.columns and 0 <= 2 * row < len(self.pixels):
                self.letters[row, column + i] = Letter(letter, ink, bold)

    def thread(self, begin: tuple[int, int], end: tuple[int, int], ink: Ink) -> None:
        """A fine line from the middle of one character to that of another, straight or slanting."""
        (x1, y1), (x2, y2) = begin, end
        if y1 == y2 or x1 == x2:
            for row in range(min(y1, y2), max(y1, y2) + 1):
                self.write(min(x1, x2), row, "─" * (abs(x1 - x2) + 1) if y1 == y2 else "│", ink)
            return
        # Eight dots a character, four above each other, as far apart as two beside each other.
        dots: dict[tuple[int, int], int] = {}
        steps = 2 * abs(x2 - x1)
        for i in range(steps + 1):
            across = 2 * x1 + (x2 - x1) * 2 * i // steps
            down = 4 * y1 + 1 + (y2 - y1) * 4 * i // steps
            place = (down // 4, across // 2)
            dots[place] = dots.get(place, 0) | _DOTS[across % 2][down % 4]
        for (row, column), found in dots.items():
            there = self.letters.get((row, column))
            if there is None:
                self.write(column, row, chr(_NO_DOTS | found), ink)
            elif there.text >= chr(_NO_DOTS):  # another slanting line crosses this one
                self.write(column, row, chr(ord(there.text) | found), ink)

    def _wipe(self, left: int, right: int, top: int, bottom: int) -> None:
        for row in range(top // 2, (bottom + 1) // 2):
            for column in range(left // 2, (right + 1) // 2):
                self.letters.pop((row, column), None)

    # ---- characters -----------------------------------------------------------------------------------------------

    def row(self, number: int) -> list[Segment]:
        """A row of characters, in as few segments as can be: a blank has no colour of its own but its ground."""
        upper, lower = self.pixels[2 * number : 2 * number + 2]
        segments: list[Segment] = []
        text, pen, ground = "", None, None
        for column in range(self.columns):
            four = upper[2 * column], upper[2 * column + 1], lower[2 * column], lower[2 * column + 1]
            now = self._character((number, column), four)
            if text and (now.ground != ground or (now.pen and pen and now.pen != pen)):
                segments.append(Segment(text, self._style(pen, ground)))
                text, pen = "", None
            text, pen, ground = text + now.text, now.pen or pen, now.ground
        return [*segments, Segment(text, self._style(pen, ground))] if text else segments

    def _style(self, pen: "_Pen | None", ground: Ink | None) -> Style:
        assert ground is not None
        ink = pen.ink if pen else ground
        if self.palette:
            ink, ground = nearest(ink), nearest(ground)
        return style_of(ink, ground, bold=bool(pen and pen.bold))

    def _character(self, place: tuple[int, int], four: tuple[Ink, Ink, Ink, Ink]) -> "_Character":
        if letter := self.letters.get(place):
            pen = _Pen(letter.ink, letter.bold, dotted=letter.text >= chr(_NO_DOTS))
            return _Character(letter.text, pen, max(four, key=four.count))
        if four[0] == four[1] == four[2] == four[3]:
            return _Character(" ", None, four[0])
        return _block(four, self.strong)


class _Pen(NamedTuple):
    """What characters of one segment have in common. Braille has segments of its own: it often comes from another
    font, and in pictures of a screen its width would push other characters aside."""

    ink: Ink
    bold: bool = False
    dotted: bool = False


class _Character(NamedTuple):
    text: str
    pen: _Pen | None
    ground: Ink


@cache
def _block(four: tuple[Ink, Ink, Ink, Ink], strong: frozenset[Ink]) -> _Character:
    """The character that comes nearest to four pixels: it has two colours only."""
    inks = list(dict.fromkeys(four))
    while len(inks) > 2:
        pairs = [(a, b) for i, a in enumerate(inks) for b in inks[i + 1 :]]
        near = min(pairs, key=lambda pair: distance(*pair))
        third = next(ink for ink in inks if ink not in near)
        lost, kept = sorted(near, key=lambda ink: (ink in strong, four.count(ink), distance(ink, third)))
        four = tuple(kept if ink == lost else ink for ink in four)  # type: ignore[assignment]  # as many as before
        inks.remove(lost)
    # Of two halves the piece is drawn: where a font leaves a little of a character out, its ground is seen.
    own, ground = sorted(inks, key=lambda ink: (four.count(ink), ink not in strong))
    shape = sum(8 >> place for place, ink in enumerate(four) if ink == own)
    return _Character(_BLOCKS[shape], _Pen(own), ground)


@cache
def style_of(ink: Ink, ground: Ink, *, bold: bool) -> Style:
    """A style with these colours."""
    return Style(color=_colour(ink), bgcolor=_colour(ground), bold=bold)


@cache
def _colour(ink: Ink) -> Color:
    return Color.from_triplet(ColorTriplet(ink >> 16, ink >> 8 & 255, ink & 255))
