"""Win probabilities: what must hold whatever was calibrated."""

import pytest

import taflheim
from play import variants
from taflheim import Game
from taflheim.engine.insight.win_probability import UNCALIBRATED, curves, win_probability
from taflheim.engine.search.score import SURE


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_more_is_better_and_only_sure_wins_are_sure(game: Game) -> None:
    for side in game.seats:
        found = [win_probability(game, score, side) for score in (-SURE, -300, -20, 20, 300, SURE)]
        assert found == sorted(set(found))
        assert (found[0], found[-1]) == (0, 1)
        assert all(0 <= win_probability(game, score, side) <= 1 for score in (-99_999, 99_999))


@pytest.mark.parametrize("name", ["halatafl", "hnefatafl", "quoridor"])
@pytest.mark.parametrize("score", [-700, -60, 0, 35, 1200])
def test_the_probabilities_of_two_sides_add_up(name: str, score: int) -> None:
    game = taflheim.game(name)
    first, second = game.sides
    assert win_probability(game, score, first) + win_probability(game, -score, second) == pytest.approx(1)


@pytest.mark.parametrize("game", [game for game in variants() if game.name != "toy"], ids=repr)
def test_every_game_for_more_than_one_is_calibrated(game: Game) -> None:
    expected = {players for players in game.rulebook.players if players > 1}
    assert curves(game).keys() == expected
    assert all(curve.scale > 0 for curve in curves(game).values())


def test_a_game_that_was_never_calibrated_has_a_probability_too() -> None:
    game = taflheim.game("hivolts")
    assert win_probability(game, 90, "player") == UNCALIBRATED.chances(90, first=True).expected
