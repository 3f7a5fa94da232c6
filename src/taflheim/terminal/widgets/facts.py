"""How a position stands: what each side has, who is to move, what has happened, and why something cannot be."""

from collections.abc import Mapping

from rich.text import Text
from textual.reactive import reactive
from textual.widgets import Static

from taflheim import wire
from taflheim.games.view import Layout
from taflheim.terminal.live.cards import fact_text
from taflheim.terminal.live.story import Stand
from taflheim.terminal.theme import GOLD, IRON


class Facts(Static):
    """A row for each side, and the words below."""

    DEFAULT_CSS = """
    Facts { height: auto; min-height: 4; max-height: 8; width: 100%; padding: 0 1; }
    """
    reason: reactive[str] = reactive("", layout=True)
    rows: reactive[tuple[Text, ...]] = reactive((), layout=True)
    words: reactive[str] = reactive("", layout=True)

    def show(
        self, stand: Stand, titles: Mapping[str, str], layout: Layout, result: wire.Result | None, *, ascii_only: bool
    ) -> None:
        """Show how it stands."""
        rows = []
        for side, title in titles.items():
            facts = [fact_text(fact, layout, ascii_only=ascii_only) for fact in stand.facts if fact["side"] == side]
            sign = "  " if side != stand.turn or result else "> " if ascii_only else "▶ "
            rows.append(Text.assemble((sign, GOLD), (title, "bold"), f"  {'  '.join(facts)}"))
        ended = (result["title"], result["text"]) if result else ()
        self.reason, self.rows, self.words = "", tuple(rows), " ".join(filter(None, [stand.words, *ended]))

    def render(self) -> Text:
        """A reason goes before what has happened."""
        rows = [row.copy() for row in self.rows]
        for row in rows:
            row.truncate(self.content_size.width or len(row), overflow="ellipsis")
        said = Text.assemble(("✗ ", IRON), self.reason) if self.reason else Text(self.words)
        return Text("\n").join([*rows, said])
