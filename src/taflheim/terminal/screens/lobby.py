"""The lobby: who plays, who waits, who is here; and quick pairing."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from taflheim.client.http import Unreachable
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import rulebooks
from taflheim.terminal.screens.ask_dialog import LineDialog
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.table_address import read_address
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.segments import Segments

_AGAIN_S = 2.0
_USUAL_CLOCK = "5+3"
_NOTHING = {"tables": "No table is open: open one in the menu.", "games": "Nobody plays where one may watch."}


class LobbyScreen(HallScreen):
    """Its lists are kept up to date; whoever is paired goes to the table."""

    DEFAULT_CSS = """
    LobbyScreen VerticalScroll { padding: 0 1; height: 1fr; }
    LobbyScreen .title { text-style: bold; color: $primary; margin-top: 1; }
    LobbyScreen .quiet { color: $quiet; }
    LobbyScreen ChoiceList { max-height: 8; }
    LobbyScreen Horizontal { height: 1; margin-top: 1; }
    LobbyScreen Press { margin-right: 2; }
    """
    keys = (
        KeyHelp("↑ ↓", "choose a table"),
        KeyHelp("Enter", "goes there: to sit down, or to look on"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._told: Mapping[str, Any] = {}

    def parts(self) -> ComposeResult:
        """Quick pairing, open tables, games to watch, and people."""
        pairs = [one for one in sorted(rulebooks().values(), key=lambda book: book.order) if one.players != (1,)]
        clocks = [(one["value"], one["title"]) for one in self.program.clocks] or [(_USUAL_CLOCK, _USUAL_CLOCK)]
        usual = _USUAL_CLOCK if any(value == _USUAL_CLOCK for value, _ in clocks) else clocks[0][0]
        yield Static("Lobby   Who plays, who waits, who is here", classes="heading", id="heading", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static("Quick pairing", classes="title")
            yield Segments("Game  ", [(book.name, book.title) for book in pairs], id="game")
            yield Segments("Clock ", clocks, usual, id="clock")
            yield Segments("Counts", [("no", "casual"), ("yes", "rated")], id="rated")
            with Horizontal():
                yield Press("Find somebody", id="seek", golden=True)
                yield Static(id="seeking", classes="quiet", markup=False)
            yield Static("Open tables", classes="title")
            yield ChoiceList(id="tables")
            yield Static(id="no-tables", classes="quiet", markup=False)
            yield Static("Games to watch", classes="title")
            yield ChoiceList(id="games")
            yield Static(id="no-games", classes="quiet", markup=False)
            yield Static("Who is here", classes="title")
            yield Static(id="people", classes="quiet", markup=False)
        with Horizontal():
            yield Press("Join by a link", id="join")
            yield Press("Menu", key="Esc", id="back")

    def on_mount(self) -> None:
        """Listen."""
        self.query_one("#seek").focus()
        self._listen()

    @work(exclusive=True, group="listen")
    async def _listen(self) -> None:
        """Show what there is, and whenever it changes; a stream that breaks is opened again."""
        remote = await self.program.ready()
        while True:
            try:
                async with aclosing(remote.stream("lobby", "live")) as news:
                    async for told in news:
                        if "go" in told:
                            self.program.replace_screen(self, "table", table_id=told["go"])
                            return
                        self._show(told)
            except Unreachable as error:
                self._say(f"{sentence(str(error))} Trying again …")
            except TaflheimError as error:
                self._say(sentence(str(error)))
                return
            await asyncio.sleep(_AGAIN_S)

    def _say(self, words: str) -> None:
        self.query_one("#heading", Static).update(f"Lobby   {words}")

    def _show(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self._say("Who plays, who waits, who is here")
        for name, none in _NOTHING.items():
            known = [one for one in told[name] if one["game"] in rulebooks()]
            self.query_one(f"#{name}", ChoiceList).fill((one["id"], _line(one)) for one in known)
            self.query_one(f"#{name}").display = bool(known)
            self.query_one(f"#no-{name}", Static).update("" if known else none)
        self.query_one("#people", Static).update(", ".join(told["people"]) or "Nobody else.")
        seeking = told["seeking"]
        self.query_one("#seek", Press).set_label("Stop looking" if seeking else "Find somebody")
        self.query_one("#seeking", Static).update(f"Looking for somebody: {seeking}. Stay here." if seeking else "")

    @on(ChoiceList.OptionSelected)
    def _chosen(self, event: ChoiceList.OptionSelected) -> None:
        self.program.go("table", table_id=event.option_id)

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        match event.press.id:
            case "seek":
                self._seek()
            case "join":
                self._join()
            case _:
                self.action_back()

    @work(exclusive=True, group="seek")
    async def _seek(self) -> None:
        try:
            remote = await self.program.ready()
            if self._told.get("seeking"):
                await remote.delete("lobby", "seek")
            else:
                chosen = {name: self.query_one(f"#{name}", Segments).chosen for name in ("game", "clock")}
                rated = self.query_one("#rated", Segments).chosen == "yes"
                await remote.post("lobby", "seek", **chosen, rated=rated, options={})
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)

    @work(exclusive=True, group="join")
    async def _join(self) -> None:
        await join_by_link(self)


async def join_by_link(screen: HallScreen) -> None:
    """Ask for the link of a table, and go there."""
    line = await screen.app.push_screen_wait(
        LineDialog("Join by a link", "The link that you were given:", "https://…/tables/…")
    )
    if not line:
        return
    try:
        table_id, remote = read_address(line, await screen.program.ready())
    except TaflheimError as error:
        screen.program.say(sentence(str(error)), bad=True)
        return
    screen.program.go("table", table_id=table_id, remote=remote)


def _line(one: Mapping[str, Any]) -> Text:
    return Text.assemble(
        (f"{one['title'][:22]:<23}", "bold"), f"{one['people'][:24]:<25}", (f"{one['terms']}  {one['note']}", "dim")
    )
