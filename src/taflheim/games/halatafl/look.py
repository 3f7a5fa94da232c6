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

COLOURS = {"board": "#5f8a4c", "line": "#2f4a24", "point": "#2f4a24", "text": "#eef5e6"}

SHAPES = {
    "mark.paddock": '<rect x="-75" y="-75" width="150" height="150" fill="#ee8a1d"/>',
    "sheep": (
        '<ellipse cy="36" rx="36" ry="9" fill="#000" opacity=".25"/>'
        '<g fill="#fbfaf5" stroke="#8c887c" stroke-width="3">'
        '<circle cx="-24" cy="8" r="20"/><circle cx="24" cy="8" r="20"/>'
        '<circle cx="-14" cy="-20" r="20"/><circle cx="14" cy="-20" r="20"/><circle cx="0" cy="20" r="20"/></g>'
        '<circle r="24" fill="#fbfaf5"/><path d="M-13-8C-13-22 13-22 13-8L9 16C6 24-6 24-9 16Z" fill="#3b3632"/>'
        '<path d="M-13-10-27-4-14 2ZM13-10 27-4 14 2Z" fill="#3b3632"/>'
        '<circle cx="-5" cy="-3" r="3" fill="#fff"/><circle cx="5" cy="-3" r="3" fill="#fff"/>'
    ),
    "fox": (
        '<ellipse cy="40" rx="36" ry="8" fill="#000" opacity=".25"/>'
        '<path d="M-44-42-14-26H14L44-42 40 2 0 44-40 2Z" fill="#b5421a" stroke="#5c1f0a" stroke-width="4"'
        ' stroke-linejoin="round"/><path d="M-40 2-12 8 0 44 12 8 40 2 0 44Z" fill="#fbeedd"/>'
        '<path d="M-38-34-34-12-20-24ZM38-34 34-12 20-24Z" fill="#3a1206"/>'
        '<circle cx="-16" cy="-4" r="5" fill="#1d0a04"/><circle cx="16" cy="-4" r="5" fill="#1d0a04"/>'
        '<circle cy="38" r="6" fill="#1d0a04"/>'
    ),
}
