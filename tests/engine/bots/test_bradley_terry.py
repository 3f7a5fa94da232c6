"""Ratings from results: against what is known in closed form, and against players whose strength was made up."""

import random

import numpy as np
import pytest

from taflheim.engine.bots.bradley_terry import Score, fit
from taflheim.engine.contests.elo import elo, expected_score

TRUE = [1000, 1150, 1330, 1400, 1600, 1820]


def played(games: int, rng: random.Random) -> list[Score]:
    """Games between neighbours within two, of which those between equals are often drawn."""
    scores = []
    for first, second in ((i, j) for i in range(len(TRUE)) for j in (i + 1, i + 2) if j < len(TRUE)):
        share = expected_score(TRUE[first] - TRUE[second])
        draw = share * (1 - share) / 2
        weights = (share - draw / 2, draw, 1 - share - draw / 2)
        points = sum(rng.choices((1.0, 0.5, 0.0), weights, k=games))
        scores.append(Score(first, second, games, points))
    return scores


def test_two_players_have_the_difference_of_their_score() -> None:
    found = fit(2, [Score(0, 1, 100_000, 70_000)])
    assert found.elo[0] - found.elo[1] == pytest.approx(elo(0.7), abs=0.1)
    assert found.elo.sum() == pytest.approx(0)


def test_seats_do_not_matter() -> None:
    one = fit(3, [Score(0, 1, 30, 20), Score(1, 2, 30, 25)])
    other = fit(3, [Score(1, 0, 30, 10), Score(2, 1, 10, 2), Score(2, 1, 20, 3)])
    assert one.elo == pytest.approx(other.elo)
    assert one.covariance == pytest.approx(other.covariance)


def test_known_strengths_lie_within_the_intervals() -> None:
    rng = random.Random(5)
    true = np.array(TRUE) - np.mean(TRUE)
    within = []
    for _ in range(60):
        found = fit(len(TRUE), played(60, rng))
        within += list(np.abs(found.elo - true) <= found.margins)
    # 95 of 100 by their meaning; draws make results vary less than the model says.
    assert 0.93 <= np.mean(within) <= 1


def test_intervals_are_narrower_with_more_games() -> None:
    few, many = (fit(len(TRUE), played(games, random.Random(1))).margins for games in (25, 100))
    assert np.all(many < few)
    assert np.mean(few / many) == pytest.approx(2, rel=0.1)


def test_whoever_wins_everything_still_has_a_rating() -> None:
    found = fit(3, [Score(0, 1, 20, 20), Score(1, 2, 5, 5)])
    assert 300 < found.elo[0] - found.elo[1] < 2000
    assert np.all(np.isfinite(found.margins)) and found.margins[2] > found.margins[1]


def test_the_gain_of_a_game_is_what_it_takes_from_the_variances() -> None:
    scores = [Score(0, 1, 40, 30), Score(1, 2, 10, 4)]
    before = fit(3, scores)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        # A game that ends as expected changes no rating, only how sure they are.
        expected = expected_score(float(before.elo[first] - before.elo[second]))
        after = fit(3, [*scores, Score(first, second, 1, expected)])
        fall = np.trace(before.covariance) - np.trace(after.covariance)
        assert before.gain(first, second) == pytest.approx(fall, rel=0.02)
