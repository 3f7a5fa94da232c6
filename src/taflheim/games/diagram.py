"""Drawing any board as text, from the words in which it shows itself."""

from collections.abc import Iterable, Mapping
from typing import Literal

from taflheim.games.view import Layout, Piece, Spot

Style = Literal["ascii", "unicode"]


def draw(layout: Layout, pieces: Iterable[Piece], style: Style, labels: Mapping[str, str]) -> str:
    """The board with its pieces, files below and ranks at the left; labels are written over spots."""
    grid = _Grid(layout, style)
    for mark in layout.marks:
        grid.fill(layout.by_name[mark.spot], f"mark.{mark.kind}", mark.side)
    for piece in pieces:
        grid.fill(layout.by_name[piece.spot], piece.kind, piece.side)
    for name, label in labels.items():
        grid.put(layout.by_name[name], label)
    return grid.text()


class _Grid:
    """Characters by their place on the lattice."""

    def __init__(self, layout: Layout, style: Style):
        self.layout = layout
        self.style = style
        self.cells = {(x, y): self._gap(x, y) for x in range(layout.width) for y in range(layout.height)}
        self._lines()
        for spot in layout.spots:
            if spot.kind not in ("groove", "button"):
                self.fill(spot, spot.kind, "")

    def glyph(self, kind: str, side: str = "") -> str | None:
        """The character for a kind of thing, if it has one."""
        glyph = self.layout.glyphs.get(f"{kind}.{side}") or self.layout.glyphs.get(kind)
        return glyph and getattr(glyph, self.style)

    def fill(self, spot: Spot, kind: str, side: str) -> None:
        """Draw a kind of thing on all of a spot."""
        glyph = self.glyph(kind, side)
        if glyph:
            self.put(spot, glyph)

    def put(self, spot: Spot, character: str) -> None:
        """Write a character on all of a spot."""
        for dx in range(spot.width):
            for dy in range(spot.height):
                self.cells[spot.x + dx - spot.width // 2, spot.y + dy - spot.height // 2] = character

    def _gap(self, x: int, y: int) -> str:
        kind = {(1, 0): "vertical", (0, 1): "horizontal", (1, 1): "crossing"}.get((x % 2, y % 2), "")
        return self.glyph(f"gap.{kind}") or " "

    def _lines(self) -> None:
        """Draw lines between the points they join."""
        for line in self.layout.lines:
            dx, dy = line.x2 - line.x1, line.y2 - line.y1
            kind = "rank" if dy == 0 else "file" if dx == 0 else "up" if dx == dy else "down"
            steps = max(abs(dx), abs(dy))
            for i in range(1, steps):
                place = line.x1 + dx * i // steps, line.y1 + dy * i // steps
                self.cells[place] = self.glyph(f"line.{kind}") or " "

    def text(self) -> str:
        """The whole drawing."""
        layout = self.layout
        margin = max(map(len, layout.ranks.values()))
        between = " " * (layout.spread - 1)
        rows = []
        for y in reversed(range(layout.height)):
            row = between.join(self.cells[x, y] for x in range(layout.width))
            rows.append(f"{layout.ranks.get(y, ''):>{margin}}  {row}")
        files = between.join(layout.files.get(x, " ") for x in range(layout.width))
        return "\n".join(row.rstrip() for row in [*rows, "", " " * (margin + 2) + files])
