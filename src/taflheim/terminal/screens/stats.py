"""Stats: how one has fared."""

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.stats_text import told
from taflheim.terminal.widgets.key_bar import KeyBar


class StatsScreen(HallScreen):
    """One's own results, by game, side and bot, and over time."""

    DEFAULT_CSS = """
    StatsScreen VerticalScroll { height: 1fr; padding: 1 2; }
    """
    keys = (KeyHelp("↑ ↓ PgUp PgDn", "turn the page"),)

    def parts(self) -> ComposeResult:
        """The text, as long as it is."""
        yield Static("Stats", classes="heading", markup=False)
        with VerticalScroll():
            yield Static("Counting …", id="told", markup=False)
        yield KeyBar.for_reading()

    def on_mount(self) -> None:
        """Ask for them."""
        self.query_one(VerticalScroll).focus()
        self._ask()

    @work(exclusive=True)
    async def _ask(self) -> None:
        shown = self.query_one("#told", Static)
        try:
            remote = await self.program.ready()
            shown.update(told(await remote.get("me", "stats"), ascii_only=self.program.ascii_only))
        except TaflheimError as error:
            shown.update(sentence(str(error)))
