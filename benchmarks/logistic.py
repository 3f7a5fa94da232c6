"""Logistic regression: log-odds that are a weighted sum."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

_ROUNDS = 100
_CLOSE = 1e-10
_LEAST = 1e-12


def probability(log_odds: Array) -> Array:
    """The probability with these log-odds.

    >>> probability(np.array([0.0, -np.log(3)])).round(6).tolist()
    [0.5, 0.25]
    """
    return 0.5 + 0.5 * np.tanh(log_odds / 2)


def log_loss(log_odds: Array, won: Array) -> float:
    """The mean cost of these forecasts in bits: 1 for saying nothing, 0 for being always sure and right.

    >>> log_loss(np.zeros(4), np.array([1.0, 0.0, 0.5, 1.0]))
    1.0
    """
    cost = np.logaddexp(0, log_odds) - won * log_odds
    return float(cost.mean() / np.log(2))


def fit(x: Array, won: Array, prior: Array, pull: Array) -> Array:
    """The weights with the best forecasts, where leaving the prior costs pull/2 times the square of the difference.

    Newton's method; a step that makes it worse is halved.

    >>> rng = np.random.default_rng(1)
    >>> x = rng.normal(size=(20_000, 2))
    >>> won = (rng.random(20_000) < probability(x @ [1.0, -0.5])).astype(float)
    >>> fit(x, won, np.zeros(2), np.zeros(2)).round(1).tolist()
    [1.0, -0.5]
    """

    def cost(weights: Array) -> float:
        log_odds = x @ weights
        return float((np.logaddexp(0, log_odds) - won * log_odds).sum() + (pull * (weights - prior) ** 2).sum() / 2)

    weights = prior.astype(float)
    least = cost(weights)
    for _ in range(_ROUNDS):
        expected = probability(x @ weights)
        slope = x.T @ (expected - won) + pull * (weights - prior)
        curvature = (x.T * (expected * (1 - expected))) @ x + np.diag(pull + _LEAST)
        step = np.linalg.lstsq(curvature, slope, rcond=None)[0]
        while cost(weights - step) > least and np.abs(step).max() > _CLOSE:
            step = step / 2
        weights = weights - step
        least = cost(weights)
        if np.abs(step).max() <= _CLOSE * (1 + np.abs(weights).max()):
            break
    return weights
