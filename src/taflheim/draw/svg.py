"""Boards as SVG.

A square of the board is 100 wide. Games give the shapes of their pieces and marks for such a square, around its middle;
a piece that has none is drawn as a disc with its sign for terminals, or its first letter.

All boards are of one family: the same frame, light from above left, coordinates in the corners of the edge squares. A
board that is turned turns its field only; frame and light stay (`.field`), and other coordinates are shown (`.turned`).
"""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from taflheim.games.position import Position
from taflheim.games.view import Layout, Piece, Spot

UNIT = 100
MARGIN = 18
"""How wide the frame is."""
_FONT_SIZE, _INSET, _BESIDE_POINTS = 20, 2, 11
_PLAIN_COLOURS = {
    "frame": "#444",
    "board": "#777",
    "square": "#ccc",
    "grain": "",
    "line": "#333",
    "thread": "",
    "point": "#333",
    "text": "#222",
}


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
        f"{ground(layout, can_turn=False)}{pieces(layout, position.pieces)}</svg>"
    )


def view_box(layout: Layout) -> str:
    """The part of the plane that the board takes, with its margin."""
    width, height = size(layout)
    return f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"


def ground(layout: Layout, *, can_turn: bool = True, coordinates: bool = True) -> str:
    """Everything under the pieces: field, frame and coordinates; also those of a turned board, if it can turn."""
    squares = [box(layout, spot) for spot in layout.spots if spot.kind == "square"]
    field = "".join([*_squares(layout, squares), *_marks(layout, "mark"), *_lines(layout)])
    rim = "".join(_marks(layout, "rim"))
    labels = _coordinates(layout) if coordinates else ""
    if coordinates and can_turn:
        labels += _coordinates(layout, turned=True)
    width, height = size(layout)
    return (
        f'<rect width="{width:g}" height="{height:g}" fill="{colour(layout, "board")}"/><g class="field">{field}</g>'
        f'{_frame(layout)}<g class="field">{rim}</g>{labels}'
    )


def _marks(layout: Layout, where: str) -> list[str]:
    """What marks are drawn in the field (`mark`), or in the frame beside it (`rim`)."""
    drawn = ((mark.spot, shape(layout, f"{where}.{mark.kind}", mark.side)) for mark in layout.marks)
    return [_placed(layout, spot, drawing) for spot, drawing in drawn if drawing]


def _frame(layout: Layout) -> str:
    """A frame with light from above left: on its upper edges, and with its shadow on the field."""
    width, height = size(layout)
    outer = MARGIN - 2
    across, down = width + 2 * MARGIN, height + 2 * MARGIN
    ring = (
        f"M{-MARGIN} {14 - MARGIN}a14 14 0 0 1 14-14h{across - 28:g}a14 14 0 0 1 14 14v{down - 28:g}"
        f"a14 14 0 0 1-14 14h{28 - across:g}a14 14 0 0 1-14-14zM0 0V{height:g}H{width:g}V0z"
    )
    edge = (
        f"M{-outer} {height + outer - 12:g}V{12 - outer}Q{-outer} {-outer} {12 - outer} {-outer}H{width + outer - 12:g}"
    )
    return (
        f'<path d="M3 {height:g}V3H{width:g}" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="6"/>'
        f'<path d="{ring}" fill="{colour(layout, "frame")}"/>'
        f'<path d="{edge}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M{width:g} 0V{height:g}H0" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>'
    )


def _squares(layout: Layout, squares: list[Box]) -> list[str]:
    """Tiles of one material: no two neighbours have quite the same tone."""
    if not squares:
        return []

    # With grooves between them their corners are rounded, by a stroke that is as wide as what is left out.
    inset = 1 if layout.groove == 1 else 5
    rounded = "" if inset == 1 else f' stroke-width="{2 * inset}" stroke-linejoin="round"'

    def tiles(some: Iterable[Box], paint: str, opacity: str = "1") -> str:
        path = "".join(
            f"M{b.x - b.width / 2 + inset:g} {b.y - b.height / 2 + inset:g}h{b.width - 2 * inset:g}"
            f"v{b.height - 2 * inset:g}h{2 * inset - b.width:g}z"
            for b in some
        )
        stroke = f' stroke="{paint}"{rounded}' if rounded else ""
        return f'<path d="{path}" fill="{paint}"{stroke} opacity="{opacity}"/>'

    tones = [[b for number, b in enumerate(squares) if number * 5 % 7 % 3 == tone] for tone in (1, 2)]
    parts = [
        tiles(squares, colour(layout, "square")),
        tiles(tones[0], "#fff", ".05"),
        tiles(tones[1], "#000", ".025"),
    ]
    if grain := colour(layout, "grain"):
        fibres = "".join(_fibre(number, b) for number, b in enumerate(squares))
        parts.append(f'<path d="{fibres}" fill="none" stroke="{grain}" stroke-opacity=".16" stroke-width="2.5"/>')
    return parts


