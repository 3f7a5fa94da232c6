"""How the keys lie that play moves in a game, and its buttons: as a diagram in which each can be clicked."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from taflheim import wire
from taflheim.games.view import Layout

_CELL = 5


class Part(NamedTuple):
    """Something that can be clicked, and where it stands."""

    row: int
    column: int
    key: str
    words: str
    move: str = ""
    """What its key plays."""
    spot: str = ""
    """Of a button: what a click there clicks."""

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.key) + 1 + len(self.words) if self.key else len(self.words)


class Pad(Widget):
    """The keys in their rows, and the game's buttons below them."""

    DEFAULT_CSS = """
    Pad { height: auto; width: 100%; padding: 0 1; }
    """
    shown: reactive[tuple[Part, ...]] = reactive((), layout=True)
    is_open: reactive[bool] = reactive(False)

    class Pressed(Message):
        """A key of the diagram was clicked."""

        def __init__(self, move: str):
            super().__init__()
            self.move = move

    class Clicked(Message):
        """A button of the game was clicked."""

        def __init__(self, spot: str):
            super().__init__()
            self.spot = spot

    def __init__(self, layout: Layout, *, ascii_only: bool = False):
        super().__init__()
        self._game_layout, self._ascii = layout, ascii_only
        self.offer(None, ())

    def offer(self, choices: wire.Tree | None, keys: Iterable[wire.Key], *, is_over: bool = False) -> None:
        """What can be clicked now; `keys` are those that can be typed in this position."""
        letters = {move: key for key, move in self._game_layout.keys.items() if len(key) == 1}
        letters |= {one["moves"][""]: one["key"] for one in keys if "" in one["moves"]}
        self.is_open = choices is not None
        self.shown = (*self._diagram(), *self._buttons(choices or {}, letters))
        self.display = bool(self.shown) and not is_over

    def _diagram(self) -> Iterable[Part]:
        for y, row in enumerate(self._game_layout.pad):
            for x, one in enumerate(row):
                sign = "" if self._ascii and not one.sign.isascii() else one.sign
                yield Part(y, x * _CELL, one.key.upper(), sign, move=self._game_layout.keys[one.key])

    def _buttons(self, choices: wire.Tree, letters: dict[str, str]) -> Iterable[Part]:
        column = 0
        for spot in self._game_layout.spots:
            if spot.kind == "button" and (spot.name in choices or self._game_layout.pad):
                key = letters.get(str(choices.get(spot.name)), "").upper()
                part = Part(len(self._game_layout.pad), column, key, spot.label, spot=spot.name)
                column += part.width + 3
                yield part

    def place_of(self, spot: str) -> tuple[int, int] | None:
        """Where a button stands, in columns and rows of this widget."""
        left = self.styles.padding.left
        return next(((part.column + left, part.row) for part in self.shown if part.spot == spot), None)

    def render(self) -> Text:
        """A sign and its key for each."""
        lines = [
            Text(style="" if self.is_open else "dim")
            for _ in range(1 + max((one.row for one in self.shown), default=-1))
        ]
        for part in self.shown:
            line = lines[part.row]
            line.append(" " * (part.column - line.cell_len))
            line.append(part.key, style="bold").append(f" {part.words}" if part.key else part.words)
        return Text("\n").join(lines)

    def on_click(self, event: Click) -> None:
        """Play what was clicked."""
        at = event.get_content_offset(self)
        if at is None:  # an offset of nothing is false, too
            return
        for part in self.shown:
            if part.row == at.y and part.column <= at.x < part.column + part.width:
                self.post_message(self.Clicked(part.spot) if part.spot else self.Pressed(part.move))
