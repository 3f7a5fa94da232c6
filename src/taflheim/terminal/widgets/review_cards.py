"""What a review tells beside its board: how well everybody played, how far it is, and what it says of a move."""

from collections.abc import Sequence

from rich.text import Text
from textual.reactive import reactive
from textual.widgets import Static

from taflheim.games.message import sentence
from taflheim.terminal.study.graph import legend
from taflheim.terminal.study.judged import SIGNS, TITLES, Card, Judged, Progress
from taflheim.terminal.theme import GOLD, GOOD, IRON, QUIET

_NO_MISTAKES = "No mistakes: nobody has given away ten points of the chance to win in a move."


class ReviewCards(Static):
    """A row for each side: its accuracy, and how many mistakes of each kind."""

    DEFAULT_CSS = """
    ReviewCards { height: auto; width: 100%; padding: 0 1; background: $surface; }
    """
    cards: reactive[tuple[Card, ...]] = reactive((), layout=True)

    def __init__(self, who: Sequence[tuple[str, str, str]], *, ascii_only: bool):
        """`who`: the sides with their titles, and who played them."""
        super().__init__()
        self._who = who
        self._signs = [f"{sign} " if sign else "" for sign in legend(len(who), ascii_only=ascii_only)]

    def render(self) -> Text:
        """The rows."""
        known = {card.side: card for card in self.cards}
        width = self.content_size.width
        rows = []
        for (side, title, name), sign in zip(self._who, self._signs, strict=True):
            card = known.get(side)
            figures = Text((card and card.accuracy) or "–", style=f"bold {GOLD}")
            for kind, count in card.counts.items() if card else ():
                figures.append(f"  {SIGNS[kind]}", style=QUIET).append(f"{count}", style="bold" if count else "dim")
            row = Text.assemble(sign, (title, "bold"), f" {name}" if name else "")
            row.truncate(max(0, width - figures.cell_len - 1), overflow="ellipsis", pad=True)
            rows.append(row.append(" ").append_text(figures))
        return Text("\n").join(rows)


class Making(Static):
    """How far a review is; what stands against it; or that there is nothing to find fault with."""

    DEFAULT_CSS = """
    Making { height: auto; width: 100%; padding: 0 1; color: $quiet; }
    """
    told: reactive[str] = reactive("The review begins …", layout=True)
    trouble: reactive[str] = reactive("", layout=True)

    def show(self, progress: Progress, *, mistakes: bool) -> None:
        """Say how far it is."""
        self.trouble = sentence(progress.failure) if progress.failure else ""
        if not progress.complete:
            self.told = f"{progress.done} of {progress.of} moves looked at closely"
        else:
            self.told = "" if mistakes else _NO_MISTAKES

    def watch_told(self) -> None:
        """Where there is nothing to say, there is no row."""
        self.display = bool(self.told or self.trouble)

    def watch_trouble(self) -> None:
        """As above."""
        self.watch_told()

    def render(self) -> Text:
        """One of them."""
        return Text(self.trouble, style=IRON) if self.trouble else Text(self.told)


class Verdict(Static):
    """What is said of the move that is shown."""

    DEFAULT_CSS = """
    Verdict { height: 7; width: 100%; padding: 0 1; border-top: solid $line; border-bottom: solid $line; }
    """

    def show(self, text: str, judged: Judged | None, words: str, *, comparing: bool) -> None:
        """The move, the kind of mistake, and what would have been better."""
        told = Text.assemble((text, "bold"))
        if judged and judged.kind:
            told.append(f" {SIGNS[judged.kind]} {TITLES[judged.kind]}", style=f"bold {IRON}")
        told.append(f"\n{judged.words if judged else words}")
        if judged and judged.is_stop and not judged.was_best:
            sign = "▸ " if comparing else ""
            told.append(f"\n{sign}Better: ", style=GOOD).append(" ".join(judged.best.line))
        self.update(told)
