"""How moves are judged by the win probability that they cost: the same in every game. Nothing is searched here."""

from collections.abc import Iterable
from math import exp

KINDS = {"blunder": 0.30, "mistake": 0.20, "inaccuracy": 0.10}
"""Kinds of mistakes, with the least win probability that each costs."""
_DECAY = 4.0
"""A move that costs 10 points of win probability has an accuracy of 67 %, one that costs 30 points 30 %."""


def kind(cost: float) -> str | None:
    """The kind of mistake that costs this much win probability; None if it is none.

    >>> [kind(cost) for cost in (0.05, 0.1, 0.25, 1.0)]
    [None, 'inaccuracy', 'mistake', 'blunder']
    """
    # Costs are differences of probabilities: a hair less than a threshold is that threshold.
    return next((name for name, least in KINDS.items() if cost >= least - 1e-9), None)


def accuracy(costs: Iterable[float]) -> float | None:
    """The mean of 100 · exp(-4 · cost) over moves that count, as a share of 1; None if there are none.

    >>> round(accuracy([0.0, 0.1, 1.0]) or 0, 3), accuracy([])
    (0.563, None)
    """
    each = [exp(-_DECAY * max(0.0, cost)) for cost in costs]
    return sum(each) / len(each) if each else None
