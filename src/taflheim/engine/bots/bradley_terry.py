"""Ratings from results: the Bradley–Terry model, by maximum likelihood.

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
"""Newton steps are clipped to this, in log-odds: far from the maximum they would overshoot."""
_CLOSE_ENOUGH = 1e-9
_MOST_STEPS = 200


class Score(NamedTuple):
    """The result of two bots against each other; bots are indices from 0 on."""

    first: int
    second: int
    games: int
    points: float
    """Of the first."""


class Fit(NamedTuple):
    """Ratings around a mean of 0, and their covariance."""

    elo: Floats
    covariance: Floats
    """Of the ratings, in Elo squared."""

    @property
    def margins(self) -> Floats:
        """Half the 95 % confidence intervals."""
        return np.asarray(Z_95 * np.sqrt(np.diag(self.covariance)))

    def gain(self, first: int, second: int) -> float:
        """By how much one more game of these two lowers the sum of all variances, in Elo squared.

        A game between equals with uncertain ratings tells most.

        >>> found = fit(3, [Score(0, 1, 100, 50), Score(1, 2, 2, 1)])
        >>> found.gain(1, 2) > 100 * found.gain(0, 1)
        True
        """
        along = (self.covariance[:, first] - self.covariance[:, second]) / _UNIT
        weight = _weight((self.elo[first] - self.elo[second]) / _UNIT)
        return float(weight * (along @ along) / (1 + weight * (along[first] - along[second]) / _UNIT))


def fit(bots: int, scores: Iterable[Score]) -> Fit:
    """The ratings of the bots with the numbers 0 to `bots` - 1.

    >>> found = fit(2, [Score(0, 1, games=400, points=300)])
    >>> [round(rating) for rating in found.elo], [round(margin) for margin in found.margins]
    ([95, -95], [20, 20])
    """
    played = list(scores)
    log_odds = np.zeros(bots)
    for _ in range(_MOST_STEPS):
        slope, information = _derivatives(log_odds, played)
        step = np.linalg.solve(information, slope)
        longest = np.abs(step).max()
        log_odds += step * min(1.0, _LONGEST_STEP / max(longest, _CLOSE_ENOUGH))
        if longest < _CLOSE_ENOUGH:
            break
    _, information = _derivatives(log_odds, played)
    # Only differences matter, so the uncertainty of the common mean is projected out.
    centred = np.eye(bots) - 1 / bots
    return Fit(_UNIT * centred @ log_odds, _UNIT**2 * centred @ np.linalg.inv(information) @ centred)


def _derivatives(log_odds: Floats, scores: list[Score]) -> tuple[Floats, Floats]:
    """The gradient of the log-likelihood, and its negative Hessian."""
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
