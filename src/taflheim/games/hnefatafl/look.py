"""What Hnefatafl's pieces look like: black attackers, white defenders, and a king who stands out."""

from taflheim.games.view import Glyph

GLYPHS = {
    "square": Glyph(".", "·"),
    "mark.throne": Glyph("+", "◇"),
    "mark.corner": Glyph("+", "◇"),
    "attacker": Glyph("t", "●"),
    "defender": Glyph("T", "○"),
    "king": Glyph("K", "♔"),
}

COLOURS = {"board": "#8a5a33", "square": "#e9cfa0", "text": "#f6e7c8"}

_KNOT = (
    '<path d="M0-36 36 0 0 36-36 0Z" fill="none" stroke="#8a5a33" stroke-width="6"/>'
    '<path d="M-26-26H26V26H-26Z" fill="none" stroke="#8a5a33" stroke-width="6"/>'
)

SHAPES = {
    "mark.throne": f'<rect x="-50" y="-50" width="100" height="100" fill="#d9a860"/>{_KNOT}',
    "mark.corner": f'<rect x="-50" y="-50" width="100" height="100" fill="#d9a860"/>{_KNOT}',
    "attacker": (
        '<circle r="37" cy="4" fill="#000" opacity=".3"/><circle r="37" fill="#23201e"/>'
        '<circle r="26" fill="none" stroke="#5a524c" stroke-width="4"/>'
        '<path d="M-27-14A31 31 0 0 1 0-31" fill="none" stroke="#8d847d" stroke-width="5" stroke-linecap="round"/>'
    ),
    "defender": (
        '<circle r="37" cy="4" fill="#000" opacity=".3"/><circle r="37" fill="#fbf6ea"/>'
        '<circle r="26" fill="none" stroke="#cdbf9f" stroke-width="4"/>'
        '<circle r="37" fill="none" stroke="#a8987a" stroke-width="2"/>'
    ),
    "king": (
        '<circle r="44" cy="4" fill="#000" opacity=".3"/>'
        '<circle r="44" fill="#fbf6ea" stroke="#c8921f" stroke-width="6"/>'
        '<path d="M-26 20-31-18-13-3 0-27 13-3 31-18 26 20Z" fill="#e3ac2c" stroke="#8a5a10" stroke-width="4"'
        ' stroke-linejoin="round"/><circle cx="0" cy="-29" r="5" fill="#b3261e"/>'
    ),
}
