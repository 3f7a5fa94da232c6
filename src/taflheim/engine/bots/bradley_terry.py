"""From results to ratings: the model of Bradley and Terry, by maximum likelihood.

The probability that i beats j is 1 / (1 + 10^((j - i)/400)). A draw counts as half a win. The ratings are those under
which the results are most likely. A bot that has won or lost all its games would get an infinite rating: a weak normal
prior (standard deviation 1000 around the common mean) keeps all ratings finite. After a few dozen games its influence
is negligible.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from taflheim.engine.contests.elo import Z_95

Floats = npt.NDArray[np.float64]

_UNIT = 400 / math.log(10)
"""One unit of log-odds in Elo."""
_PRIOR = (_UNIT / 1000) ** 2
"""The precision of the prior."""
_LONGEST_STEP = 1.0
"""Newton's steps are shortened to this, in log-odds: from afar they would go too far."""
_CLOSE_ENOUGH = 1e-9
_MOST_STEPS = 200


class Score(NamedTuple):
    """What somebody has scored against somebody else; players are numbers from 0 on."""

    first: int
    second: int
    games: int
    points: float
    """Of the first."""


class Fit(NamedTuple):
    """Ratings around a mean of 0, and how sure they are."""

    elo: Floats
    covariance: Floats
    """Of the ratings, in Elo squared."""

    @property
    def margins(self) -> Floats:
        """A rating is as far as this from the true one at most, in 95 of 100 cases."""
        return np.asarray(Z_95 * np.sqrt(np.diag(self.covariance)))

    def gain(self, first: int, second: int) -> float:
        """By how much one more game of these two makes the sum of all variances fall, in Elo squared.

        Most is told by a game between equals of whom little is known.

        >>> known = fit(3, [Score(0, 1, 100, 50), Score(1, 2, 2, 1)])
        >>> known.gain(1, 2) > 100 * known.gain(0, 1)
        True
        """
        along = (self.covariance[:, first] - self.covariance[:, second]) / _UNIT
        weight = _weight((self.elo[first] - self.elo[second]) / _UNIT)
        return float(weight * (along @ along) / (1 + weight * (along[first] - along[second]) / _UNIT))


def fit(players: int, scores: Iterable[Score]) -> Fit:
    """The ratings of so many players.

    >>> found = fit(2, [Score(0, 1, games=400, points=300)])
    >>> [round(rating) for rating in found.elo], [round(margin) for margin in found.margins]
    ([95, -95], [20, 20])
    """
    played = list(scores)
    log_odds = np.zeros(players)
    for _ in range(_MOST_STEPS):
        slope, information = _derivatives(log_odds, played)
        step = np.linalg.solve(information, slope)
        longest = np.abs(step).max()
        log_odds += step * min(1.0, _LONGEST_STEP / max(longest, _CLOSE_ENOUGH))
        if longest < _CLOSE_ENOUGH:
            break
    _, information = _derivatives(log_odds, played)
    # Only differences mean something, so what is uncertain about the mean of all does not count.
    centred = np.eye(players) - 1 / players
    return Fit(_UNIT * centred @ log_odds, _UNIT**2 * centred @ np.linalg.inv(information) @ centred)


def _derivatives(log_odds: Floats, scores: list[Score]) -> tuple[Floats, Floats]:
    """The slope of the logarithm of the likelihood, and minus its second derivative."""
    slope, information = -_PRIOR * log_odds, _PRIOR * np.eye(len(log_odds))
    for first, second, games, points in scores:
        lead = float(log_odds[first] - log_odds[second])
        surplus = points - games / (1 + math.exp(-lead))
        slope[first] += surplus
        slope[second] -= surplus
        weight = games * _weight(lead)
        for one, other, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
            information[one, other] += sign * weight
    return slope, information


def _weight(lead: float) -> float:
    """The variance of a game's result, from the difference in log-odds: games between equals tell most."""
    expected = 1 / (1 + math.exp(-lead))
    return expected * (1 - expected)
