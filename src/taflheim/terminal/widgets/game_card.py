"""A game in the menu: its name, and the pieces that one plays with."""

from rich.style import Style
from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from taflheim.games.rulebook import Rulebook
from taflheim.games.view import Layout, Piece
from taflheim.terminal.board.ink import readable_on
from taflheim.terminal.board.look import piece_ink, sign


class GameCard(Widget, can_focus=True):
    """A card; the menu chooses the game when one goes there, by a key or a click."""

    DEFAULT_CSS = """
    GameCard { height: 3; width: 100%; padding: 0 1; border-left: wide $panel; background: $surface; }
    GameCard:hover { background: $panel; }
    GameCard.chosen { border-left: wide $primary; background: $chosen; }
    GameCard:focus { border-left: wide $focus; }
    """
    chosen: reactive[bool] = reactive(False)

    def __init__(self, rulebook: Rulebook, layout: Layout, pieces: frozenset[Piece], ascii_only: bool):
        super().__init__(id=f"game-{rulebook.name}")
        self.rulebook = rulebook
        self._pieces = Text("  ")
        for kind, side in sorted({(piece.kind, piece.side) for piece in pieces}, key=lambda one: (one[1], one[0])):
            ground = piece_ink(layout, kind, side)
            style = Style(color=f"#{readable_on(ground):06x}", bgcolor=f"#{ground:06x}")
            self._pieces.append(f" {sign(layout, kind, side, ascii_only=ascii_only)} ", style).append(" ")

    def watch_chosen(self, chosen: bool) -> None:
        """Show it."""
        self.set_class(chosen, "chosen")

    def render(self) -> Text:
        """The name over the pieces."""
        here = "▸ " if self.has_focus else "  "
        name = Text(f"{here}{self.rulebook.title}", style="bold")
        return Text("\n").join([name, self._pieces])
