"""SPRT: known values, and how seldom it is wrong in matches played by lot."""

import random
import statistics

import pytest

from taflheim.engine.contests.elo import expected_score
from taflheim.engine.contests.sprt import BOUND, Sprt


def test_llr() -> None:
    assert pytest.approx(2.944, abs=1e-3) == BOUND
    # A drawn round and three imaginary ones: mean 0.5, variance 0.125 · 3/4.
    high = 1 / (1 + 10 ** (-10 / 400))
    assert Sprt(0, 10).llr([0.5]) == pytest.approx((high - 0.5) * (0.5 - high) / (2 * 0.125 * 0.75))
    assert Sprt(-10, 10).llr([0.5, 0.75, 0.25]) == pytest.approx(0)
    assert Sprt(0, 10).accepted([0.5]) is None
    # The formula of the docstring, from the moments of many rounds.
    scores = [0.5, 0.75, 0.5, 1.0, 0.25] * 200
    expected = 1000 * (high - 0.5) * (2 * 0.6 - 0.5 - high) / (2 * statistics.pvariance(scores))
    assert Sprt(0, 10).llr(scores) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("truth", [0.0, 200.0])
def test_sprt_is_seldom_wrong(truth: float) -> None:
    rng, test, share, right = random.Random(1), Sprt(0, 200), expected_score(truth), 0
    for _ in range(500):
        rounds = list[float]()
        while (accepted := test.accepted(rounds)) is None:
            rounds.append(sum(rng.random() < share for _ in range(2)) / 2)
        right += accepted == truth
    assert right >= 0.92 * 500
