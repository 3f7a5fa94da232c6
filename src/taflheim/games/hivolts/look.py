"""What HiVolts looks like: electric fences, Mhos, and a player with a smiling face."""

from taflheim.games.view import Glyph

GLYPHS = {
    "square": Glyph(".", "·"),
    "fence": Glyph("#", "╳"),
    "mho": Glyph("M", "M"),
    "player": Glyph("@", "☺"),
}

COLOURS = {"frame": "#3a4a63", "board": "#31415c", "square": "#1b2740", "text": "#a9bedf"}

INKS = {
    "fence": "#b8a552",
    "mho": "#b86be0",
    "player": "#ffd53a",
}

SHAPES = {
    "fence": (
        '<ellipse cx="5" cy="28" rx="37" ry="6" fill="#000" opacity=".35"/>'
        '<path d="M-50-14H50M-50 10H50" stroke="#8ea3c4" stroke-width="4"/>'
        '<path d="M-35-28H-23V29H-35ZM23-28H35V29H23Z" fill="#5d7194" stroke="#0d1524" stroke-width="3"/>'
        '<path d="M-32-26V27M26-26V27" stroke="#a9bbd6" stroke-width="3"/>'
        '<path d="M-38-18H-20V-10H-38ZM20-18H38V-10H20ZM-38 6H-20V14H-38ZM20 6H38V14H20Z" fill="#dbe4f2"/>'
        '<path d="M8-44-19 3H-3L-9 40 19-9H3Z" fill="#ffdf45" stroke="#0d1524" stroke-width="4"'
        ' stroke-linejoin="round"/>'
    ),
    "mho": (
        '<ellipse cx="5" cy="37" rx="33" ry="9" fill="#000" opacity=".4"/>'
        '<path d="M-40-40-14-30H14L40-40 38 10 22 36H-22L-38 10Z" fill="#a54fd0" stroke="#1a0626" stroke-width="5"'
        ' stroke-linejoin="round"/><path d="M38 10 22 36H-22L-38 10Q0 30 38 10Z" fill="#7a2fa3"/>'
        '<path d="M-29-18-6-7V3L-22 0ZM29-18 6-7V3L22 0Z" fill="#fff"/>'
        '<path d="M-31-21-4-8M31-21 4-8" stroke="#1a0626" stroke-width="7" stroke-linecap="round"/>'
        '<circle cx="-12" cy="-3" r="4" fill="#1a0626"/><circle cx="12" cy="-3" r="4" fill="#1a0626"/>'
        '<path d="M-20 20-10 13 0 20 10 13 20 20" fill="none" stroke="#1a0626" stroke-width="5.5"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    ),
    "player": (
        '<ellipse cx="5" cy="37" rx="34" ry="9" fill="#000" opacity=".4"/>'
        '<circle r="39" fill="#ffd53a" stroke="#2c2200" stroke-width="4.5"/>'
        '<path d="M29-23A37 37 0 0 1-23 29 39 39 0 0 0 29-23Z" fill="#e0a518"/>'
        '<path d="M-28-13A31 31 0 0 1-8-29" fill="none" stroke="#fff6c8" stroke-width="5" stroke-linecap="round"/>'
        '<ellipse cx="-13" cy="-9" rx="5.5" ry="7.5" fill="#2c2200"/>'
        '<ellipse cx="13" cy="-9" rx="5.5" ry="7.5" fill="#2c2200"/>'
        '<path d="M-22 9Q0 36 22 9" fill="none" stroke="#2c2200" stroke-width="6" stroke-linecap="round"/>'
    ),
}
