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


class Chances(NamedTuple):
    """The probabilities of the results of a game, for one side."""

    win: float
    draw: float

    @property
    def expected(self) -> float:
        """The expected score: a draw counts as half a win."""
        return self.win + self.draw / 2


class Curve(NamedTuple):
    """A logistic curve: the log-odds of a win of the first side are score / scale + offset.

    >>> Curve(scale=100, offset=0).chances(0, first=True)
    Chances(win=0.5, draw=0.0)
    """

    scale: float
    offset: float
    second: tuple[float, float] | None = None
    """Where draws are a third result: scale and offset for wins of the second side. Else who does not win loses."""

    def chances(self, score: int, *, first: bool) -> Chances:
        """The probabilities of a win and of a draw with this score, for the first side or the second.

        >>> round(Curve(100, 0.5).chances(-50, first=False).win, 3)
        0.269
        >>> chances = Curve(100, -1, second=(100, -1)).chances(0, first=True)
        >>> round(chances.win, 3), round(chances.draw, 3), round(chances.expected, 3)
        (0.269, 0.462, 0.5)
        """
        mine = score if first else -score
        win = _logistic(mine / self.scale + self.offset)
        loss = 1 - win if self.second is None else _logistic(self.second[1] - mine / self.second[0])
        decided = max(1.0, win + loss)
        win, loss = win / decided, loss / decided
        return Chances(win if first else loss, 1 - win - loss)


def _logistic(log_odds: float) -> float:
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
    return chances(game, score, side).expected


def chances(game: Game, score: int, side: str) -> Chances:
    """The probabilities that a side wins, and that the game is drawn, if its search has found this score.

    >>> import taflheim
    >>> chances(taflheim.game("halatafl"), -SURE, "foxes")
    Chances(win=0.0, draw=0.0)
    """
    if abs(score) >= SURE:
        return Chances(float(score > 0), 0.0)
    sides = len(game.sides)
    curve = curves(game).get(sides, UNCALIBRATED)
    return curve.chances(score, first=sides > 2 or side == game.sides[0])


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
