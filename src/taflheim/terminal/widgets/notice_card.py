"""The card beside the board: a title, some lines, and what can be done."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from taflheim.terminal.live.notices import Notice, Way
from taflheim.terminal.widgets.press import Press


class NoticeCard(VerticalScroll, can_focus=False):
    """Shows a notice; tells which of its ways was chosen."""

    DEFAULT_CSS = """
    NoticeCard { height: 1fr; width: 100%; padding: 0 1; }
    NoticeCard .title { text-style: bold; color: $primary; }
    NoticeCard .lines { color: $foreground; margin-bottom: 1; }
    NoticeCard Press { width: 100%; }
    """

    class Chosen(Message):
        """One of the ways was chosen."""

        def __init__(self, name: str):
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__()
        self._notice: Notice | None = None
        self._presses: list[Press] = []

    def compose(self) -> ComposeResult:
        """Title and lines; the ways come with the notice."""
        yield Static(classes="title", markup=False)
        yield Static(classes="lines", markup=False)

    @property
    def notice(self) -> Notice | None:
        """What is shown."""
        return self._notice

    def show(self, notice: Notice) -> None:
        """Show a notice, all at once: a key that follows means what is seen. The focus stays with what has it."""
        if notice == self._notice:
            return
        before, self._notice = self._notice, notice
        self.query_one(".title", Static).update(notice.title)
        self.query_one(".lines", Static).update("\n".join(notice.lines))
        if before is None or before.ways != notice.ways:
            self._show_ways(before.ways if before else None, notice.ways)

    def _show_ways(self, before: tuple[Way, ...] | None, ways: tuple[Way, ...]) -> None:
        """Buttons are used again and hidden, never removed: that would take a while."""
        held = self._held
        if len(ways) > len(self._presses):
            more = [Press("") for _ in ways[len(self._presses) :]]
            self._presses += more
            self.mount_all(more)
        for place, press in enumerate(self._presses):
            press.display = place < len(ways)
            press.set_class(place == 0, "golden")
            if place < len(ways):
                press.set_label(ways[place].label, ways[place].key)
                press.means = ways[place].name
        if before is None:
            self.screen.set_focus(self._presses[0])
        elif held is not None:
            names = [way.name for way in ways]
            same = names.index(before[held].name) if before[held].name in names else min(held, len(ways) - 1)
            self.screen.set_focus(self._presses[same])

    @property
    def _held(self) -> int | None:
        """The place of the way that has the focus."""
        return next((place for place, press in enumerate(self._presses) if self.screen.focused is press), None)

    def on_key(self, event: events.Key) -> None:
        """Up and down go from way to way, also before the new ones are painted; at the ends they lead out."""
        if self._notice is None or event.key not in ("up", "down"):
            return
        held = self._held
        if held is None:
            return
        place = held + (1 if event.key == "down" else -1)
        if 0 <= place < len(self._notice.ways):
            self.screen.set_focus(self._presses[place])
            event.stop()

    def forget(self) -> None:
        """The next notice is a new one."""
        self._notice = None

    def on_press_pressed(self, event: Press.Pressed) -> None:
        """A way was chosen."""
        event.stop()
        self.post_message(self.Chosen(event.means))
