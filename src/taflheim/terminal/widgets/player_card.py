"""The card of a side at a table: who plays it, whether they are to move, their clock, and what they have."""

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from taflheim.terminal.live.cards import Card
from taflheim.terminal.theme import GOLD, IRON


class PlayerCard(Widget):
    """The side with its clock, its player, and a row for each fact."""

    DEFAULT_CSS = """
    PlayerCard { height: 3; width: 100%; padding: 0 1; background: $surface; border-left: wide $panel; }
    PlayerCard.turn { border-left: wide $primary; background: $chosen; }
    """
    card: reactive[Card | None] = reactive(None)
    clock: reactive[str] = reactive("")
    low: reactive[bool] = reactive(False)

    def __init__(self, side: str):
        super().__init__(id=f"side-{side}")
        self.side = side

    def watch_card(self, card: Card | None) -> None:
        """Whose turn it is is seen by colour, too. A side has as many facts at the end as at the beginning."""
        self.set_class(bool(card and card.to_move), "turn")
        self.styles.height = 2 + max(1, len(card.facts) if card else 0)

    def render(self) -> Text:
        """The rows; the sign says whose turn it is without colours."""
        card, width = self.card, self.content_size.width
        if card is None:
            return Text("")
        clock = Text.assemble(("▲ " if self.low else ""), self.clock, style=f"bold {IRON}" if self.low else "bold")
        sign = "▶" if card.to_move else "★" if card.doing == "winner" else " "
        first = Text.assemble((f"{sign} ", GOLD), (card.title, "bold"), no_wrap=True)
        first.truncate(max(0, width - clock.cell_len - 1), overflow="ellipsis", pad=True)
        first.append(" ").append_text(clock)
        told = " · ".join(part for part in (f"{card.who} {card.rating}".strip(), card.doing) if part)
        facts = [long if len(long) + 2 <= width else short for long, short in zip(card.facts, card.short, strict=True)]
        rows = [first, Text(f"  {told}"), *(Text(f"  {fact}", style="dim") for fact in facts)]
        for row in rows:
            row.truncate(width, overflow="ellipsis")
        return Text("\n").join(rows)
