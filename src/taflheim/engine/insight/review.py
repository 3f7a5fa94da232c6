"""Looking back on a game: the win probability after each move, and what would have been better."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from taflheim.engine.insight.analysis import DEFAULT, Candidate, analyse, analyse_move
from taflheim.engine.search.limits import Limits
from taflheim.games.errors import InvalidRecord
from taflheim.games.message import quoted
from taflheim.games.record import Record, is_end


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move of the game."""

    number: int
    """Of the move, all sides counted together, from 1 on."""
    side: str
    played: Candidate
    """The move, with the win probability of the side that made it."""
    best: Candidate
    """What would have been best, or the same."""

    @property
    def cost(self) -> float:
        """How much win probability the move gave away."""
        return self.best.win_probability - self.played.win_probability


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game."""

    record: Record
    moves: tuple[Reviewed, ...]

    def mistakes(self, least: float = 0.05) -> list[Reviewed]:
        """The moves that cost at least so much, the dearest first."""
        return sorted((move for move in self.moves if move.cost >= least), key=lambda move: -move.cost)


def review(record: Record, limits: Limits = DEFAULT) -> Review:
    """The review of a game; the limits hold for each position.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> record = quoridor.record(quoridor.position("e3,e7 0,0 - - a")).play("e4").play("e8").play("e3").play("e9")
    >>> for move in review(record, Limits(depth=5)).mistakes():
    ...     print(move.number, move.side, move.played.move, f"{move.cost:.0%}", move.best.move)
    1 a e4 100% e2
    """
    return Review(record, tuple(reviewing(record, limits)))


def reviewing(record: Record, limits: Limits = DEFAULT) -> Iterator[Reviewed]:
    """The moves of a game, each as soon as it was looked at. Resignations are no moves."""
    if not isinstance(record, Record):
        raise InvalidRecord(f"expected a record, not {quoted(record)}")
    for number, entry in enumerate(record.entries, 1):
        before = record.undo(len(record.entries) - number + 1)
        if is_end(entry):
            continue
        yield _reviewed(before, number, entry, limits)


def _reviewed(before: Record, number: int, entry: str, limits: Limits) -> Reviewed:
    # A move of chance is analyse_moved by all its outcomes, not by the one that fell.
    lots = before.game.rulebook.chance
    move = next((lot for lot in lots if entry in before.position.outcomes(lot)), entry)
    found = analyse(before, limits, best=1)
    best = found.best[0]
    if move == best.move:
        return Reviewed(number, before.turn, best, best)
    # Search the played move as deep as the best one, so that both can be compared. If the best one is proven, search
    # with the full limits.
    same = limits if best.ends_in else replace(limits, depth=found.depth or None)
    played = analyse_move(before, move, same)
    return Reviewed(number, before.turn, played, max(best, played, key=lambda candidate: candidate.win_probability))
