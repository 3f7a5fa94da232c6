"""The line in which a move is typed. It opens by itself with the first letter."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

_LONGEST = 200


class TypedLine(Input):
    """A line at the edge of the screen, there only while somebody types; the keys make room for it."""

    DEFAULT_CSS = """
    TypedLine { display: none; dock: bottom; height: 1; border: none; background: $chosen; }
    TypedLine:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "put_away", show=False)]

    class PutAway(Message):
        """Nobody types any more."""

    def __init__(self) -> None:
        super().__init__(id="typed", max_length=_LONGEST, compact=True, select_on_focus=False)

    def open(self, text: str, asks: str = "Type a move, then Enter") -> None:
        """Begin with this text, or go on with it."""
        self.value = f"{self.value}{text}" if self.display else text
        self.display = True
        self.screen.add_class("types")
        self.placeholder = asks
        self.cursor_position = len(self.value)
        self.focus()

    def overtaken_by(self, event: events.Key) -> bool:
        """Whether a key was meant for this line, but came before the line had the focus: some type fast."""
        if not self.display:
            return False
        if event.is_printable and event.character:
            self.open(event.character, self.placeholder)
        elif event.key == "enter":
            self.call_later(self.action_submit)
        else:
            return False
        event.stop()
        event.prevent_default()
        return True

    def close(self) -> None:
        """Nothing is typed any more."""
        self.value = ""
        if self.display:
            self.display = False
            self.screen.remove_class("types")
            self.post_message(self.PutAway())

    def action_put_away(self) -> None:
        """Forget it."""
        self.close()

    def on_key(self, event: events.Key) -> None:
        """Who takes back the first letter does not want to type."""
        if event.key == "backspace" and not self.value:
            self.close()
            event.stop()
