"""The board of the day: one try that counts, and how others have fared."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from taflheim.client.arrival import arrive
from taflheim.games.errors import TaflheimError
from taflheim.games.message import counted, sentence
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.press import Press

_ONE_TRY = (
    "You have one try. It begins with your first move, without hints and without taking back; nobody watches."
    " Afterwards play the board as often as you like."
)


class DailyScreen(HallScreen):
    """A day's board: play it, or read the results."""

    DEFAULT_CSS = """
    DailyScreen VerticalScroll { height: 1fr; padding: 1 2; }
    DailyScreen .quiet { color: $quiet; margin-bottom: 1; }
    DailyScreen .title { text-style: bold; color: $primary; margin-top: 1; }
    DailyScreen #ways { height: 1; padding: 0 1; background: $panel; }
    DailyScreen #ways Press { margin-right: 1; }
    DailyScreen #play { margin-bottom: 1; }
    """
    keys = (KeyHelp("↑ ↓", "choose a result"), KeyHelp("Enter", "plays, or shows the game of a result"))

    def __init__(self, game: str | None = None, day: str = "today"):
        super().__init__()
        self._game_name, self._day = game, day
        self._told: Mapping[str, Any] = {}

    def parts(self) -> ComposeResult:
        """The day, one's own try, and the results."""
        yield Static("Daily board", classes="heading", id="heading", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static(id="par", markup=False)
            yield Static(id="own", markup=False)
            yield Press("Play", id="play", golden=True)
            yield Static(id="why", classes="quiet", markup=False)
            yield Static("Results", classes="title")
            yield ChoiceList(id="results")
            yield Static(id="none", classes="quiet", markup=False)
        with Horizontal(id="ways"):
            yield Press("Day before", id="before")
            yield Press("Day after", id="after")
            yield Press("Menu", key="Esc", id="back")

    def on_mount(self) -> None:
        """Ask for it; a hall that has just been opened takes a while."""
        self.query_one("#own", Static).update("The board is being laid out …")
        self.query_one("#play").display = False
        self._ask()

    def on_screen_resume(self) -> None:
        """The try may be over now."""
        if self._told:
            self._ask()

    @work(exclusive=True)
    async def _ask(self) -> None:
        try:
            remote = await self.program.ready()
            self._told = await remote.get("daily", self._day, game=self._game_name)
        except TaflheimError as error:
            self.query_one("#own", Static).update(sentence(str(error)))
            return
        self._show()

    def _show(self) -> None:
        told = self._told
        at = date.fromisoformat(told["day"])
        over = told["own"] in ("won", "lost")
        name = f"{at:%A}, {at.day} {at:%B} {at.year}"
        ends = " A new one comes at midnight UTC." if told["today"] else ""
        self.query_one("#heading", Static).update(f"Daily board   {told['title']} · {name}")
        par = counted(told["par"], "move")
        self.query_one("#par", Static).update(
            f"Par: {par}. The same board for everybody, and so many are enough.{ends}"
        )
        streak = told["streak"]
        days = f" Days in a row: {streak['now']}, at best {streak['best']}." if streak and streak["best"] else ""
        self.query_one("#own", Static).update((f"You have {told['own']} it." if over else "") + days)
        play = self.query_one("#play", Press)
        play.display = True
        if told["today"] and not over:
            play.set_label("Go on with your try" if told["own"] else "Play: this try counts")
            self.query_one("#why", Static).update(_ONE_TRY)
        else:
            play.set_label("Play it again" if over else "Play it")
            why = "Your try is made" if told["today"] else "This day is over"
            self.query_one("#why", Static).update(f"{why}: what you play now does not count.")
        self.query_one("#results", ChoiceList).fill(
            (str(place), _line(place, one)) for place, one in enumerate(told["results"], 1)
        )
        self.query_one("#results").display = bool(told["results"])
        nobody = "Nobody has finished yet: be the first." if told["today"] else "Nobody has played on this day."
        self.query_one("#none", Static).update("" if told["results"] else f"{nobody} Guests are not listed.")
        self.query_one("#after").display = not told["today"]
        if self.focused is None:
            play.focus()

    @on(ChoiceList.OptionSelected)
    def _see(self, event: ChoiceList.OptionSelected) -> None:
        table = self._told["results"][int(str(event.option_id)) - 1]["table"]
        if table is None:
            self.program.say("You can see how others played once your own try is over.")
        else:
            self.program.go("table", table_id=table)

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        match event.press.id:
            case "play" if self._told:
                self._play()
            case "before" | "after" as way if self._told:
                shown = date.fromisoformat(self._told["day"]) + timedelta(1 if way == "after" else -1)
                self._day = shown.isoformat()
                self._ask()
            case "back":
                self.action_back()

    @work(exclusive=True, group="play")
    async def _play(self) -> None:
        told = self._told
        try:
            remote = await self.program.ready()
            await arrive(remote)
            if told["today"] and told["own"] in (None, "playing"):
                opened = await remote.put("daily", "today", "try")
            else:
                opened = await remote.post("daily", told["day"], "tables")
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            return
        self.program.go("table", table_id=opened["id"])


def _line(place: int, one: Mapping[str, Any]) -> Text:
    rank = f"{place:>3}." if one["state"] == "won" else "    "
    luck = f", {counted(one['jumps'], 'move')} by lot" if one["jumps"] else ""
    told = f"{one['state']} in {counted(one['moves'], 'move')}{luck}"
    return Text.assemble(f"{rank} ", (f"{one['name'][:24]:<25}", "bold"), told)