def _fibre(number: int, b: Box) -> str:
    """Two lines of grain in a tile."""
    left, top = b.x - b.width / 2 + 2, b.y - b.height / 2
    first, second, bend = 18 + number * 29 % 31, 58 + number * 37 % 29, 7 - number * 11 % 15
    return f"M{left:g} {top + first:g}q48 {bend} 96 0M{left:g} {top + second:g}q48 {-bend} 96 0"


def _lines(layout: Layout) -> list[str]:
    def middle(x: int, y: int) -> str:
        at = box(layout, Spot("", "", x, y, ""))
        return f"{at.x:g} {at.y:g}"

    path = "".join(f"M{middle(line.x1, line.y1)}L{middle(line.x2, line.y2)}" for line in layout.lines)
    parts = [f'<path d="{path}" stroke="{colour(layout, "line")}" stroke-width="8"/>'] if path else []
    points = [box(layout, spot) for spot in layout.spots if spot.kind == "point"]
    parts += [f'<circle cx="{b.x:g}" cy="{b.y:g}" r="13" fill="{colour(layout, "point")}"/>' for b in points]
    if path and (thread := colour(layout, "thread")):
        stitches = f'stroke="{thread}" stroke-width="4" stroke-linecap="round" stroke-dasharray="11 9"'
        parts.insert(1, f'<path d="{path}" {stitches}/>')
        parts += [f'<circle cx="{b.x:g}" cy="{b.y:g}" r="7" fill="{thread}"/>' for b in points]
    return parts


def _coordinates(layout: Layout, *, turned: bool = False) -> str:
    """Letters in the lowest place of each file, numbers in the leftmost of each rank, as the board is seen.

    They stand in the lower corners, as no piece is wider than at its foot, and marks fill the middle; where no squares
    part the places, a little farther out, as far as the board goes. Those of a turned board are hidden, unless the
    style sheet of a page shows them.
    """
    whole = Box(*size(layout), 0, 0)
    ahead = -1 if turned else 1
    places = [spot for spot in layout.spots if spot.kind in ("square", "point")]

    def seen(spot: Spot) -> Box:
        at = box(layout, spot)
        return Box(whole.x - at.x, whole.y - at.y, *at[2:]) if turned else at

    def out(spot: Spot, at: Box) -> float:
        return at.width / 2 - _INSET + (_BESIDE_POINTS if spot.kind == "point" else 0)

    labels = []
    for x, text in layout.files.items():
        spot = min((spot for spot in places if spot.x == x), key=lambda spot: ahead * spot.y)
        at = seen(spot)
        right = min(at.x + out(spot, at), whole.x - _INSET)
        labels.append((right, at.y + at.height / 2 - _INSET, "end", text))
    for y, text in layout.ranks.items():
        spot = min((spot for spot in places if spot.y == y), key=lambda spot: ahead * spot.x)
        at = seen(spot)
        left = max(at.x - out(spot, at), _INSET)
        labels.append((left, at.y + at.height / 2 - _INSET, "start", text))
    texts = "".join(
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>' for x, y, anchor, text in labels
    )
    which = 'class="coordinates turned" display="none"' if turned else 'class="coordinates"'
    return (
        f'<g {which} fill="{colour(layout, "text")}"'
        f' font-family="system-ui,sans-serif" font-size="{_FONT_SIZE}" font-weight="600">{texts}</g>'
    )


def pieces(layout: Layout, standing: Iterable[Piece]) -> str:
    """The pieces of a position."""
    return "".join(_placed(layout, piece.spot, shape(layout, piece.kind, piece.side)) for piece in standing)


def shape(layout: Layout, kind: str, side: str) -> str:
    """The drawing of a kind of piece or mark, for a square 100 wide around 0, 0."""
    known = layout.shapes.get(f"{kind}.{side}") or layout.shapes.get(kind)
    if known is not None or kind.startswith(("mark.", "rim.")):
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
