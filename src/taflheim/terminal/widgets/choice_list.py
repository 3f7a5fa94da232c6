"""A list of lines of which one is chosen."""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class ChoiceList(OptionList):
    """Up and down choose; at the ends they lead out of the list."""

    DEFAULT_CSS = """
    ChoiceList { height: auto; border: none; padding: 0; background: $surface; text-wrap: nowrap;
      text-overflow: ellipsis; }
    ChoiceList:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def fill(self, lines: Iterable[tuple[str, Text | str]]) -> None:
        """Show these lines, each with its id; the line that was chosen stays so, if it is still there."""
        before = self.highlighted_option.id if self.highlighted_option else None
        self.set_options([Option(text, id=name) for name, text in lines])
        if self.option_count:
            self.highlighted = 0
            self.choose(before)

    def choose(self, name: str | None) -> None:
        """Go to a line, if there is one with this id."""
        for place, option in enumerate(self.options):
            if option.id == name:
                self.highlighted = place

    @property
    def chosen(self) -> str | None:
        """The id of the line that is chosen."""
        return self.highlighted_option.id if self.highlighted_option else None

    @property
    def steers(self) -> tuple[str, ...]:
        """The arrows that the list needs itself."""
        if self.highlighted is None:
            return ()
        up = ("up",) if self.highlighted > 0 else ()
        return (*up, "down") if self.highlighted < self.option_count - 1 else up

    def on_key(self, event: events.Key) -> None:
        """What leads out of the list does not go around its end."""
        if event.key in ("up", "down") and event.key not in self.steers:
            event.prevent_default()
