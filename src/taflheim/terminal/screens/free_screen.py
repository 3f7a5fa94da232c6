"""Screens with a board that one moves on without a table: by clicks, by the game's own keys, and by typing."""

from textual import on, work
from textual.app import ComposeResult
from textual.widgets import Input

from taflheim.terminal.screens.hall_screen import KeyHelp
from taflheim.terminal.screens.help import board_help
from taflheim.terminal.screens.study_screen import StudyScreen
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.typed_line import TypedLine


class FreeScreen(StudyScreen):
    """A free board beside a panel. What a move brings about is `perform`; what is said goes to `explain`."""

    def parts(self) -> ComposeResult:
        """The line for moves that are typed is there only while somebody types."""
        yield from super().parts()
        yield TypedLine()

    @property
    def board(self) -> FreeBoard:
        """The board, once it is laid."""
        return self.query_one(FreeBoard)

    def perform(self, move: str) -> None:
        """Somebody wants to make a move."""
        raise NotImplementedError

    def explain(self, words: str) -> None:
        """Say why something cannot be, or what is asked; nothing, if that is not so any more."""
        raise NotImplementedError

    def pressed(self, key: str, character: str | None) -> bool:
        """The keys of the game, then commands; any other letter begins a move."""
        if not self.is_open:
            return False
        letter = character if character and character.isprintable() and not character.isspace() else None
        if letter and self.query_one(TypedLine).display:
            self.begin_line(letter)  # from somebody who types faster than the line gets the focus
            return True
        # What has the focus has seen the key before.
        if letter and self.focused is not self.board and self.board.press(key, letter):
            self.board.focus()
            return True
        if super().pressed(key, character):
            return True
        if letter and letter.isalnum():
            self.begin_line(letter)
            return True
        return False

    def more_help(self) -> list[KeyHelp]:
        """The keys of the game, and those of every board."""
        board = self.board
        return board_help(board.arbiter.game.layout, board.choices, board.keys) if self.is_open else []

    def begin_line(self, text: str) -> None:
        """Let a move be typed that begins so."""
        self.query_one(TypedLine).open(text)

    @on(Board.Played)
    def _played(self, event: Board.Played) -> None:
        self.explain("")
        self.perform(event.move)

    @on(FreeBoard.Said)
    def _said(self, event: FreeBoard.Said) -> None:
        self.explain(event.words)

    @on(Board.Cancelled)
    def _forgot(self) -> None:
        self.explain("")

    @on(Input.Submitted, "#typed")
    def _submitted(self, event: Input.Submitted) -> None:
        if line := event.value.strip():
            self._type(line)
        else:
            self.query_one(TypedLine).close()

    @work(exclusive=True, group="type")
    async def _type(self, line: str) -> None:
        move = await self.board.meant(line)
        if move is not None:
            self.query_one(TypedLine).close()
            self.explain("")
            self.perform(move)

    @on(TypedLine.PutAway)
    def _stop_typing(self) -> None:
        self.board.focus()

    @on(FreeBoard.Offered)
    def _offered(self) -> None:
        for pad in self.query(Pad):
            pad.offer(self.board.choices, self.board.keys)

    @on(Pad.Pressed)
    def _padded(self, event: Pad.Pressed) -> None:
        self.perform(event.move)

    @on(Pad.Clicked)
    def _clicked_button(self, event: Pad.Clicked) -> None:
        self.board.click(event.spot)
