"""The graph of the chance to win, in characters: what stands where, and what it means. Pure.

One curve is an area of blocks, an eighth of a row fine; several are lines of Braille dots, each with other gaps, so
that they are told apart without colours. In ASCII each is a row of its own signs.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from taflheim.terminal.study.judged import Curve, Judged, Kind, Point

SHAPES: dict[Kind, tuple[str, str]] = {"inaccuracy": ("○", "o"), "mistake": ("▲", "^"), "blunder": ("◆", "X")}
"""The signs of mistakes on a graph, in Unicode and in ASCII: they differ in shape."""
LINES = (("━━", "*"), ("╍╍", "+"), ("┅┅", "="), ("┉┉", "~"))
"""How the curves look that are not alone, for a legend; in ASCII they consist of this."""

_BLOCKS = " ▁▂▃▄▅▆▇█"
_DOTS = (1, 2, 4, 64), (8, 16, 32, 128)
"""The bits of the dots of a Braille character, by column and row."""
_GAPS = ((1, 0), (3, 1), (2, 1), (5, 3))
"""For each line: of so many dots, so many are left out."""


class Cell(NamedTuple):
    """A character of the graph."""

    sign: str
    role: str
    """area, middle, curve-0 and so on, a kind of mistake; empty for nothing."""


Picture = list[list[Cell]]


def column_of(ply: int, length: int, width: int) -> int:
    """The column in which a ply lies.

    >>> [column_of(ply, 4, 9) for ply in range(5)], column_of(0, 0, 9)
    ([0, 2, 4, 6, 8], 0)
    """
    return round(ply * (width - 1) / length) if length else 0


def ply_at(column: int, length: int, width: int) -> int:
    """The ply that lies nearest to a column."""
    return max(0, min(length, round(column * length / max(1, width - 1))))


def graph(
    curves: Sequence[Curve], moves: Iterable[Judged], length: int, width: int, height: int, *, ascii_only: bool
) -> Picture:
    """The curves over a game of some length, with a sign for each mistake. An odd height has the middle in a row.

    >>> curve = Curve("a", (Point(0, 0.5), Point(1, 1.0), Point(2, 0.0)))
    >>> for row in graph([curve], [], length=2, width=5, height=3, ascii_only=False):
    ...     print("|" + "".join(cell.sign for cell in row) + "|")
    | ▂█  |
    |▄██▄─|
    |████▁|
    """
    picture = [[Cell(" ", "")] * width for _ in range(height)]
    if height % 2:
        picture[height // 2] = [Cell("-" if ascii_only else "─", "middle")] * width
    for number, curve in enumerate(curves):
        places = _sampled(curve.points, length, width if len(curves) == 1 or ascii_only else 2 * width)
        if ascii_only:
            _draw_signs(picture, places, number, filled=len(curves) == 1)
        elif len(curves) == 1:
            _draw_area(picture, places)
        else:
            _draw_dots(picture, places, number)
    for move in moves:
        if move.kind and (height_there := _height_of(curves, move)) is not None:
            row = round((1 - height_there) * (height - 1))
            picture[row][column_of(move.number, length, width)] = Cell(SHAPES[move.kind][ascii_only], move.kind)
    return picture


def _height_of(curves: Sequence[Curve], move: Judged) -> float | None:
    """Where the sign of a move lies: on the curve of its side, or on the only one."""
    own = [curve for curve in curves if curve.side == move.side] or curves[:1]
    return next((point.chance for curve in own for point in curve.points if point.ply == move.number), None)


def _sampled(points: Sequence[Point], length: int, count: int) -> list[float | None]:
    """The chance in each of so many places: that of the last ply there, or one between those beside it."""
    if not points:
        return [None] * count
    known = {column_of(point.ply, length, count): point.chance for point in points}
    columns = list(known)
    found: list[float | None] = []
    for place in range(count):
        after = bisect_right(columns, place)
        if place in known:
            found.append(known[place])
        elif 0 < after < len(columns):
            left, right = columns[after - 1], columns[after]
            share = (place - left) / (right - left)
            found.append(known[left] + share * (known[right] - known[left]))
        else:
            found.append(None)
    return found


def _draw_area(picture: Picture, places: Sequence[float | None]) -> None:
    height = len(picture)
    for column, chance in enumerate(places):
        if chance is None:
            continue
        # Something is always seen, also of what is lost.
        eighths = max(1, round(chance * 8 * height))
        for row in range(height):
            filled = max(0, min(8, eighths - 8 * (height - 1 - row)))
            if filled:
                picture[row][column] = Cell(_BLOCKS[filled], "area")


def _draw_signs(picture: Picture, places: Sequence[float | None], number: int, *, filled: bool) -> None:
    height = len(picture)
    for column, chance in enumerate(places):
        if chance is None:
            continue
        top = round((1 - chance) * (height - 1))
        picture[top][column] = Cell(LINES[number][1], "area" if filled else f"curve-{number}")
        for row in range(top + 1, height) if filled else ():
            picture[row][column] = Cell(":", "area")


def _draw_dots(picture: Picture, places: Sequence[float | None], number: int) -> None:
    """A line of dots; it is as steep as it has to be."""
    most = 4 * len(picture) - 1
    period, gap = _GAPS[number % len(_GAPS)]
    before: int | None = None
    for x, chance in enumerate(places):
        if chance is None:
            before = None
            continue
        here = round((1 - chance) * most)
        first = here if before is None else before + (here > before) - (here < before)
        for y in range(min(first, here), max(first, here) + 1):
            if (x + y) % period >= gap:
                _dot(picture, x, y, f"curve-{number}")
        before = here


def _dot(picture: Picture, x: int, y: int, role: str) -> None:
    row, column = y // 4, x // 2
    old = picture[row][column].sign
    bits = ord(old) - 0x2800 if "\u2800" <= old <= "\u28ff" else 0
    picture[row][column] = Cell(chr(0x2800 + (bits | _DOTS[x % 2][y % 4])), role)


def legend(sides: int, *, ascii_only: bool) -> list[str]:
    """What stands for each of so many sides on a graph: the way up or down, or how its line looks.

    >>> legend(2, ascii_only=False), legend(3, ascii_only=True), legend(1, ascii_only=False)
    (['▲', '▼'], ['*', '+', '='], [''])
    """
    if sides == 1:
        return [""]
    if sides == 2:
        return ["^", "v"] if ascii_only else ["▲", "▼"]
    return [LINES[number % len(LINES)][ascii_only] for number in range(sides)]
