"""What is told beside the board: what has happened, why something cannot be, or a hint."""

from rich.text import Text
from textual.reactive import reactive
from textual.widgets import Static

from taflheim.terminal.theme import GOLD, IRON


class Words(Static):
    """One thing at a time: a reason or a hint goes before what has happened."""

    DEFAULT_CSS = """
    Words { height: 6; width: 100%; padding: 0 1; border-top: solid $line; }
    """
    happened: reactive[str] = reactive("")
    reason: reactive[str] = reactive("")
    tip: reactive[tuple[str, str]] = reactive(("", ""))
    """A move, and the reason for it."""

    def watch_tip(self, tip: tuple[str, str]) -> None:
        """What was wrong before is not what somebody wants to read now."""
        if tip[0]:
            self.reason = ""

    def render(self) -> Text:
        """Signs say what it is, too."""
        move, because = self.tip
        if self.reason:
            return Text.assemble(("✗ ", IRON), self.reason)
        if move:
            return Text.assemble(("! ", GOLD), (move, f"bold {GOLD}"), "  ", because)
        return Text(self.happened)

    def forget(self) -> None:
        """Only what has happened counts."""
        self.reason, self.tip = "", ("", "")
