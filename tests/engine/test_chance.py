"""Chances to win: what must hold whatever was calibrated."""

import pytest

import taflheim
from play import variants
from taflheim import Game
from taflheim.engine.alphabeta import SURE
from taflheim.engine.chance import UNKNOWN, chance, curves


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_more_is_better_and_only_sure_wins_are_sure(game: Game) -> None:
    for side in game.seats:
        chances = [chance(game, score, side) for score in (-SURE, -300, -20, 20, 300, SURE)]
        assert chances == sorted(set(chances))
        assert (chances[0], chances[-1]) == (0, 1)
        assert all(0 <= chance(game, score, side) <= 1 for score in (-99_999, 99_999))


@pytest.mark.parametrize("name", ["halatafl", "hnefatafl", "quoridor"])
@pytest.mark.parametrize("score", [-700, -60, 0, 35, 1200])
def test_the_chances_of_two_sides_add_up(name: str, score: int) -> None:
    game = taflheim.game(name)
    first, second = game.sides
    assert chance(game, score, first) + chance(game, -score, second) == pytest.approx(1)


def test_every_game_for_more_than_one_is_calibrated() -> None:
    names = {name for name, rulebook in taflheim.games().items() if max(rulebook.players) > 1} - {"toy"}
    calibrated = {(game.name, len(game.sides)) for game in variants() if game.name in names}
    assert curves().keys() == calibrated
    assert all(curve.scale > 0 for curve in curves().values())


def test_a_game_that_was_never_calibrated_has_a_chance_too() -> None:
    game = taflheim.game("hivolts")
    assert chance(game, 90, "player") == UNKNOWN.chance(90, first=True)
