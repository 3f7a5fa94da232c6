"""Looking back on a game: the win probability after each move, what it cost, and what would have been better."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from taflheim.engine.insight.analysis import DEFAULT, Candidate, analyse, analyse_move
from taflheim.engine.insight.judgement import KINDS, accuracy, kind
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits
from taflheim.games.errors import InvalidRecord
from taflheim.games.message import Message, quoted
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
    forced: bool = False
    """Whether there was no other legal move."""
    note: Message | None = None
    """What the game itself says about it: where a win was certain and is lost."""

    @property
    def cost(self) -> float:
        """How much win probability the move gave away."""
        return self.best.win_probability - self.played.win_probability

    @property
    def kind(self) -> str | None:
        """The kind of mistake, by its cost; None if it is none."""
        return kind(self.cost)

    @property
    def counts(self) -> bool:
        """Whether it says something about its maker: there was a choice, and something to lose."""
        return not self.forced and self.best.win_probability > 0


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game."""

    record: Record
    moves: tuple[Reviewed, ...]

    def mistakes(self, least: float = KINDS["inaccuracy"]) -> list[Reviewed]:
        """The moves that cost at least `least`, the dearest first."""
        return sorted((move for move in self.moves if move.cost >= least), key=lambda move: -move.cost)

    def accuracy(self, side: str) -> float | None:
        """How well a side has played; None if it has made no move that counts."""
        return accuracy(move.cost for move in self.moves if move.side == side and move.counts)


def review(record: Record, limits: Limits = DEFAULT) -> Review:
    """The review of a game; the limits hold for each position.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> record = quoridor.record(quoridor.position("e3,e7 0,0 - - a")).play("e4").play("e8").play("e3").play("e9")
    >>> for move in review(record, Limits(depth=5)).mistakes():
    ...     print(move.number, move.side, move.played.move, move.kind, f"{move.cost:.0%}", move.best.move)
    1 a e4 blunder 100% e2
    """
    return Review(record, tuple(reviewing(record, limits)))


def reviewing(
    record: Record, limits: Limits = DEFAULT, *, first: int = 1, last: int | None = None, stop: Stop | None = None
) -> Iterator[Reviewed]:
    """The moves of a game, or those with these numbers, each as soon as it was looked at. Resignations are no moves."""
    if not isinstance(record, Record):
        raise InvalidRecord(f"expected a record, not {quoted(record)}")
    for number, entry in enumerate(record.entries, 1):
        if is_end(entry) or not first <= number <= (last or number):
            continue
        reviewed = _reviewed(record.undo(len(record.entries) - number + 1), number, entry, limits, stop)
        if stop and stop.is_set():
            return  # this one was not looked at as long as the others
        yield reviewed


def _reviewed(before: Record, number: int, entry: str, limits: Limits, stop: Stop | None) -> Reviewed:
    # A move of chance is judged by all its outcomes, not by the one that fell.
    lots = before.game.rulebook.chance
    move = next((lot for lot in lots if entry in before.position.outcomes(lot)), entry)
    found = analyse(before, limits, best=1, stop=stop)
    best = found.best[0]
    forced = len(before.position.moves()) == 1
    if move == best.move:
        return Reviewed(number, before.turn, best, best, forced, _note(before, best, best))
    # Search the played move as deep as the best one, so that both can be compared. If the best one is proven, search
    # with the full limits.
    same = limits if best.ends_in else replace(limits, depth=found.depth or None)
    played = analyse_move(before, move, same, stop=stop)
    best = max(best, played, key=lambda candidate: candidate.win_probability)
    return Reviewed(number, before.turn, played, best, forced, _note(before, played, best))


def _note(before: Record, played: Candidate, best: Candidate) -> Message | None:
    """What a game that solves its positions says of a move."""
    rulebook = before.game.rulebook
    return rulebook.outlook.verdict(before.position.state, played.move, best.move) if rulebook.puzzles else None
