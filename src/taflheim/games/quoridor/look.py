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

COLOURS = {"frame": "#341f13", "board": "#452a19", "square": "#e6d9bd", "grain": "#a58e63", "text": "#5b4630"}

_PAWNS = {"a": "#fdf8ea", "b": "#2f9e62", "c": "#d4452f", "d": "#2f7ed2"}
_SHADES = {"a": "#c9bb9b", "b": "#1d6b40", "c": "#962816", "d": "#1c5391"}
_EDGE = "#20120a"

INKS = {
    "square": "#b9a67f",
    "wall.horizontal": "#fff9e8",
    "wall.vertical": "#fff9e8",
    **{f"pawn.{side}": colour for side, colour in _PAWNS.items()},
    **{f"rim.goal.{side}": colour for side, colour in _PAWNS.items()},
}

# What tells the sides apart without colour: nothing, one ring, two rings, a cross.
_RINGS = {
    "a": "",
    "b": "M-19 20Q0 29 19 20",
    "c": "M-12 10Q0 16 12 10M-21 25Q0 34 21 25",
    "d": "M-10 11 10 31M10 11-10 31",
}
_INLAYS = {"a": "", "b": "M0-5V5", "c": "M-6-5V5M6-5V5", "d": "M-5-5 5 5M5-5-5 5"}


def _pawn(side: str) -> str:
    """A turned pawn: a foot, a slender body with the side's rings, a collar and a head with the light on it."""
    return (
        '<ellipse cx="7" cy="38" rx="36" ry="10" fill="#000" opacity=".34"/>'
        f'<g fill="{_PAWNS[side]}" stroke="{_EDGE}" stroke-width="4" stroke-linejoin="round">'
        '<path d="M-34 40C-35 26-16 22-12-4H12C16 22 35 26 34 40Q0 48-34 40Z"/><path d="M-18-1Q0 6 18-1L15-9H-15Z"/>'
        '<circle cy="-23" r="20"/></g>'
        f'<path d="M8-1C11 20 30 26 31 38Q16 43 6 43C16 32 8 16 8-1Z" fill="{_SHADES[side]}" opacity=".55"/>'
        f'<path d="M11-37A17.5 17.5 0 0 1-6-7 20 20 0 0 0 11-37Z" fill="{_SHADES[side]}" opacity=".55"/>'
        f'<path d="{_RINGS[side]}" fill="none" stroke="#fff6e0" stroke-width="6" stroke-linecap="round"/>'
        '<ellipse cx="-7" cy="-30" rx="6" ry="4.5" transform="rotate(-35-7-30)" fill="#fff" opacity=".85"/>'
    )


def _goal(side: str) -> str:
    """A band in the frame, before which the pawn of this side wants to stand, in its colour and with its pattern."""
    turn = {"a": 0, "b": 180, "c": 270, "d": 90}[side]
    return (
        f'<g transform="rotate({turn})"><path d="M-64 53H64V63H-64Z" fill="{_PAWNS[side]}"/>'
        f'<path d="{_INLAYS[side]}" transform="translate(0 58)" stroke="{_EDGE}" stroke-width="4"/></g>'
    )


def _wall(rx: float, ry: float, px: float, py: float) -> str:
    """A bar of ivory that lies over the groove, with a shadow; px and py are as wide as a unit after stretching."""
    wide, high = 50 + 1 * px, 50 + 3 * py

    def bar(dx: float, dy: float, grow: float, colour: str) -> str:
        x, y = wide + grow * px, high + grow * py
        return (
            f'<rect x="{dx * px - x:.1f}" y="{dy * py - y:.1f}" width="{2 * x:.1f}" height="{2 * y:.1f}"'
            f' rx="{rx:g}" ry="{ry:g}" {colour}/>'
        )

    return (
        bar(5, 7, 1, 'fill="#000" opacity=".42"')
        + bar(0, 0, 2, f'fill="{_EDGE}"')
        + bar(0, 0, 0, 'fill="#cbb98f"')
        + bar(-1.5, -2, -1.5, 'fill="#fff9e8"')
    )


_LONG, _NARROW = 100 / 228, 100 / 28
"""A unit of the picture in a wall's own measures, along it and across."""

SHAPES = {
    **{f"pawn.{side}": _pawn(side) for side in SIDES},
    **{f"rim.goal.{side}": _goal(side) for side in SIDES},
    "wall.horizontal": _wall(6 * _LONG, 6 * _NARROW, _LONG, _NARROW),
    "wall.vertical": _wall(6 * _NARROW, 6 * _LONG, _NARROW, _LONG),
}
