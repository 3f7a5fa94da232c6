"""Against a friend: at this screen, or elsewhere by a link."""

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from taflheim.games.game import Game
from taflheim.terminal import opening
from taflheim.terminal.screens.hall_screen import Dialog
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.segments import Segments

_NO, _YES = "no", "yes"
_OWN = "own"
_LOT = "lot"


class FriendDialog(Dialog[opening.Request]):
    """Asks where the friend sits, and on which terms; gives the request for the table."""

    def __init__(self, chosen: Game):
        super().__init__()
        self._game = chosen

    def parts(self) -> ComposeResult:
        """This screen first; below it, what a table elsewhere needs to be known."""
        seats, title = self._game.seats, self._game.rulebook.side_title
        yield Static(f"{self._game.title} against your friend", classes="title", markup=False)
        yield Press("On this screen: you take turns at it", golden=True, id="here")
        yield Static("\nOr by a link, everybody at their own:", classes="quiet")
        sides = [(side, title(side)) for side in seats]
        yield Segments("You play  ", [*sides, (_LOT, "by lot")], seats[0], id="side")
        clocks = [(one["value"], one["title"]) for one in self.program.clocks]
        yield Segments("Clock     ", [*clocks, (_OWN, "your own")], "none", id="clock")
        clock = Input(placeholder="as 15+10, move 45 or days 2", id="own-clock", compact=True)
        clock.display = False
        yield clock
        yield Segments("Counts    ", [(_NO, "casual"), (_YES, "rated")], _NO, id="rated")
        yield Segments(
            "Found by  ", [(_NO, "link only"), (_YES, "everybody: it stands in the lobby")], _NO, id="public"
        )
        yield Segments("Spectators", [(_YES, "welcome"), (_NO, "nobody")], _YES, id="watchable")
        if len(seats) > 2:
            yield Segments("Who leaves", [("out", "is out"), ("bot", "a bot plays on")], "out", id="policy")
        with Horizontal(classes="row"):
            yield Press("Open the table", id="link")
            yield Press("Back", id="cancel")

    def on_mount(self) -> None:
        """The simplest first."""
        self.query_one("#here").focus()

    @on(Segments.Changed, "#clock")
    def _own_clock(self, event: Segments.Changed) -> None:
        own = self.query_one("#own-clock", Input)
        own.display = event.value == _OWN
        if own.display:
            own.focus()

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        name, options = self._game.name, self._game.options
        match event.press.id:
            case "here":
                self.dismiss(opening.at_one_screen(name, options))
            case "link":
                self.dismiss(opening.by_link(name, options, {}, self._chosen("side"), self._terms()))
            case _:
                self.dismiss(None)

    def _chosen(self, name: str) -> str:
        return self.query_one(f"#{name}", Segments).chosen

    def _terms(self) -> dict[str, Any]:
        clock = self._chosen("clock")
        terms = {
            "clock": self.query_one("#own-clock", Input).value.strip() if clock == _OWN else clock,
            **{name: self._chosen(name) == _YES for name in ("rated", "public", "watchable")},
        }
        return {**terms, "policy": self._chosen("policy")} if len(self._game.seats) > 2 else terms
