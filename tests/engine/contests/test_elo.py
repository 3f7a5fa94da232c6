"""Elo and SPRT: known values, and whether they keep what they promise in matches played by lot."""

import math
import random
import statistics

import pytest

from taflheim.engine.contests.elo import BOUND, Sprt, elo, expected_score, interval, variance


@pytest.mark.parametrize(
    ("difference", "score"), [(0, 0.5), (100, 0.640065), (190.848502, 0.75), (400, 10 / 11), (-400, 1 / 11)]
)
def test_elo_of_two(difference: float, score: float) -> None:
    assert expected_score(difference) == pytest.approx(score, abs=1e-6)
    assert elo(score) == pytest.approx(difference, abs=0.01)


def test_elo_of_more() -> None:
    assert expected_score(0, 3) == pytest.approx(1 / 3)
    # Ten times as strong as each of three others.
    assert expected_score(400, 4) == pytest.approx(10 / 13)
    assert elo(10 / 13, 4) == pytest.approx(400)


def test_everything_or_nothing() -> None:
    assert (elo(0), elo(1), elo(-0.1), elo(1.1)) == (-math.inf, math.inf, -math.inf, math.inf)
    # Ten wins of ten: Wilson's interval begins at 72.2 %; a hundred of a hundred: at 96.3 %.
    for pairs, wilson in ((5, 0.722), (50, 0.963)):
        low, high = interval([1.0] * pairs)
        assert expected_score(low) == pytest.approx(wilson, abs=0.01) and high == math.inf


def test_the_imaginary_rounds_are_lost_among_many() -> None:
    scores = [0.5, 0.75, 0.5, 1.0, 0.25] * 200
    assert variance(scores) == pytest.approx(statistics.pvariance(scores), abs=1e-3)
    margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    expected = [elo(statistics.fmean(scores) + sign * margin) for sign in (-1, 1)]
    assert list(interval(scores)) == pytest.approx(expected, abs=0.3)


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


@pytest.mark.parametrize("players", [2, 4])
def test_intervals_hold_the_truth(players: int) -> None:
    rng, share, held = random.Random(players), expected_score(120, players), 0
    for _ in range(400):
        rounds = [sum(rng.random() < share for _ in range(players)) / players for _ in range(30)]
        low, high = interval(rounds, players)
        held += low <= 120 <= high
    assert 0.92 * 400 <= held <= 0.99 * 400


@pytest.mark.parametrize("truth", [0.0, 200.0])
def test_sprt_is_seldom_wrong(truth: float) -> None:
    rng, test, share, right = random.Random(1), Sprt(0, 200), expected_score(truth), 0
    for _ in range(500):
        rounds = list[float]()
        while (accepted := test.accepted(rounds)) is None:
            rounds.append(sum(rng.random() < share for _ in range(2)) / 2)
        right += accepted == truth
    assert right >= 0.92 * 500
