"""The last line of a screen: the keys that do something now. Each can be clicked."""

from collections.abc import Sequence

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class KeyBar(Widget):
    """Keys with the words for what they do, as many as fit."""

    DEFAULT_CSS = """
    KeyBar { height: 1; width: 100%; background: $panel; padding: 0 1; }
    """
    entries: reactive[tuple[tuple[str, str, str], ...]] = reactive(())
    """Names of commands, keys as they are shown, and words."""

    class Chosen(Message):
        """A key was clicked."""

        def __init__(self, name: str):
            super().__init__()
            self.name = name

    @classmethod
    def for_reading(cls) -> "KeyBar":
        """The keys of a screen on which one only reads."""
        bar = cls()
        bar.set_reactive(KeyBar.entries, (("back", "Esc", "back"), ("help", "?", "help"), ("", "↑ ↓", "turn the page")))
        return bar

    def show(self, entries: Sequence[tuple[str, str, str]]) -> None:
        """Show these keys."""
        self.entries = tuple(entries)

    def render(self) -> Text:
        """The keys, each before its words."""
        text = Text(no_wrap=True, overflow="ellipsis")
        for _, key, words in self.entries:
            text.append(key, style="bold").append(f" {words}   ")
        return text

    def on_click(self, event: Click) -> None:
        """Do what was clicked."""
        at = event.get_content_offset(self)
        x = -1 if at is None else at.x
        for name, key, words in self.entries:
            length = len(key) + len(words) + 4
            if 0 <= x < length - 3:
                self.post_message(self.Chosen(name))
            x -= length
