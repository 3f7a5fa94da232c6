"""What the results of a match say about strength: Elo differences and their intervals.

A match is played in *rounds*: one opening, and a game from it for each seat that A can have. Two players make pairs,
the model that is called pentanomial, as a pair has five results. The games of a round are correlated (an opening may
favour one seat), so rounds, not games, are counted: a round's score is the mean of A's scores in its games.

The mean is that of the rounds that were played. Their variance counts **three imaginary rounds** between equals as
well: the score of each is the fair share 1/n of n players, its variance that of n games by lot, (1/n)(1 - 1/n)/n. They
are lost among many; after few rounds, or where all went alike, they stand for what has not been seen yet. (With one of
them, a test of 0 against 200 Elo that looks after every round was wrong in 10 % of matches by lot, with three in 5 %.)
"""

import math
from collections.abc import Sequence

Z_95 = 1.959964
"""How many standard deviations on either side hold 95 % of a normal distribution."""
IMAGINARY = 3
"""How many rounds between equals the variance counts beside those that were played."""


def expected_score(elo: float, players: int = 2) -> float:
    """A's share of the wins when its rating is `elo` higher than that of each other player.

    By Plackett and Luce, 1 / (1 + (n - 1) · 10^(-elo/400)); for two players this is Elo's formula.

    >>> round(expected_score(200), 4), round(expected_score(0, players=4), 4)
    (0.7597, 0.25)
    """
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo(score: float, players: int = 2) -> float:
    """The difference that makes one expect this score; infinite where everything or nothing was won.

    >>> round(elo(0.75)), round(elo(0.25, players=4)), elo(1.0)
    (191, 0, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10((players - 1) * score / (1 - score))


def variance(scores: Sequence[float], players: int = 2) -> float:
    """The variance of the score of a round, from the rounds played and the imaginary ones.

    >>> variance([]), round(variance([1.0] * 5), 4), round(variance([1.0] * 1000), 4)
    (0.125, 0.1055, 0.0011)
    """
    rounds, fair = len(scores) + IMAGINARY, 1 / players
    mean = (math.fsum(scores) + IMAGINARY * fair) / rounds
    by_lot = fair * (1 - fair) / players
    squares = math.fsum((score - mean) ** 2 for score in scores) + IMAGINARY * ((fair - mean) ** 2 + by_lot)
    return squares / rounds


def share_interval(scores: Sequence[float], players: int = 2) -> tuple[float, float]:
    """The scores between which the true one lies with 95 %: mean ± 1.96 · √(variance / rounds).

    >>> [round(bound, 2) for bound in share_interval([1.0, 0.5, 0.75, 0.5, 1.0, 0.75, 0.5, 1.0])]
    [0.55, 0.95]
    """
    mean = math.fsum(scores) / len(scores)
    margin = Z_95 * math.sqrt(variance(scores, players) / len(scores))
    return max(mean - margin, 0.0), min(mean + margin, 1.0)


def interval(scores: Sequence[float], players: int = 2) -> tuple[float, float]:
    """The same as Elo differences.

    >>> [round(bound) for bound in interval([1.0, 0.5, 0.75, 0.5, 1.0, 0.75, 0.5, 1.0])]
    [37, 500]
    """
    low, high = share_interval(scores, players)
    return elo(low, players), elo(high, players)
