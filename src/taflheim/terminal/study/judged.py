"""A review as far as it is made: what is known of each move, and what follows from that. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Kind = Literal["inaccuracy", "mistake", "blunder"]

TITLES: dict[Kind, str] = {"inaccuracy": "Inaccuracy", "mistake": "Mistake", "blunder": "Blunder"}
SIGNS: dict[Kind, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""As they stand behind a move."""


class Candidate(NamedTuple):
    """A move that was made, or could have been."""

    move: str
    text: str
    way: tuple[str, ...]
    """The spots that it goes along."""
    chance: float
    """To win, of the side that moves."""
    line: tuple[str, ...]
    """The move, and what would follow."""


class Judged(NamedTuple):
    """A move of the game; its number is its ply."""

    number: int
    side: str
    kind: Kind | None
    words: str
    noted: bool
    """Whether the game itself has something to say about it."""
    played: Candidate
    best: Candidate

    @property
    def is_stop(self) -> bool:
        """Whether it is worth a stop: a mistake, or what the game itself says something about."""
        return self.kind is not None or self.noted

    @property
    def was_best(self) -> bool:
        """Whether nothing would have been better."""
        return self.played.move == self.best.move


class Card(NamedTuple):
    """How well a side has played."""

    side: str
    accuracy: str | None
    counts: dict[Kind, int]


class Progress(NamedTuple):
    """What is told while a review is made: how far it is, and the moves that have changed."""

    done: int
    of: int
    complete: bool
    failure: str | None
    cards: tuple[Card, ...]
    moves: tuple[Judged, ...]


class Point(NamedTuple):
    """The chance to win after a ply."""

    ply: int
    chance: float


class Curve(NamedTuple):
    """The chance of a side along a game."""

    side: str
    points: tuple[Point, ...]


Known = Mapping[int, Judged]
"""By number, in order."""


def read_progress(told: Mapping[str, Any]) -> Progress:
    """What a hall tells of a review."""
    cards = tuple(Card(one["side"], one["accuracy"], {kind: one[kind] for kind in TITLES}) for one in told["sides"])
    moves = tuple(map(_judged, told["moves"]))
    return Progress(told["done"], told["of"], told["complete"], told["failure"], cards, moves)


def _judged(told: Mapping[str, Any]) -> Judged:
    played, best = (_candidate(told[one]) for one in ("played", "best"))
    return Judged(told["number"], told["side"], told["kind"], told["words"], bool(told["noted"]), played, best)


def _candidate(told: Mapping[str, Any]) -> Candidate:
    return Candidate(told["move"], told["text"], tuple(told["way"]), told["win_probability"], tuple(told["line"]))


def learnt(known: Known, news: Iterable[Judged]) -> Known:
    """All moves that are known, with news about some."""
    return dict(sorted({**known, **{move.number: move for move in news}}.items()))


def stops(known: Known) -> list[int]:
    """The plies that are worth a stop."""
    return [number for number, move in known.items() if move.is_stop]


def next_stop(plies: Sequence[int], ply: int, way: Literal[1, -1]) -> int | None:
    """The next of these plies after a ply, or before it.

    >>> next_stop([3, 8], 3, 1), next_stop([3, 8], 3, -1), next_stop([3, 8], 9, -1)
    (8, None, 8)
    """
    rest = [one for one in plies if (one - ply) * way > 0]
    return (min if way > 0 else max)(rest, default=None)


def curves(known: Known, sides: Sequence[str], *, zero_sum: bool) -> tuple[Curve, ...]:
    """The chance to win. Where one side's loss is the other's gain there is one curve, of the first side; else each
    side has its own, through its own moves."""
    moves = list(known.values())
    if not zero_sum:
        return tuple(
            Curve(side, tuple(Point(move.number, move.played.chance) for move in moves if move.side == side))
            for side in sides
        )
    first = sides[0]

    def chance(move: Judged, candidate: Candidate) -> float:
        return candidate.chance if move.side == first else 1 - candidate.chance

    points = [Point(move.number, chance(move, move.played)) for move in moves]
    if moves and moves[0].number == 1:
        points.insert(0, Point(0, chance(moves[0], moves[0].best)))
    return (Curve(first, tuple(points)),)


def chances_at(drawn: Iterable[Curve], ply: int) -> dict[str, float]:
    """What the curves say at a ply: for each side the last chance that is known there."""
    found = {curve.side: [point for point in curve.points if point.ply <= ply] for curve in drawn}
    return {side: points[-1].chance for side, points in found.items() if points}
