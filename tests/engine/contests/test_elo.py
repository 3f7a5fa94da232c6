"""Elo: known values, and intervals that hold the truth in matches played by lot."""

import math
import random
import statistics

import pytest

from taflheim.engine.contests.elo import elo, expected_score, interval, variance


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


@pytest.mark.parametrize("players", [2, 4])
def test_intervals_hold_the_truth(players: int) -> None:
    rng, share, held = random.Random(players), expected_score(120, players), 0
    for _ in range(400):
        rounds = [sum(rng.random() < share for _ in range(players)) / players for _ in range(30)]
        low, high = interval(rounds, players)
        held += low <= 120 <= high
    assert 0.92 * 400 <= held <= 0.99 * 400
