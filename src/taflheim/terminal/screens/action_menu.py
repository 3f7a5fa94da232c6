"""All that can be done at a table, as a menu."""

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from taflheim.terminal.live.commands import Command, shown_key
from taflheim.terminal.screens.hall_screen import Dialog
from taflheim.terminal.widgets.choice_list import ChoiceList


class ActionMenu(Dialog[str]):
    """Gives the name of the command that was chosen."""

    DEFAULT_CSS = """
    ActionMenu ChoiceList { width: 50; }
    """

    def __init__(self, commands: Sequence[Command]):
        super().__init__()
        self._commands = commands

    def parts(self) -> ComposeResult:
        """A line for each command."""
        yield Static("What you can do", classes="title")
        yield ChoiceList()

    def on_mount(self) -> None:
        """Fill the list."""
        lines = self.query_one(ChoiceList)
        lines.fill((one.name, _line(one)) for one in self._commands)
        lines.focus()

    @on(ChoiceList.OptionSelected)
    def _chosen(self, event: ChoiceList.OptionSelected) -> None:
        self.dismiss(event.option_id)


def _line(command: Command) -> Text:
    key = shown_key(command.key) if command.key else ""
    about = f"  {command.about}" if command.about else ""
    return Text.assemble((f"{key:>4}  ", "dim"), (command.label, "bold"), (about, "dim"))
