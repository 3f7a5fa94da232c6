"""What a search score means: the chance to win, calibrated by games that the engine played against itself.

A logistic curve for each game and number of players, fitted by `benchmarks/calibrate.py` and kept in `chance.json`
beside this module. `docs/analysis.md` shows how often "70 %" won.
"""

import json
from functools import cache
from importlib.resources import files
from math import tanh
from typing import NamedTuple

from taflheim.engine.alphabeta import SURE
from taflheim.games.game import Game


class Curve(NamedTuple):
    """The log-odds of a win are score / scale + offset."""

    scale: float
    offset: float
    """Of the side that moves first; with two sides the other has its opposite, so that their chances add up to one."""

    def chance(self, score: int, *, first: bool) -> float:
        """The chance to win with this score.

        >>> Curve(scale=100, offset=0).chance(0, first=True), round(Curve(100, 0.5).chance(-50, first=False), 3)
        (0.5, 0.269)
        """
        log_odds = score / self.scale + (self.offset if first else -self.offset)
        return 0.5 + 0.5 * tanh(log_odds / 2)


UNKNOWN = Curve(scale=300, offset=0)
"""For a game that was never calibrated."""


def chance(game: Game, score: int, side: str) -> float:
    """The chance of a side to win a game in which its search has found this score; a draw counts as its share of a win.

    >>> import taflheim
    >>> halatafl = taflheim.game("halatafl")
    >>> 0.5 < chance(halatafl, 300, "foxes") < chance(halatafl, SURE, "foxes")
    True
    >>> round(chance(halatafl, 300, "foxes") + chance(halatafl, -300, "sheep"), 9)
    1.0
    """
    if abs(score) >= SURE:
        return float(score > 0)
    players = len(game.sides)
    curve = curves().get((game.name, players), UNKNOWN)
    return curve.chance(score, first=players > 2 or side == game.sides[0])


@cache
def curves() -> dict[tuple[str, int], Curve]:
    """What was calibrated, by game and number of sides."""
    data = json.loads(files(__package__).joinpath("chance.json").read_text("utf-8"))
    return {(name, int(sides)): Curve(**curve) for name, by_sides in data.items() for sides, curve in by_sides.items()}
