"""A board in the rules: a position with marks and its sentence. It can be played with, and begins again."""

from collections.abc import Mapping
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from taflheim.terminal.board.marks import Way
from taflheim.terminal.board.plan import Plan, best_scale, needed
from taflheim.terminal.board.told import read_pieces
from taflheim.terminal.study.arbiter import Arbiter
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.press import Press

_WORDS = 6
"""Rows beside the board: a caption, what is said, and what can be done."""


class Diagram(Vertical):
    """A diagram as GET /rules tells it. What can be moved is asked for when somebody comes near."""

    DEFAULT_CSS = """
    Diagram { height: auto; padding: 0 1 1 1; }
    Diagram FreeBoard { height: 15; }
    Diagram .caption { height: auto; text-align: center; text-style: italic; }
    Diagram .said { height: auto; display: none; text-align: center; color: $primary; }
    Diagram .said.some { display: block; }
    Diagram .said.why { color: $iron; }
    Diagram .does { height: auto; align: center middle; display: none; }
    Diagram.awake .does { display: block; }
    Diagram .does Press { margin-right: 1; }
    """

    def __init__(self, arbiter: Arbiter, told: Mapping[str, Any], *, ascii_only: bool):
        super().__init__()
        self._arbiter, self._told = arbiter, told
        # It is there from the beginning: a screen may change its size before it is composed.
        self._board = FreeBoard(arbiter, ascii_only=ascii_only)
        self._marks = [Way((spot,), "drawn") for spot in told["circles"]]
        self._marks += [Way(tuple(way), "drawn") for way in told["arrows"]]

    def compose(self) -> ComposeResult:
        """The board over its words."""
        yield self._board
        yield Static(self._told["caption"], classes="caption", markup=False)
        yield Static(classes="said", markup=False)
        with Horizontal(classes="does"):
            for spot in self._arbiter.game.layout.spots if self._told["buttons"] else ():
                if spot.kind == "button":
                    yield Press(spot.label, name=spot.name)
            yield Press("Again", id="again")

    def on_mount(self) -> None:
        """The position with its marks."""
        self._board.glance(self._told["position"], read_pieces(self._told["pieces"]))
        self._board.point_out(self._marks)

    def fit(self, columns: int, rows: int) -> None:
        """Draw the board so that it is seen with its words on a screen of this size, or at least by itself."""
        layout, form = self._arbiter.game.layout, self._board.look.form
        least = needed(layout, form)[1]
        scale = best_scale(layout, columns - 2, max(least, rows - _WORDS), form)
        self._board.styles.height = Plan(layout, form, scale).rows if scale else least

    # ---- playing --------------------------------------------------------------------------------------------------

    @property
    def _is_awake(self) -> bool:
        return self.has_class("awake")

    @work(exclusive=True, group="begin")
    async def _begin(self, spot: str | None = None) -> None:
        """Let the pieces be moved; whoever clicked on a spot has clicked there then."""
        board = self._board
        board.position = self._told["position"]
        standing = await board.standing()
        if standing is None:
            return
        self.add_class("awake")
        board.stand(standing)
        board.point_out(self._marks)
        self._say("")
        self._enable(begun=False)
        if spot is not None:
            board.click(spot)

    def on_descendant_focus(self) -> None:
        """Somebody comes near."""
        if not self._is_awake:
            self._begin()

    @on(Board.Idle)
    def _clicked(self, event: Board.Idle) -> None:
        event.stop()
        if not self._is_awake:
            self._begin(event.spot)

    @on(Board.Played)
    def _played(self, event: Board.Played) -> None:
        event.stop()
        self._play(event.move)

    @work(exclusive=True, group="play")
    async def _play(self, move: str) -> None:
        board = self._board
        after = await board.tried(move)
        if after is None:
            return
        board.follow(after)
        result = after["result"]
        self._say(f"{result['title']} {result['text']}" if result else after["words"])
        self._enable(begun=True)

    @on(FreeBoard.Said)
    def _why(self, event: FreeBoard.Said) -> None:
        event.stop()
        self._say(event.words, why=True)

    @on(Board.Cancelled)
    def _forgot(self, event: Board.Cancelled) -> None:
        event.stop()
        if self.query_one(".said").has_class("why"):
            self._say("")

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        event.stop()
        board = self._board
        if event.press.id == "again":
            board.focus()
            self._begin()
        else:
            board.click(str(event.press.name))

    def _say(self, words: str, *, why: bool = False) -> None:
        said = self.query_one(".said", Static)
        said.update(words)
        said.set_class(bool(words), "some")
        said.set_class(why, "why")

    def _enable(self, *, begun: bool) -> None:
        board = self._board
        for press in self.query(Press):
            press.disabled = not begun if press.id == "again" else not board.is_open(str(press.name))
