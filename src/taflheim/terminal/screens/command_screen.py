"""Screens on which keys are commands: each of them stands in the help, in a menu, and some in the last line."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.widgets import Input, Static, TextArea

from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.terminal.live.commands import Command, shown_key
from taflheim.terminal.screens.action_menu import ActionMenu
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.screens.help import HelpScreen, command_help
from taflheim.terminal.widgets.key_bar import KeyBar

HELP, MENU = Command("help", "?", "Help", "all keys"), Command("menu", "f10", "All of this as a menu")


class CommandScreen(HallScreen):
    """A first line, something below it, and the keys. What it shows is asked of the hall first."""

    DEFAULT_CSS = """
    CommandScreen #head { height: 1; padding: 0 1; background: $panel; }
    CommandScreen #waiting { width: 100%; height: 1fr; content-align: center middle; }
    """
    commands: ClassVar[tuple[Command, ...]] = ()
    on_bar: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Names of the commands in the last line, with the words for them there."""
    is_open = False
    """Whether it shows what was asked for."""

    def __init__(self, remote: Remote | None = None):
        """`remote` is another hall than the program's own."""
        super().__init__()
        self._remote = remote

    @property
    def remote(self) -> Remote:
        """The hall that is asked."""
        return self._remote or self.program.remote

    def on_mount(self) -> None:
        """Ask the hall."""
        self._enter()

    @work(exclusive=True, group="open")
    async def _enter(self) -> None:
        try:
            await self.open(self._remote or await self.program.ready())
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            self.program.leave_screen(self)
            return
        self.is_open = True
        self.show_bar()

    async def open(self, remote: Remote) -> None:
        """Ask for what is shown, and show it; raises what the hall says against it."""
        raise NotImplementedError

    def show_title(self, *parts: str) -> None:
        """Say what it is, in the first line."""
        first, *rest = parts
        self.query_one("#head", Static).update(Text.assemble((first, "bold"), "".join(f" · {one}" for one in rest)))

    # ---- commands -------------------------------------------------------------------------------------------------

    def can(self, name: str) -> bool:
        """Whether a command does something now."""
        return True

    def do(self, name: str) -> None:
        """Give a command that can be given now."""
        raise NotImplementedError

    def give(self, name: str) -> None:
        """Give a command, if it can be given now."""
        if name == MENU.name:
            self._menu()
        elif name == HELP.name:
            self.action_help()
        elif self.is_open and self.can(name):
            self.do(name)

    def show_bar(self) -> None:
        """The commands of the last line that can be given now."""
        keys = {one.name: shown_key(one.key) for one in (*self.commands, HELP)}
        bar = [(name, keys[name], words) for name, words in self.on_bar if self.can(name)]
        self.query_one(KeyBar).show([(HELP.name, HELP.key, "help"), *bar])

    def on_key(self, event: events.Key) -> None:
        """A command, or what else a key means here; else arrows go from part to part."""
        if isinstance(self.focused, Input | TextArea):
            return
        if self.pressed(event.key, event.character):
            event.stop()
            event.prevent_default()
        else:
            super().on_key(event)

    def pressed(self, key: str, character: str | None) -> bool:
        """A key that what has the focus does not know; whether it means something."""
        for command in (*self.commands, MENU):
            if command.key and command.key in (key, character):
                self.give(command.name)
                return True
        return False

    @on(KeyBar.Chosen)
    def _chosen_key(self, event: KeyBar.Chosen) -> None:
        self.give(event.name)

    @work(exclusive=True, group="ask")
    async def _menu(self) -> None:
        if chosen := await self.app.push_screen_wait(ActionMenu([one for one in self.commands if self.can(one.name)])):
            self.give(chosen)

    def action_help(self) -> None:
        """All keys."""
        self.app.push_screen(HelpScreen([*self.more_help(), *command_help((*self.commands, MENU))]))

    def more_help(self) -> Sequence[KeyHelp]:
        """What other keys do here."""
        return ()
