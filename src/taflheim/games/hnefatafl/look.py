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

COLOURS = {
    "frame": "#7b4f28",
    "board": "#b08a58",
    "square": "#ecdab6",
    "grain": "#9a7440",
    "text": "#62431f",
}

INKS = {
    "square": "#b08a58",
    "mark.throne": "#7d5426",
    "mark.corner": "#7d5426",
    "attacker": "#1d1a19",
    "defender": "#f7f0df",
    "king": "#e7bb4f",
}

_LOOPS = "M-13-25A12 12 0 1 0-25-13H25A12 12 0 1 0 13-25V25A12 12 0 1 0 25 13H-25A12 12 0 1 0-13 25Z"
"""A looped square, the old Nordic sign of a place that is protected."""

_KNOT = (
    '<rect x="-49" y="-49" width="98" height="98" fill="#dcbd86"/>'
    '<g fill="none" stroke-linejoin="round" transform="scale(.72)">'
    f'<path d="{_LOOPS}" transform="translate(1.5 2)" stroke="#fff4d8" stroke-width="9"/>'
    f'<path d="{_LOOPS}" stroke="#7d5426" stroke-width="9"/><path d="{_LOOPS}" stroke="#ab7b3f" stroke-width="3"/></g>'
)


def _stone(radius: int, side: str, rim: str, top: str, ring: str, gleam: str, height: int = 4) -> str:
    """A turned stone seen from above: its shadow, its side, its top with a ring, and the light on it."""
    return (
        f'<circle cx="4" cy="{height + 4}" r="{radius}" fill="#000" opacity=".3"/>'
        f'<circle cy="{height}" r="{radius}" fill="{side}"/><circle r="{radius}" fill="{rim}"/>'
        f'<circle cx="-1" cy="-1.5" r="{radius - 5}" fill="{top}"/>'
        f'<circle r="{radius - 13}" fill="none" stroke="{ring}" stroke-width="4"/>'
        f'<path d="M{8 - radius}-8A{radius - 8} {radius - 8} 0 0 1-8 {8 - radius}" fill="none" stroke="{gleam}"'
        ' stroke-width="4.5" stroke-linecap="round"/>'
    )


SHAPES = {
    "mark.throne": _KNOT,
    "mark.corner": _KNOT,
    "attacker": _stone(37, "#0b0a0a", "#1a1817", "#2a2725", "#55504b", "#8f8881"),
    "defender": _stone(37, "#8d7b58", "#cdbb94", "#f7f0df", "#bda97d", "#fff"),
    "king": (
        '<circle cx="5" cy="13" r="43" fill="#000" opacity=".34"/><circle cy="8" r="43" fill="#7a5a1c"/>'
        '<circle cy="1" r="43" fill="#c8952c"/><circle cy="-1" r="43" fill="#e7bb4f"/>'
        '<circle cy="-1" r="35" fill="#fbf5e6"/>'
        '<path d="M-25 20-31-17-15-4 0-30 15-4 31-17 25 20Z" fill="#4a2c0d" stroke="#4a2c0d" stroke-width="5"'
        ' stroke-linejoin="round"/><path d="M-20 12H20" stroke="#e7bb4f" stroke-width="5"/>'
        '<circle cy="-30" r="5" fill="#c22f1f"/><circle cx="-31" cy="-17" r="4.5" fill="#c22f1f"/>'
        '<circle cx="31" cy="-17" r="4.5" fill="#c22f1f"/>'
    ),
}
