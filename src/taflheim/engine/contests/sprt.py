"""The sequential probability ratio test: when a match has shown enough."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from taflheim.engine.contests.elo import expected_score, variance

ERROR_RATE = 0.05
"""How often an SPRT may accept a hypothesis while the other is true."""


class Sprt(NamedTuple):
    """A sequential probability ratio test: is A stronger by `elo1`, or only by `elo0`? It ends as soon as it is clear.

    With s0 and s1 the scores expected at the two differences, and n, m and v number, mean and variance of the rounds'
    scores, the log-likelihood ratio is that of two normal distributions with this variance:

        LLR = n (s1 - s0) (2 m - s0 - s1) / (2 v)

    From log((1 - β) / α) on elo1 is accepted, down from log(β / (1 - α)) on elo0, with α = β = 0.05: ±2.94.
    """

    elo0: float
    elo1: float

    def llr(self, scores: Sequence[float], players: int = 2) -> float:
        """The log-likelihood ratio of elo1 to elo0.

        >>> round(Sprt(0, 100).llr([0.75] * 10), 2), Sprt(-50, 50).llr([])
        (6.31, 0.0)
        """
        low, high = expected_score(self.elo0, players), expected_score(self.elo1, players)
        # n · (2 m - s0 - s1), which is also right before anything was played.
        lead = 2 * math.fsum(scores) - len(scores) * (low + high)
        return (high - low) * lead / (2 * variance(scores, players))

    def accepted(self, scores: Sequence[float], players: int = 2) -> float | None:
        """The difference that is accepted, if one is."""
        llr = self.llr(scores, players)
        if abs(llr) < BOUND:
            return None
        return self.elo1 if llr > 0 else self.elo0


BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)
"""Beyond this, or its opposite, the log-likelihood ratio decides; both bounds are the same as both errors are."""
