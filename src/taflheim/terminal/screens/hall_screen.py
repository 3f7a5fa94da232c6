"""What all screens have in common: ways out, arrows from part to part, and what they need of the terminal."""

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static
from textual.worker import Worker

from taflheim.terminal.steering import DIRECTIONS, nearest
from taflheim.terminal.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from taflheim.terminal.app import TerminalApp

Result = TypeVar("Result")


class KeyHelp(NamedTuple):
    """A key, and what it does."""

    key: str
    words: str


def steer(screen: Screen[Any], event: events.Key) -> None:
    """Go to the next part of a screen that lies where an arrow points to, if what has the focus does not want it."""
    focused = screen.focused
    if event.key not in DIRECTIONS or (focused is not None and event.key in getattr(focused, "steers", ())):
        return
    if isinstance(focused, Input) and event.key in ("left", "right"):
        return
    parts = {part.region: part for part in screen.focus_chain if part is not focused and part.region}
    here = focused.region if focused is not None else None
    found = next(iter(parts), None) if here is None else nearest(here, parts, event.key)
    if found is not None:
        # At once: the next key may be there already.
        screen.set_focus(parts[found])
        event.stop()


class TooSmall(Static):
    """Covers a screen that has not enough room, and says what it needs."""

    DEFAULT_CSS = """
    TooSmall { layer: cover; dock: top; width: 100%; height: 100%; background: $background; display: none;
      content-align: center middle; text-align: center; }
    """

    def need(self, columns: int, rows: int) -> None:
        """Cover the screen if it has less than this."""
        have = self.screen.size
        self.display = have.width < columns or have.height < rows
        self.update(
            Text(
                f"This terminal has {have.width} × {have.height} characters.\n"
                f"Taflheim needs {columns} × {rows} here:\nmake it larger, or the letters smaller."
            )
        )


class HallScreen(Screen[None]):
    """The base of all full screens."""

    DEFAULT_CSS = """
    HallScreen { layers: base cover; background: $background; color: $foreground; }
    HallScreen > .heading { height: 1; padding: 0 1; background: $panel; }
    HallScreen.types KeyBar { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False),
        Binding("question_mark,f1", "help", "Help", show=False),
    ]
    needs: tuple[int, int] = (60, 20)
    """Columns and rows below which it only says so."""
    keys: tuple[KeyHelp, ...] = ()
    """What its keys do, for the help."""

    @property
    def program(self) -> "TerminalApp":
        """The app, with what this one has."""
        return cast("TerminalApp", self.app)

    def compose(self) -> ComposeResult:
        """The parts, and the cover above them."""
        yield from self.parts()
        yield TooSmall()

    def parts(self) -> ComposeResult:
        """What stands on the screen."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Arrows go from part to part."""
        steer(self, event)

    def on_resize(self) -> None:
        """Look whether there is enough room."""
        self.query_one(TooSmall).need(*self.needs)

    def run_worker(self, work: Any, *arguments: Any, **named: Any) -> Worker[Any]:
        """Some work beside everything else. What comes of it is shown only as long as nobody has left the screen."""

        async def done() -> Any:
            try:
                return await (work() if callable(work) else work)
            except NoMatches:
                if self in self.app.screen_stack:
                    raise
                return None

        return super().run_worker(done, *arguments, **named)

    def hall_changed(self) -> None:
        """The hall is open now, or cannot be opened: a screen that shows something of it does so anew."""

    def on_key_bar_chosen(self, event: KeyBar.Chosen) -> None:
        """A key of the last line was clicked."""
        if event.name == "back":
            self.action_back()
        elif event.name == "help":
            self.action_help()

    def action_back(self) -> None:
        """To where one came from."""
        self.program.back()

    def action_help(self) -> None:
        """Say what the keys do."""
        from taflheim.terminal.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.keys))


class Dialog(ModalScreen[Result]):
    """A card over the screen; Escape puts it away and gives None."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > Vertical { width: auto; max-width: 76; min-width: 40; height: auto; max-height: 100%;
      padding: 1 2; border: round $line; background: $surface; overflow-y: auto; }
    Dialog .title { text-style: bold; color: $primary; width: auto; margin-bottom: 1; }
    Dialog .quiet { color: $quiet; }
    Dialog .row { height: auto; width: auto; margin-top: 1; }
    Dialog .row > * { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "put_away", show=False)]

    @property
    def program(self) -> "TerminalApp":
        """The app, with what this one has."""
        return cast("TerminalApp", self.app)

    def compose(self) -> ComposeResult:
        """The card."""
        with Vertical():
            yield from self.parts()

    def parts(self) -> ComposeResult:
        """What stands on the card."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Arrows go from part to part."""
        steer(self, event)

    def action_put_away(self) -> None:
        """Nothing is chosen."""
        self.dismiss(None)
