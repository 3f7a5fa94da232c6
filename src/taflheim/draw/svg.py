"""Boards as SVG.

A square of the board is 100 wide. Games give the shapes of their pieces and marks for such a square, around its middle;
a piece that has none is drawn as a disc with its sign for terminals, or its first letter.
"""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from taflheim.games.position import Position
from taflheim.games.view import Layout, Piece, Spot

UNIT = 100
MARGIN = 60
_PLAIN_COLOURS = {"board": "#555", "square": "#ccc", "line": "#333", "point": "#333", "text": "#eee"}


class Box(NamedTuple):
    """Where a spot lies in the picture: its middle and its size."""

    x: float
    y: float
    width: float
    height: float


def _along(place: float, groove: float) -> float:
    """How far from the edge a place of the lattice begins: odd ones are grooves, even ones are squares."""
    whole = int(place)
    return UNIT * ((whole + 1) // 2 + whole // 2 * groove)


def size(layout: Layout) -> tuple[float, float]:
    """Width and height of the board without its margin."""
    return _along(layout.width, layout.groove), _along(layout.height, layout.groove)


def box(layout: Layout, spot: Spot) -> Box:
    """Where a spot lies, from the top left corner of the board."""
    left, right = spot.x - spot.width // 2, spot.x + (spot.width + 1) // 2
    low, high = spot.y - spot.height // 2, spot.y + (spot.height + 1) // 2
    x1, x2 = _along(left, layout.groove), _along(right, layout.groove)
    y1, y2 = _along(low, layout.groove), _along(high, layout.groove)
    height = size(layout)[1]
    return Box((x1 + x2) / 2, height - (y1 + y2) / 2, x2 - x1, y2 - y1)


def picture(position: Position) -> str:
    """A position as a picture that stands for itself."""
    layout = position.game.layout
    width, height = size(layout)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(layout)}" width="{(width + 2 * MARGIN) / 2:g}"'
        f' height="{(height + 2 * MARGIN) / 2:g}"><title>{escape(position.game.title)}</title>'
        f"{ground(layout)}{pieces(layout, position.pieces)}</svg>"
    )


def view_box(layout: Layout) -> str:
    """The part of the plane that the board takes, with its margin."""
    width, height = size(layout)
    return f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"


def ground(layout: Layout) -> str:
    """Everything under the pieces: board, squares, marks, lines and coordinates."""
    width, height = size(layout)
    parts = [
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width + 2 * MARGIN:g}" height="{height + 2 * MARGIN:g}" rx="18"'
        f' fill="{colour(layout, "board")}"/>'
    ]
    squares = [box(layout, spot) for spot in layout.spots if spot.kind == "square"]
    parts += [
        f'<rect x="{b.x - b.width / 2 + 1:g}" y="{b.y - b.height / 2 + 1:g}" width="{b.width - 2:g}"'
        f' height="{b.height - 2:g}" rx="4" fill="{colour(layout, "square")}"/>'
        for b in squares
    ]
    parts += [_placed(layout, mark.spot, shape(layout, f"mark.{mark.kind}", mark.side)) for mark in layout.marks]
    parts += _lines(layout)
    return "".join(parts) + _coordinates(layout)


def _lines(layout: Layout) -> list[str]:
    def middle(x: int, y: int) -> str:
        at = box(layout, Spot("", "", x, y, ""))
        return f"{at.x:g} {at.y:g}"

    path = "".join(f"M{middle(line.x1, line.y1)}L{middle(line.x2, line.y2)}" for line in layout.lines)
    lines = [f'<path d="{path}" stroke="{colour(layout, "line")}" stroke-width="7"/>'] if path else []
    points = [box(layout, spot) for spot in layout.spots if spot.kind == "point"]
    return lines + [f'<circle cx="{b.x:g}" cy="{b.y:g}" r="13" fill="{colour(layout, "point")}"/>' for b in points]


def _coordinates(layout: Layout) -> str:
    _, height = size(layout)
    labels = [(box(layout, Spot("", "", x, 0, "")).x, height + MARGIN / 2, text) for x, text in layout.files.items()]
    labels += [(-MARGIN / 2, box(layout, Spot("", "", 0, y, "")).y, text) for y, text in layout.ranks.items()]
    texts = "".join(f'<text x="{x:g}" y="{y:g}">{text}</text>' for x, y, text in labels)
    return (
        f'<g fill="{colour(layout, "text")}" font-family="Georgia,serif" font-size="34" text-anchor="middle"'
        f' dominant-baseline="central">{texts}</g>'
    )


def pieces(layout: Layout, standing: Iterable[Piece]) -> str:
    """The pieces of a position."""
    return "".join(_placed(layout, piece.spot, shape(layout, piece.kind, piece.side)) for piece in standing)


def shape(layout: Layout, kind: str, side: str) -> str:
    """The drawing of a kind of piece or mark, for a square 100 wide around 0, 0."""
    known = layout.shapes.get(f"{kind}.{side}") or layout.shapes.get(kind)
    if known is not None or kind.startswith("mark."):
        return known or ""
    sign = layout.glyphs.get(f"{kind}.{side}") or layout.glyphs.get(kind)
    letter = sign.unicode if sign else kind[:1].upper()
    return (
        f'<circle r="38" fill="#888" stroke="#222" stroke-width="4"/><text text-anchor="middle" font-size="44"'
        f' dominant-baseline="central" font-family="Georgia,serif">{escape(letter)}</text>'
    )


def _placed(layout: Layout, name: str, drawing: str) -> str:
    at = box(layout, layout.by_name[name])
    stretch = "" if at.width == at.height == UNIT else f" scale({at.width / UNIT:g} {at.height / UNIT:g})"
    return f'<g transform="translate({at.x:g} {at.y:g}){stretch}">{drawing}</g>'


def colour(layout: Layout, what: str) -> str:
    """The colour of a part of the board."""
    return layout.colours.get(what, _PLAIN_COLOURS[what])
