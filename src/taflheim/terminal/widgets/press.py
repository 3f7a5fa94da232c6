"""A button of one line."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget


class Press(Widget, can_focus=True):
    """A button: it says what it does, and by which key else one does it."""

    DEFAULT_CSS = """
    Press { width: auto; height: 1; padding: 0 1; background: $panel; color: $text; text-wrap: nowrap;
      text-overflow: ellipsis; }
    Press:hover { background: $boost; }
    Press.golden { background: $primary; color: $on-gold; text-style: bold; }
    Press:focus { background: $focus; color: $on-gold; text-style: bold; }
    Press:disabled { color: $text-disabled; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        """It was pressed."""

        def __init__(self, press: "Press"):
            super().__init__()
            self.press = press
            self.means = press.means

        @property
        def control(self) -> "Press":
            """For `@on` with a selector."""
            return self.press

    def __init__(
        self, label: str, *, key: str = "", golden: bool = False, id: str | None = None, name: str | None = None
    ):
        super().__init__(id=id, name=name, classes="golden" if golden else None)
        self._label, self._key = label, key
        self.means = name or ""
        """What it does, for its owner; told as it was when it was pressed."""

    def set_label(self, label: str, key: str | None = None) -> None:
        """Say something else, and another key; None leaves the key."""
        key = self._key if key is None else key
        if (label, key) != (self._label, self._key):
            self._label, self._key = label, key
            self.refresh(layout=True)

    @property
    def label(self) -> str:
        """What it says."""
        return self._label

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as what it says."""
        return self.render().cell_len

    def render(self) -> Text:
        """The label, with the key before it."""
        # The focus is a sign, too: not everybody sees colours.
        sign = "▸" if self.has_focus else " "
        return Text.assemble(sign, (f"{self._key} " if self._key else "", "dim"), self._label)

    def on_click(self) -> None:
        """By mouse."""
        self.action_press()

    def action_press(self) -> None:
        """By Enter."""
        if not self.is_disabled:
            self.post_message(self.Pressed(self))
