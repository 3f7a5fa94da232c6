"""The full-screen program: the hall that it shows, who is there, and the ways between its screens."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import work
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from taflheim.client.arrival import arrive
from taflheim.client.remote import Refusal, Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import rulebooks
from taflheim.terminal import places
from taflheim.terminal.ascii_filter import AsciiOnly
from taflheim.terminal.colourless import Colourless
from taflheim.terminal.opening import Request
from taflheim.terminal.screens.hall_screen import HallScreen
from taflheim.terminal.shown import Changes, Shown
from taflheim.terminal.theme import FEW, HALL
from taflheim.terminal.wish import Wish, find_table

NOTHING = Wish()


class TerminalApp(App[None]):
    """Taflheim on a terminal. `enter` gives it the hall; the menu is there before."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Taflheim"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
    ]

    def __init__(self, wish: Wish = NOTHING, *, ascii_only: bool = False):
        """`wish` is what somebody wants to play; what it leaves open is for the menu."""
        super().__init__()
        self.ascii_only = ascii_only
        self.me: Mapping[str, Any] | None = None
        """Who one is, as GET /me."""
        self.games: Mapping[str, Mapping[str, Any]] = {}
        """What can be played in the hall, by name, as GET /games."""
        self.clocks: Sequence[Mapping[str, str]] = ()
        """The clocks that the hall proposes: value, title and about."""
        self.chosen = ""
        """The game that somebody has played last."""
        self.trouble = ""
        """Why there is no hall; a sentence."""
        self._remote: Remote | None = None
        self.painted = asyncio.Event()
        """Set when the menu is seen: what takes long begins then."""
        self._settled = asyncio.Event()
        self._wish = wish
        self._colourless, self._shown = Colourless(), Shown()
        theme = FEW if self.console.color_system == "standard" else HALL
        self.register_theme(theme)
        self.theme = theme.name

    def get_driver_class(self) -> type[Driver]:
        """Paints on the output, whatever is done with stderr."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from taflheim.terminal.driver import OutputDriver

        return OutputDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Everything is in ASCII, if the terminal shows no more; without colours, not even in greys."""
        filters = [self._colourless if isinstance(one, Monochrome) else one for one in super().get_line_filters()]
        return [*filters, *([AsciiOnly()] if self.ascii_only else [])]

    def on_mount(self) -> None:
        """The menu first, and from there to what is wanted."""
        self.go("menu", game=self._wish.game, options=self._wish.options)
        self.call_after_refresh(self.painted.set)
        if self._wish.day is not None:
            self.go("daily", day=self._wish.day)
        elif self._wish.is_definite:
            self._go_to_table()

    @work
    async def _go_to_table(self) -> None:
        """To the table that was wanted, as soon as there is a hall."""
        try:
            self.go("table", table_id=await find_table(await self.ready(), self._wish))
        except TaflheimError as error:
            self.say(sentence(str(error)), bad=True)

    # ---- the hall -------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether there is a hall."""
        return self._remote is not None

    @property
    def remote(self) -> Remote:
        """The hall; wait for `ready` first."""
        assert self._remote is not None
        return self._remote

    async def ready(self) -> Remote:
        """Wait until the hall is open; raises what stands against it."""
        await self._settled.wait()
        if self._remote is None:
            raise TaflheimError(self.trouble)
        return self._remote

    async def enter(self, remote: Remote) -> None:
        """The hall is open: ask who one is there, and what can be played."""
        self._remote = remote
        await self.ask()
        self.trouble = ""
        self._settle()

    async def ask(self) -> None:
        """Ask anew who one is, and what can be played."""
        self.me, told = await asyncio.gather(self._who(), self.remote.get("games"))
        # A hall may know games that this machine does not: it could not draw them.
        self.games = {one["name"]: one for one in told["games"] if one["name"] in rulebooks()}
        self.chosen, self.clocks = told["chosen"], told["clocks"]

    async def _who(self) -> Mapping[str, Any] | None:
        try:
            found: Mapping[str, Any] = await self.remote.get("me")
        except Refusal:
            return None  # nobody who is known here
        return found

    def fail(self, trouble: str) -> None:
        """There is no hall, and this is why."""
        self.trouble = sentence(trouble)
        self._settle()

    def _settle(self) -> None:
        self._settled.set()
        for screen in self.screen_stack:
            if isinstance(screen, HallScreen):
                screen.hall_changed()

    async def open_table(self, wanted: Request) -> None:
        """Open a table and go there; who is nobody here yet becomes a guest by that."""
        await arrive(self.remote)
        self.go("table", table_id=(await self.remote.post("tables", **wanted))["id"])

    # ---- ways -----------------------------------------------------------------------------------------------------

    def go(self, place: str, **wishes: Any) -> None:
        """Go to a place."""
        self.push_screen(places.screen(place, **wishes))

    def back(self) -> None:
        """Back to where one came from; from the menu there is no way back but leaving."""
        if len(self.screen_stack) > 2:
            self.pop_screen()

    def to_menu(self) -> None:
        """Back to the menu, from wherever one is."""
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def leave_screen(self, screen: Screen[Any]) -> None:
        """Back from a screen, and from what lies over it."""
        if screen in self.screen_stack:
            while self.screen is not screen:
                self.pop_screen()
            self.back()

    def replace_screen(self, screen: Screen[Any], place: str, **wishes: Any) -> None:
        """Go from a screen to a place that takes its place."""
        self.leave_screen(screen)
        self.go(place, **wishes)

    def say(self, words: str, *, bad: bool = False) -> None:
        """Say something at the edge, for a moment."""
        self.notify(words, severity="warning" if bad else "information", markup=False)

    def action_leave(self) -> None:
        """Leave. Games are kept by the hall."""
        self.exit()

    # ---- painting -------------------------------------------------------------------------------------------------

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if isinstance(renderable, CompositorUpdate):
            renderable = Changes(renderable, self._shown)
        super()._display(screen, renderable)

    def forget_shown(self) -> None:
        """What the terminal shows is not known any more."""
        self._shown.forget()

    def on_resize(self) -> None:
        """A terminal of another size may show anything."""
        self.forget_shown()

    def action_repaint(self) -> None:
        """Paint the screen anew, where something else has written over it."""
        self.forget_shown()
        self.refresh(repaint=True, layout=True)
