"""What is said at a table: the lines, and one to write."""

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from taflheim import wire

_LONGEST = 300
_ROOMS = {"players": "", "spectators": "(looking on) "}


class Chat(Widget):
    """The lines of the rooms that one may read."""

    DEFAULT_CSS = """
    Chat { height: 1fr; width: 100%; padding: 0 1; }
    Chat VerticalScroll { height: 1fr; }
    Chat Input { height: 1; border: none; background: $panel; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[int, wire.ChatLine] = {}
        self.room: str | None = None
        """Where one's own lines are; None if one may not speak."""
        self.unread = 0

    def compose(self) -> ComposeResult:
        """The lines over the one to write."""
        with VerticalScroll(can_focus=False):
            yield Static(id="lines", markup=False)
        yield Input(placeholder="Say something, then Enter", max_length=_LONGEST, compact=True)

    def on_mount(self) -> None:
        """Empty at first."""
        self._show()

    def hear(self, message: wire.ChatTold | wire.LineNews, *, seen: bool) -> None:
        """Something was said; `seen`: whether the chat is open."""
        if message["type"] == "line":
            lines: list[wire.ChatLine] = [message["line"]]
        else:
            lines, self.room = message["lines"], message["room"]
            if message["whole"]:
                self._lines = {}
        new = [line for line in lines if line["number"] not in self._lines and not line["mine"]]
        self._lines.update({line["number"]: line for line in lines})
        if message["type"] == "line" and not seen:
            self.unread += len(new)
        self._show()

    @property
    def text(self) -> str:
        """All that can be read here."""
        return "\n".join(_told(self._lines[number]).plain for number in sorted(self._lines))

    def _show(self) -> None:
        if not self.is_mounted:
            return
        told = [_told(self._lines[number]) for number in sorted(self._lines)]
        self.query_one("#lines", Static).update(
            Text("\n").join(told) if told else Text("Nothing was said yet.", style="dim")
        )
        self.query_one(Input).display = self.room is not None
        self.query_one(VerticalScroll).scroll_end(animate=False)


def _told(line: wire.ChatLine) -> Text:
    if line["hidden"]:
        return Text("(hidden by the host)", style="dim")
    name: Any = (f"{_ROOMS[line['room']]}{line['name']}{' (program)' if line['bot'] else ''}: ", "bold")
    return Text.assemble(name, line["text"])
