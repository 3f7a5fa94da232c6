"""A board for a page: drawn once, with pieces that can be moved about and spots that can be clicked.

The look is that of `taflheim.draw.svg`. Every kind of piece is a symbol; a piece on the board is a `use` of it, which
a page can put somewhere else. Over them lie the spots, which can be clicked and have a name for screen readers.
"""

from collections.abc import Iterable
from html import escape

from taflheim.draw.svg import UNIT, box, colour, ground, shape, view_box
from taflheim.games.position import Position
from taflheim.games.view import Layout, Piece, Spot

_NO_PIECES = ("mark.", "gap.", "line.")


def piece_keys(layout: Layout) -> list[str]:
    """The kinds of piece that can be on this board, also those that come later; with their sides where these differ.

    >>> import taflheim
    >>> piece_keys(taflheim.game("hnefatafl").layout)
    ['attacker', 'defender', 'king']
    """
    spot_kinds = {spot.kind for spot in layout.spots}
    return [key for key in layout.glyphs if not key.startswith(_NO_PIECES) and key not in spot_kinds]


def piece_key(layout: Layout, kind: str, side: str) -> str:
    """The key with which a piece is drawn."""
    own = f"{kind}.{side}"
    return own if own in layout.glyphs else kind


def side_key(position: Position, side: str) -> str | None:
    """The piece that stands for a side: the one it has most of, or else the one that can only be its own."""
    layout = position.game.layout
    kinds = [piece.kind for piece in position.pieces if piece.side == side]
    if kinds:
        return piece_key(layout, max(kinds, key=kinds.count), side)
    return next((key for key in piece_keys(layout) if key.endswith(f".{side}")), None)


def symbols(layout: Layout, prefix: str) -> str:
    """All kinds of piece, to be used by their keys. The prefix keeps those of several boards in one page apart."""
    drawn = (f'<g id="{prefix}{key}">{shape(layout, key, "")}</g>' for key in piece_keys(layout))
    return f"<defs>{''.join(drawn)}</defs>"


def used(layout: Layout, pieces: Iterable[Piece], prefix: str) -> str:
    """Pieces where they stand."""
    return "".join(_use(layout, piece, prefix) for piece in pieces)


def _use(layout: Layout, piece: Piece, prefix: str) -> str:
    at = box(layout, layout.by_name[piece.spot])
    stretch = "" if at.width == at.height == UNIT else f" scale({at.width / UNIT:g} {at.height / UNIT:g})"
    key = piece_key(layout, piece.kind, piece.side)
    return f'<use href="#{prefix}{key}" transform="translate({at.x:g} {at.y:g}){stretch}"/>'


def tile(layout: Layout, key: str | None, prefix: str, spot: str = "") -> str:
    """A little piece of the board with a piece on it, as long and narrow as on a spot; nothing without a key."""
    if key is None:
        return ""
    ground = colour(layout, "square" if any(spot.kind == "square" for spot in layout.spots) else "board")
    at = box(layout, layout.by_name[spot]) if spot else None
    longest = max(at.width, at.height) if at else UNIT
    stretch = f' transform="scale({at.width / longest:g} {at.height / longest:g})"' if at else ""
    return (
        f'<svg class="piece" viewBox="-60 -60 120 120" aria-hidden="true">'
        f'<rect x="-60" y="-60" width="120" height="120" rx="24" fill="{ground}"/>'
        f'<use href="#{prefix}{key}"{stretch}/></svg>'
    )


def spots(layout: Layout) -> str:
    """The places that can be clicked. A page lets the arrow keys go from one to the next by their place (`data-at`)."""
    return "".join(_spot(layout, spot) for spot in layout.spots if spot.kind != "button")


def _spot(layout: Layout, spot: Spot) -> str:
    at = box(layout, spot)
    x, y = spot.x - spot.width // 2, spot.y - spot.height // 2
    return (
        f'<rect data-spot="{escape(spot.name)}" data-kind="{spot.kind}" data-at="{x},{y}"'
        f' x="{at.x - at.width / 2:g}" y="{at.y - at.height / 2:g}" width="{at.width:g}" height="{at.height:g}"'
        f' role="button" tabindex="-1" aria-label="{escape(spot.label)}"/>'
    )


def small(position: Position, prefix: str) -> str:
    """A position as a little picture inside a page, too little for coordinates."""
    layout = position.game.layout
    return (
        f'<svg viewBox="{view_box(layout)}" aria-hidden="true">{symbols(layout, prefix)}'
        f"{ground(layout, coordinates=False)}{used(layout, position.pieces, prefix)}</svg>"
    )
