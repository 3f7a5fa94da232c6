"""What HiVolts looks like: electric fences, Mhos, and a player with a smiling face."""

from taflheim.games.view import Glyph

GLYPHS = {
    "square": Glyph(".", "·"),
    "fence": Glyph("#", "▒"),
    "mho": Glyph("M", "M"),
    "player": Glyph("@", "☺"),
}

COLOURS = {"board": "#0d1420", "square": "#1d2a3f", "text": "#9fb6d8"}

SHAPES = {
    "fence": (
        '<rect x="-46" y="-46" width="92" height="92" rx="10" fill="#34425a"/>'
        '<path d="M-46-24H46M-46 24H46M-24-46V46M24-46V46" stroke="#5d7191" stroke-width="6"/>'
        '<path d="M8-42-24 6H-4L-10 42 24-8H4Z" fill="#ffe14a" stroke="#7a5b00" stroke-width="3"'
        ' stroke-linejoin="round"/>'
    ),
    "mho": (
        '<circle r="38" fill="#8e3bb8" stroke="#3d1452" stroke-width="5"/>'
        '<path d="M-24-18-6-10M24-18 6-10" stroke="#1c0727" stroke-width="7" stroke-linecap="round"/>'
        '<circle cx="-13" cy="-2" r="6" fill="#fff"/><circle cx="13" cy="-2" r="6" fill="#fff"/>'
        '<circle cx="-12" cy="-1" r="3" fill="#000"/><circle cx="12" cy="-1" r="3" fill="#000"/>'
        '<path d="M-18 22Q0 8 18 22" fill="none" stroke="#1c0727" stroke-width="6" stroke-linecap="round"/>'
    ),
    "player": (
        '<circle r="40" fill="#ffd93b" stroke="#8a6a00" stroke-width="5"/>'
        '<circle cx="-14" cy="-10" r="6" fill="#2c2200"/><circle cx="14" cy="-10" r="6" fill="#2c2200"/>'
        '<path d="M-22 10Q0 34 22 10" fill="none" stroke="#2c2200" stroke-width="6" stroke-linecap="round"/>'
    ),
}
