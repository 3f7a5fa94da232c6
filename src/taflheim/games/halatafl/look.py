"""What Halatafl's sheep, foxes and orange paddock look like."""

from taflheim.games.view import Glyph

GLYPHS = {
    "point": Glyph(".", "·"),
    "mark.paddock": Glyph("o", "◦"),
    "sheep": Glyph("S", "●"),
    "fox": Glyph("F", "▲"),
    "line.rank": Glyph("-", "─"),
    "line.file": Glyph("|", "│"),
    "line.up": Glyph("/", "╱"),
    "line.down": Glyph("\\", "╲"),
}

COLOURS = {
    "frame": "#7b4f28",
    "board": "#7c9c6a",
    "line": "#5b7a4b",
    "thread": "#eef0d6",
    "point": "#4d6a3f",
    "text": "#1d2c16",
}

INKS = {
    "mark.paddock": "#d9944a",
    "sheep": "#fbf7ea",
    "fox": "#a8380f",
}

_STRAW = "".join(
    f"M{max(-75, c - 75)} {c - max(-75, c - 75)} {min(75, c + 75)} {c - min(75, c + 75)}" for c in range(-125, 150, 25)
)
"""Slanting lines that go on in the next square."""

_FLEECE = (
    "M-20-30C-14-43 14-43 20-30C33-34 43-20 37-9C48 0 44 18 33 19C32 34 15 39 6 31C2 36-2 36-6 31C-15 39-32 34-33 19"
    "C-44 18-48 0-37-9C-43-20-33-34-20-30Z"
)

SHAPES = {
    "mark.paddock": (
        '<path d="M-75.5-75.5H75.5V75.5H-75.5Z" fill="#e3a052"/>'
        f'<path d="{_STRAW}" stroke="#c27f32" stroke-opacity=".5" stroke-width="4"/>'
    ),
    "sheep": (
        '<ellipse cx="5" cy="30" rx="37" ry="12" fill="#000" opacity=".28"/>'
        f'<path d="{_FLEECE}" fill="#fbf7ea" stroke="#4b4438" stroke-width="4.5" stroke-linejoin="round"/>'
        '<path d="M33 14C32 30 16 35 6 27C2 32-2 32-6 27C-15 34-30 30-31 18C-14 26 18 26 33 14Z" fill="#d8cfb8"/>'
        '<path d="M-13-12C-28-17-31-5-27-2C-22 0-16-3-14-5ZM13-12C28-17 31-5 27-2C22 0 16-3 14-5Z" fill="#2c2723"/>'
        '<path d="M-14-13Q0-23 14-13Q14 6 9 16Q0 25-9 16Q-14 6-14-13Z" fill="#2c2723"/>'
        '<circle cx="-6" cy="-4" r="3.2" fill="#fff"/><circle cx="6" cy="-4" r="3.2" fill="#fff"/>'
    ),
    "fox": (
        '<g transform="translate(0 1) scale(1.06)"><ellipse cx="5" cy="38" rx="36" ry="10" fill="#000" opacity=".3"/>'
        '<g stroke="#471405" stroke-width="4.5" stroke-linejoin="round">'
        '<path d="M10 38C34 42 48 26 44 2Q43-6 39-12Q33-2 31 8Q29 20 12 24Z" fill="#b8431a"/>'
        '<path d="M-24 40C-28 20-16 4 0 4S26 20 22 40Q0 46-24 40Z" fill="#b8431a"/>'
        '<path d="M-36-44-18-33H10L28-44Q31-22 22-10L-4 13-30-10Q-39-22-36-44Z" fill="#cf5220"/></g>'
        '<path d="M44 2Q43-6 39-12Q33-2 32 5Q38 1 44 2Z" fill="#fbeedd"/>'
        '<path d="M-13 42Q-12 18-2 12Q8 18 9 42Q-2 44-13 42Z" fill="#fbeedd"/>'
        '<path d="M-30-10Q-15-11-9-1L-4 13ZM22-10Q7-11 1-1L-4 13Z" fill="#fbeedd"/>'
        '<path d="M-31-36-28-22-20-30ZM23-36 20-22 12-30Z" fill="#471405"/>'
        '<circle cx="-15" cy="-15" r="4.2" fill="#1d0a04"/><circle cx="7" cy="-15" r="4.2" fill="#1d0a04"/>'
        '<circle cx="-4" cy="10" r="5" fill="#1d0a04"/></g>'
    ),
}

EMBLEMS = {
    "classic fox": (
        "#6b3a1c",
        '<g transform="scale(.86)"><path d="M-24-22-9-14H9L24-22Q25-6 20 4L0 23-20 4Q-25-6-24-22Z" fill="#f0b53c"/>'
        '<path d="M-20 4Q-9 2-4 9L0 23ZM20 4Q9 2 4 9L0 23Z" fill="#f7ecd6"/><circle cy="20" r="4" fill="#2b1509"/>'
        '<circle cx="-9" cy="-3" r="3" fill="#2b1509"/><circle cx="9" cy="-3" r="3" fill="#2b1509"/></g>',
    ),
}
"""The face of the bot that only this game has: the ground of its coin, and what is struck on it."""
