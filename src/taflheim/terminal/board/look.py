"""How things look in a terminal: the colours and signs of a game, and those of all games."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from taflheim.draw.board import piece_keys
from taflheim.draw.svg import colour
from taflheim.games.view import Layout
from taflheim.terminal.board.ink import Ink, ink

Form = Literal["paint", "lines", "ascii"]
"""Block characters in many colours; box drawing and signs, with few colours or none; the same of ASCII alone."""

Colours = Literal["all", "palette", "few", "none"]
"""All that there are, the 256 of a fixed palette, sixteen of the terminal's own, or none."""
Edge = Literal["top", "bottom", "left", "right"]

# Signs on boards, as on the page: they show on the ground of any game.
LAST, CHOSEN, TARGET, CURSOR = 0xFFF3C4, 0xFFD34D, 0xFFF6DA, 0x6FD0FF
PREVIEW, REFUSED, SPARK, EMBER = 0xFFE08A, 0xE0402C, 0xFFF6B8, 0xFF9A3C
WAYS = {"hint": 0xFFD34D, "better": 0x8FE388, "drawn": 0x9FD2FF}
MOVABLE = 0xE8D9A8
LIGHT, DARK = 0xFFFFFF, 0x000000
BURSTS = {False: "✸✶·", True: "%+."}
"""What is left of a burst, from its first moment on; also of ASCII alone."""

_PIECES = (0xF7F0DF, 0x241F1C, 0xC8402A, 0x2F7ED2, 0x2F9E62, 0xE7BB4F)
"""For pieces whose game states no ink."""
_COLOURS: dict[str, Colours] = {"truecolor": "all", "256": "palette"}


class Look(NamedTuple):
    """What a terminal can show."""

    form: Form
    colours: Colours

    @classmethod
    def of(cls, colour_system: str | None, *, ascii_only: bool) -> "Look":
        """The best that a terminal can show which has these colours, by Rich's name for them; None: it has none.

        >>> Look.of("truecolor", ascii_only=False), Look.of("standard", ascii_only=False)
        (Look(form='paint', colours='all'), Look(form='lines', colours='few'))
        >>> Look.of(None, ascii_only=True)
        Look(form='ascii', colours='none')
        """
        colours = _COLOURS.get(colour_system or "", "none" if colour_system is None else "few")
        return cls("ascii" if ascii_only else "paint" if colours in ("all", "palette") else "lines", colours)


def ground_ink(layout: Layout, what: str) -> Ink:
    """The ink of a part of the board: a game's own for terminals goes before that for pages."""
    return stated_ink(layout, what) or ink(colour(layout, what))


def stated_ink(layout: Layout, kind: str, side: str = "") -> Ink | None:
    """The ink that a game states for a kind of piece, mark or spot."""
    stated = layout.inks.get(f"{kind}.{side}") or layout.inks.get(kind)
    return ink(stated) if stated else None


def piece_ink(layout: Layout, kind: str, side: str) -> Ink:
    """The ink of a piece; where a game states none, each kind gets another."""
    if stated := stated_ink(layout, kind, side):
        return stated
    keys = piece_keys(layout)
    own = next((i for i, key in enumerate(keys) if key in (f"{kind}.{side}", kind)), 0)
    return _PIECES[own % len(_PIECES)]


def sign(layout: Layout, kind: str, side: str = "", *, ascii_only: bool = False) -> str:
    """The character that a game states for a kind of thing; nothing if it states none."""
    glyph = layout.glyphs.get(f"{kind}.{side}") or layout.glyphs.get(kind)
    return "" if glyph is None else glyph.ascii if ascii_only else glyph.unicode


def rims(layout: Layout) -> dict[tuple[str, str], list[str]]:
    """The marks that are shown in the frame beside their spots: the spots of each, by kind and side."""
    found: dict[tuple[str, str], list[str]] = {}
    for mark in layout.marks:
        if stated_ink(layout, f"rim.{mark.kind}", mark.side) is not None:
            found.setdefault((mark.kind, mark.side), []).append(mark.spot)
    return found


def rim_edge(layout: Layout, spots: Iterable[str], *, flipped: bool) -> Edge:
    """The edge of the board, as it is seen, that all of these spots lie at."""
    places = [layout.by_name[spot] for spot in spots]
    x, y = places[0].x, places[0].y
    if all(spot.y == y for spot in places):
        return "top" if (2 * y > layout.height) is not flipped else "bottom"
    return "right" if (2 * x > layout.width) is not flipped else "left"
