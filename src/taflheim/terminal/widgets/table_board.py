"""The board of a table: the screen sees every key before the board does, as a game may use the arrows itself."""

from textual import events

from taflheim.terminal.widgets.board import Board


class TableBoard(Board):
    """A board whose screen has the first word."""

    def on_key(self, event: events.Key) -> None:
        """Ask the screen; what it does not want is the board's."""
        self.screen.on_key(event)  # type: ignore[attr-defined]  # a TableScreen
