"""Win probabilities: what a search score means, calibrated by games that the engine played against itself.

A game keeps its curves, one for each number of sides, in `win_probability.json` in its folder. They are fitted
by `benchmarks/calibrate.py`. `docs/analysis.md` shows how often "70 %" won.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import tanh
from typing import NamedTuple

from taflheim.engine.search.score import SURE
from taflheim.games.game import Game

FILE = "win_probability.json"


class Curve(NamedTuple):
    """A logistic curve: the log-odds of a win are score / scale + offset."""

    scale: float
    offset: float
    """For the side that moves first. With two sides the other has its opposite, so that both probabilities add to 1."""

    def win_probability(self, score: int, *, first: bool) -> float:
        """The probability to win with this score.

        >>> Curve(scale=100, offset=0).win_probability(0, first=True)
        0.5
        >>> round(Curve(100, 0.5).win_probability(-50, first=False), 3)
        0.269
        """
        log_odds = score / self.scale + (self.offset if first else -self.offset)
        return 0.5 + 0.5 * tanh(log_odds / 2)


UNCALIBRATED = Curve(scale=300, offset=0)
"""For a game that was never calibrated."""


def win_probability(game: Game, score: int, side: str) -> float:
    """The probability that a side wins if its search has found this score; a draw counts as its share of a win.

    >>> import taflheim
    >>> halatafl = taflheim.game("halatafl")
    >>> 0.5 < win_probability(halatafl, 300, "foxes") < win_probability(halatafl, SURE, "foxes")
    True
    >>> round(win_probability(halatafl, 300, "foxes") + win_probability(halatafl, -300, "sheep"), 9)
    1.0
    """
    if abs(score) >= SURE:
        return float(score > 0)
    sides = len(game.sides)
    curve = curves(game).get(sides, UNCALIBRATED)
    return curve.win_probability(score, first=sides > 2 or side == game.sides[0])


def curves(game: Game) -> Mapping[int, Curve]:
    """The calibrated curves of a game, by the number of sides.

    >>> import taflheim
    >>> sorted(curves(taflheim.game("quoridor")))
    [2, 3, 4]
    """
    return _curves(game.rulebook.package)


@cache
def _curves(package: str) -> Mapping[int, Curve]:
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    return {int(sides): Curve(**curve) for sides, curve in json.loads(file.read_text("utf-8")).items()}
