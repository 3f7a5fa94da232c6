"""Screens on which a game is studied: a board, and beside it what is told."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets import Static

from taflheim.terminal.arrangement import arrangement
from taflheim.terminal.screens.command_screen import CommandScreen
from taflheim.terminal.widgets.board_view import BoardView
from taflheim.terminal.widgets.key_bar import KeyBar


class StudyScreen(CommandScreen):
    """A board with a panel beside it or below."""

    DEFAULT_CSS = """
    StudyScreen #study { height: 1fr; layout: horizontal; }
    StudyScreen #study.below { layout: vertical; }
    """
    waiting: ClassVar[str] = "One moment …"

    def parts(self) -> ComposeResult:
        """A line that says what it is; the rest comes when it is known."""
        yield Static(id="head", markup=False)
        with Container(id="study"):
            yield Static(self.waiting, id="waiting", markup=False)
        yield KeyBar()

    async def lay(self, board: BoardView, *parts: Widget) -> None:
        """Put up the board, and these parts in the panel."""
        await self.query_one("#study").remove_children()
        await self.query_one("#study").mount(board, Vertical(*parts, id="panel"))
        self.share_room()

    def on_resize(self) -> None:
        """The board is as large as fits."""
        super().on_resize()
        self.share_room()

    def share_room(self) -> None:
        """Share the room between the board and the panel."""
        board = next(iter(self.query(BoardView)), None)
        if board is None or board.game_layout is None:
            return
        found = arrangement(board.game_layout, self.size.width, self.size.height - 2, board.look.form)
        self.needs = found.needs[0], found.needs[1] + 2
        super().on_resize()
        panel = self.query_one("#panel")
        self.query_one("#study").set_class(found.below, "below")
        board.styles.width, board.styles.height = found.board
        panel.styles.width, panel.styles.height = found.panel
