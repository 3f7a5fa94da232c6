"""What Quoridor's pawns and walls look like."""

from taflheim.games.quoridor.state import SIDES
from taflheim.games.view import Glyph

GLYPHS = {
    "square": Glyph(" ", " "),
    "gap.vertical": Glyph("|", "│"),
    "gap.horizontal": Glyph("-", "─"),
    "gap.crossing": Glyph("+", "┼"),
    "wall.horizontal": Glyph("H", "━"),
    "wall.vertical": Glyph("V", "┃"),
    **{f"pawn.{side}": Glyph(side, side) for side in SIDES},
}

COLOURS = {"board": "#4a2617", "square": "#7d4327", "text": "#f0d9b5"}

_PAWNS = {"a": "#f4ead2", "b": "#2fa36b", "c": "#e0533a", "d": "#3b8fdb"}


def _pawn(side: str) -> str:
    return (
        '<ellipse cy="40" rx="34" ry="8" fill="#000" opacity=".35"/>'
        '<path d="M-34 42C-34 12-14 8-12-8A22 22 0 1 1 12-8C14 8 34 12 34 42Z"'
        f' fill="{_PAWNS[side]}" stroke="#1d120c" stroke-width="3"/>'
        '<text y="34" text-anchor="middle" font-family="Georgia,serif" font-size="30" font-weight="bold"'
        f' fill="#22150d">{side}</text>'
    )


def _goal(side: str) -> str:
    """A stripe along the edge of the board, in the colour of the pawn that wants to go there."""
    edges = {"a": (-50, 42, 100, 8), "b": (-50, -50, 100, 8), "c": (42, -50, 8, 100), "d": (-50, -50, 8, 100)}
    x, y, width, height = edges[side]
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{_PAWNS[side]}" opacity=".8"/>'


SHAPES = {
    **{f"pawn.{side}": _pawn(side) for side in SIDES},
    **{f"mark.goal.{side}": _goal(side) for side in SIDES},
    "wall.horizontal": '<rect x="-50" y="-50" width="100" height="100" rx="8" fill="#f2cf7e"/>',
    "wall.vertical": '<rect x="-50" y="-50" width="100" height="100" rx="8" fill="#f2cf7e"/>',
}
