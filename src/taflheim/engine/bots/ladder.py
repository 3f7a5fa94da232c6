"""The ladder: bots of neighbouring levels play against each other, and get ratings from their results (docs/levels.md).

The next round is the one with the highest information for its time: after which the sum of the variances of all ratings
is expected to fall most per second. So fast bots play many games, and few games are played where the result is clear.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from taflheim.engine.bots.bradley_terry import Fit, Score, fit
from taflheim.engine.bots.levels import Bot, bots, levels
from taflheim.engine.bots.ratings import HeadToHead, Rating
from taflheim.engine.contests.arena import GREEDY, RANDOM, Job, Outcome
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game

BASE = 1000
"""The rating of the weakest level, on average over its sides."""
_REACH = 2
"""The largest difference of levels between bots that play against each other."""
_REFERENCES = {RANDOM: (1, 2), GREEDY: (1, 2, 3)}
"""Reference bots, and the levels that play against them."""
_AGAINST_OWN = (1, 3, 5, 7, 9)
"""The levels that play against a game's own bots, whose strength is not known before."""
_AT_LEAST = 20
"""The fewest rounds of the weakest level against the reference bots: it should beat one and lose to the other."""
_ENOUGH = 60
"""The most games of a round against a bot that is not a level."""

Seating = tuple[Bot, Bot]
Round = tuple[Seating, ...]
"""Games from one opening: both seatings where sides are alike, so that neither bot has the first move, else one."""
Rated = tuple[str, str]
"""What has a rating: a bot, by its name, at a side; where sides are alike, at no side ('')."""


# ---- who plays whom -----------------------------------------------------------------------------------------------


def rounds(game: Game, first: int, last: int) -> list[Round]:
    """Everything that can be played between these levels, the weakest first.

    >>> import taflheim
    >>> for each in rounds(taflheim.game("quoridor"), 8, 10):
    ...     print([tuple(bot.name for bot in seating) for seating in each])
    [('Freya', 'Mimir'), ('Mimir', 'Freya')]
    [('Freya', 'Odin'), ('Odin', 'Freya')]
    [('Mimir', 'Odin'), ('Odin', 'Mimir')]
    """
    chosen = levels(game)[first - 1 : last]
    pairs = [(one, other) for one in chosen for other in chosen if 0 <= other.number - one.number <= _REACH]
    others = {**_REFERENCES, **dict.fromkeys(bots(game)[len(levels(game)) :], _AGAINST_OWN)}
    pairs += [(one, other) for other, numbers in others.items() for one in chosen if one.number in numbers]
    return [each for pair in pairs for each in _rounds(game, *pair)]


def _rounds(game: Game, one: Bot, other: Bot) -> list[Round]:
    if game.rulebook.alike:
        return [((one, other), (other, one))] if one != other else []
    seatings = dict.fromkeys([(one, other), (other, one)])
    return [(seating,) for seating in seatings if all(map(Bot.plays, seating, game.seats))]


# ---- ratings ------------------------------------------------------------------------------------------------------


def rate(game: Game, results: Sequence[HeadToHead]) -> tuple[Rating, ...]:
    """The ratings by these results; the weakest level among the bots has BASE, on average over its sides."""
    if not results:
        return ()
    indices, found = _fit(game, results)
    names = {name for name, _ in indices}
    weakest = next(bot.name for bot in levels(game) if bot.name in names)
    base = [found.elo[index] for (name, _), index in indices.items() if name == weakest]
    games = Counter[Rated]()
    for each in results:
        games.update(dict.fromkeys(_rated(game, each.bots), each.games))
    rated = []
    for player, value, margin in zip(indices, found.elo - np.mean(base) + BASE, found.margins, strict=True):
        rated.append(Rating(*player, round(value), round(value - margin), round(value + margin), games[player]))
    return tuple(rated)


def _rated(game: Game, names: Sequence[str]) -> list[Rated]:
    """What is rated in a game of the bots with these names, by seats."""
    return [(name, "" if game.rulebook.alike else side) for name, side in zip(names, game.seats, strict=True)]


def _fit(game: Game, results: Sequence[HeadToHead]) -> tuple[Mapping[Rated, int], Fit]:
    """The index of each rated bot and side, and the fit."""
    indices: dict[Rated, int] = {}
    scores = []
    for each in results:
        first, second = (indices.setdefault(player, len(indices)) for player in _rated(game, each.bots))
        scores.append(Score(first, second, each.games, each.points))
    return indices, fit(len(indices), scores)


# ---- the games ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Results:
    """The results of one seating."""

    games: int = 0
    points: float = 0.0
    seconds: float = 0.0


class Ladder:
    """The games so far, and which to play next."""

    measure = "Elo"

    def __init__(self, game: Game, first: int, last: int):
        if len(game.seats) != 2:
            raise TaflheimError(f"a ladder is for games between two: {game.title} has {len(game.seats)} players here")
        self.game = game
        self.rounds = rounds(game, first, last)
        self._results = {seating: _Results() for each in self.rounds for seating in each}
        self._begun = Counter[Round]()

    def jobs(self, deadline: float) -> Iterator[Job]:
        """Games to play, as long as there is time for one more; each choice uses all results so far."""
        while chosen := self._next(deadline - time.monotonic()):
            opening = self._begun[chosen]
            self._begun[chosen] += 1
            for seating in chosen:
                yield Job(self.game, seating, opening)

    def add(self, outcome: Outcome) -> None:
        """One more game is over."""
        first, second = outcome.job.bots
        results = self._results[first, second]
        results.games += 1
        results.points += 0.5 if outcome.winner is None else float(outcome.winner == self.game.seats[0])
        results.seconds += outcome.seconds

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(results.games for results in self._results.values())

    @property
    def results(self) -> tuple[HeadToHead, ...]:
        """All results."""
        return tuple(
            HeadToHead((first.name, second.name), results.games, results.points)
            for (first, second), results in self._results.items()
            if results.games
        )

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """What the results say."""
        return rate(self.game, self.results)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _next(self, seconds_left: float) -> Round | None:
        """Each round once, the weakest level against references more often; then the most informative round."""
        for each in self.rounds:
            if self._begun[each] < self._at_least(each) and seconds_left > 0:
                return each
        indices, found = _fit(self.game, self.results)

        def worth(each: Round) -> float:
            players = [_rated(self.game, [bot.name for bot in seating]) for seating in each]
            gain = sum(found.gain(indices[first], indices[second]) for first, second in players)
            # Games that are still running will give part of this information.
            return gain / self._seconds(each) / (1 + self._running(each))

        possible = [each for each in self.rounds if self._open(each) and self._seconds(each) < seconds_left]
        return max(possible, key=worth, default=None)

    def _at_least(self, each: Round) -> int:
        weakest, reference = any(bot.number == 1 for bot in each[0]), not _REFERENCES.keys().isdisjoint(each[0])
        return _AT_LEAST if weakest and reference else 1

    def _open(self, each: Round) -> bool:
        """Whether the time of a round is known, and it may be played again."""
        enough = inf if all(0 < bot.number <= len(levels(self.game)) for bot in each[0]) else _ENOUGH
        return all(self._results[seating].games for seating in each) and self._begun[each] * len(each) < enough

    def _seconds(self, each: Round) -> float:
        """How long a round takes."""
        return sum(self._results[seating].seconds / self._results[seating].games for seating in each)

    def _running(self, each: Round) -> int:
        return self._begun[each] * len(each) - sum(self._results[seating].games for seating in each)
