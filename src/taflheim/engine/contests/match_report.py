"""The report of a match: the score while it is played, Elo and SPRT when it is over."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from taflheim.engine.contests.elo import elo, interval
from taflheim.engine.contests.sprt import BOUND, Sprt
from taflheim.games.message import counted
from taflheim.games.record import Record


class Played(NamedTuple):
    """A game of a match that is over."""

    round: int
    seat: int
    """The seat that A had."""
    score: float
    """A's: 1 for a win, 0 for a loss, its fair share for a draw."""
    record: Record
    failures: tuple[tuple[str, str], ...] = ()
    """Who failed, A or B, and the sentence that says how."""


class MatchReport:
    """The games of a match so far; `sides` are those that A plays in each round, if not all."""

    def __init__(self, seats: Sequence[str], sprt: Sprt | None = None, sides: Sequence[str] = ()):
        self.seats = tuple(seats)
        self.sprt = sprt
        self.sides = tuple(sides) or self.seats
        self.games: list[Played] = []
        self._rounds: dict[int, list[float]] = defaultdict(list)

    def add(self, played: Played) -> None:
        """One more game."""
        self.games.append(played)
        self._rounds[played.round].append(played.score)

    @property
    def rounds(self) -> list[float]:
        """The scores of the rounds of which all games are over, the mean of their games."""
        whole = len(self.sides)
        return [sum(scores) / whole for scores in self._rounds.values() if len(scores) == whole]

    @property
    def score(self) -> float:
        """A's points."""
        return sum(played.score for played in self.games)

    @property
    def decided(self) -> bool:
        """Whether the test, if there is one, needs no more games."""
        return self.sprt is not None and self.sprt.accepted(self.rounds, len(self.seats)) is not None

    @property
    def running(self) -> str:
        """The score in a few words."""
        return f"{_points(self.score)} of {len(self.games)}"

    # ---- the report -----------------------------------------------------------------------------------------------

    def text(self, a: str, b: str) -> str:
        """All that the games say, for people; A and B by their names."""
        if not self.games:
            return "No game was finished."
        lines = [self._score_line(a, b), self._seats_line(a)]
        if self.rounds:
            lines.append(self._elo_line())
        if self.sprt and self.rounds:
            lines.append(self._sprt_line(self.sprt))
        return "\n".join(lines + self._failure_lines({"A": a, "B": b}))

    def _score_line(self, a: str, b: str) -> str:
        results = [played.score for played in self.games]
        wins, losses = results.count(1), results.count(0)
        share = percent(self.score / len(results))
        fair = f", fair share {percent(1 / len(self.seats))}" if len(self.seats) > 2 else ""
        return (
            f"{a} scores {self.running} against {b} ({share}{fair}): {counted(wins, 'win')}, "
            f"{counted(len(results) - wins - losses, 'draw')}, {counted(losses, 'loss', 'losses')}"
        )

    def _seats_line(self, a: str) -> str:
        parts = []
        for seat, side in enumerate(self.seats):
            if side not in self.sides:
                continue
            scores = [played.score for played in self.games if played.seat == seat]
            parts.append(f"{_points(sum(scores))} of {len(scores)} as {side}")
        return f"{a}: {', '.join(parts)}"

    def _elo_line(self) -> str:
        rounds, players = self.rounds, len(self.seats)
        low, high = interval(rounds, players)
        pairs = players == len(self.sides) == 2
        model = "pentanomial, from" if pairs else "from"
        what = counted(len(rounds), "pair" if pairs else "round")
        return (
            f"Elo difference {_signed(elo(sum(rounds) / len(rounds), players))}, "
            f"95 % interval {_signed(low)} to {_signed(high)} ({model} {what})"
        )

    def _sprt_line(self, sprt: Sprt) -> str:
        llr = sprt.llr(self.rounds, len(self.seats))
        accepted = sprt.accepted(self.rounds, len(self.seats))
        verdict = "not decided yet" if accepted is None else f"{accepted:+g} accepted"
        return (
            f"SPRT {sprt.elo0:+g} or {sprt.elo1:+g}: {verdict}, LLR {llr:.2f} (decided at {-BOUND:.2f} or {BOUND:.2f})"
        )

    def _failure_lines(self, names: dict[str, str]) -> list[str]:
        lines = []
        for who, name in names.items():
            sentences = [sentence for played in self.games for failed, sentence in played.failures if failed == who]
            if sentences:
                lines.append(f"{name} failed {counted(len(sentences), 'time')}, at last so: {sentences[-1]}")
        return lines


def percent(share: float) -> str:
    """A share for people.

    >>> percent(1 / 3)
    '33.3 %'
    """
    return f"{share:.1%}".replace("%", " %")


def _points(score: float) -> str:
    return f"{score:.2f}".rstrip("0").rstrip(".")


def _signed(difference: float) -> str:
    """An Elo difference.

    >>> _signed(12.4), _signed(-0.2), _signed(float("-inf"))
    ('+12', '0', '-inf')
    """
    return f"{difference:+.0f}" if abs(difference) >= 0.5 else "0"
