"""My games: what one has played and plays, to be gone on with, looked at again, or reviewed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from taflheim.games.errors import TaflheimError
from taflheim.games.message import counted, sentence
from taflheim.games.registry import rulebooks
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.segments import Segments

_PAGE = 50
_RESULTS = (("", "all"), ("unfinished", "going on"), ("won", "won"), ("lost", "lost"), ("drawn", "drawn"))


class GamesScreen(HallScreen):
    """A list with filters; Enter opens a game."""

    DEFAULT_CSS = """
    GamesScreen .filters { height: 1; padding: 0 1; }
    GamesScreen Segments { margin-right: 3; }
    GamesScreen #list { height: 1fr; margin: 1 1 0 1; }
    GamesScreen #count { height: 1; padding: 0 1; color: $quiet; }
    GamesScreen #ways { height: 1; padding: 0 1; background: $panel; }
    GamesScreen #ways Press { margin-right: 1; }
    """
    keys = (
        KeyHelp("↑ ↓", "choose a game"),
        KeyHelp("Enter", "opens it: goes on, or shows it again"),
        KeyHelp("← →", "change what is shown, above the list"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, Mapping[str, Any]] = {}
        self._count = 0

    def parts(self) -> ComposeResult:
        """Filters over the list, and what can be done with the chosen game below it."""
        books = sorted(rulebooks().values(), key=lambda book: book.order)
        yield Static("My games", classes="heading", markup=False)
        with Horizontal(classes="filters"):
            yield Segments("", [("", "All games"), *((book.name, book.title) for book in books)], id="game")
        with Horizontal(classes="filters"):
            yield Segments("", _RESULTS, id="result")
        yield ChoiceList(id="list")
        yield Static(id="count", markup=False)
        with Horizontal(id="ways"):
            yield Press("Open", id="open")
            yield Press("Review", id="review")
            yield Press("More", id="more")
            yield Press("Menu", key="Esc", id="back")

    def on_mount(self) -> None:
        """Ask for the first."""
        self.query_one("#list").focus()
        self._ask()

    def on_screen_resume(self) -> None:
        """A game may have gone on meanwhile."""
        self._ask()

    @on(Segments.Changed)
    def _filtered(self) -> None:
        self._ask()

    @work(exclusive=True)
    async def _ask(self, offset: int = 0) -> None:
        wanted = {name: self.query_one(f"#{name}", Segments).chosen or None for name in ("game", "result")}
        count = self.query_one("#count", Static)
        try:
            remote = await self.program.ready()
            found = await remote.get("me", "games", **wanted, limit=_PAGE, offset=offset)
        except TaflheimError as error:
            count.update(sentence(str(error)))
            return
        before = self._shown if offset else {}
        self._shown = {**before, **{one["id"]: one for one in found["games"]}}
        self._count = found["count"]
        self.query_one("#list", ChoiceList).fill((name, _line(one)) for name, one in self._shown.items())
        self.query_one("#more").display = len(self._shown) < self._count
        if self._shown:
            count.update(f"{len(self._shown)} of {counted(self._count, 'game')}")
        else:
            first = "Everything you play is kept here: play a first game."
            count.update("No game of yours is like that." if any(wanted.values()) else first)

    @on(ChoiceList.OptionSelected)
    def _opened(self) -> None:
        self._go("table")

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        match event.press.id:
            case "open":
                self._go("table")
            case "review":
                self._go("review")
            case "more":
                self._ask(len(self._shown))
            case _:
                self.action_back()

    def _go(self, place: str) -> None:
        chosen = self.query_one("#list", ChoiceList).chosen
        if chosen is None:
            return
        if place == "review" and self._shown[chosen]["result"] == "unfinished":
            self.program.say("This game goes on: it can be reviewed when it is over.")
        else:
            self.program.go(place, table_id=chosen)


def _line(one: Mapping[str, Any]) -> Text:
    at = datetime.fromtimestamp(one["changed_ms"] / 1000)
    told = "Your turn" if one["your_turn"] else one["told"]
    moves = counted(one["moves"], "move") if one["moves"] is not None else ""
    return Text.assemble(
        (f"{one['title'][:18]:<19}", "bold"),
        f"{one['company'][:22]:<23}",
        f"{told[:14]:<15}",
        (f"{moves:>9}  {at:%d %b}", "dim"),
        (f"  {one['rating']}" if one["rating"] else "", "dim"),
    )
