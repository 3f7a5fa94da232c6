"""The ladder of games for one player: how many boards each bot wins."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, product

from taflheim.engine.bots.levels import levels
from taflheim.engine.bots.ratings import HeadToHead, Rating
from taflheim.engine.contests.arena import Job, Outcome
from taflheim.engine.contests.elo import Z_95
from taflheim.games.game import Game
from taflheim.games.registry import game


def variants(chosen: Game) -> dict[str, Game]:
    """A game with each choice of its options, by these choices.

    >>> import taflheim
    >>> list(variants(taflheim.game("hivolts")))
    ['fierce', 'gentle']
    """
    names = [option.name for option in chosen.rulebook.options]
    choices = product(*(option.values for option in chosen.rulebook.options))
    return {" ".join(map(str, each)): game(chosen.name, **dict(zip(names, each, strict=True))) for each in choices}


def interval(won: int, boards: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, by Wilson.

    >>> [round(bound, 3) for bound in interval(150, 200)]
    [0.686, 0.805]
    """
    share, z = won / boards, Z_95**2 / boards
    middle, margin = share + z / 2, Z_95 * math.sqrt((share * (1 - share) + z / 4) / boards)
    return (middle - margin) / (1 + z), (middle + margin) / (1 + z)


class SoloLadder:
    """The boards so far, and which to play next. All bots get the same boards."""

    measure = "% of boards won"
    results: tuple[HeadToHead, ...] = ()

    def __init__(self, chosen: Game, first: int, last: int):
        self.game = chosen
        self._levels = levels(chosen)[first - 1 : last]
        self._variants = variants(chosen)
        self._played, self._won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()

    def jobs(self, deadline: float) -> Iterator[Job]:
        """SoloLadder to play, without end, as long as there is time."""
        for number in count():
            for variant in self._variants.values():
                for level in self._levels:
                    if time.monotonic() > deadline:
                        return
                    yield Job(variant, (level,), number)

    def add(self, outcome: Outcome) -> None:
        """One more board is won or lost."""
        name = next(name for name, variant in self._variants.items() if variant == outcome.job.game)
        key = outcome.job.bots[0].name, name
        self._played[key] += 1
        self._won[key] += outcome.winner == self.game.seats[0]

    @property
    def games(self) -> int:
        """How many boards were played."""
        return self._played.total()

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The shares of boards won, in per cent."""
        rated = []
        for key, boards in self._played.items():
            low, high = interval(self._won[key], boards)
            share = 100 * self._won[key] / boards
            rated.append(Rating(*key, round(share, 1), round(100 * low, 1), round(100 * high, 1), boards))
        return tuple(rated)
