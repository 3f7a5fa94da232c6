"""Random games."""

import pytest

import taflheim
from taflheim.engine.search.playouts import playouts
from taflheim.games.kernel import COMPILED


@pytest.mark.kernel
@pytest.mark.parametrize("name", taflheim.games())
def test_random_games_come_to_an_end(name: str) -> None:
    game = taflheim.game(name)
    start = game.start(seed=1) if game.rulebook.seeded else game.start()
    count = 50 if COMPILED else 1
    wins, steps = playouts(start, count)
    assert set(wins) == set(game.sides)
    assert sum(wins.values()) <= count <= steps
    assert (wins, steps) == playouts(start, count)
    assert playouts(start, count, seed=1)[1] != 0


def test_a_game_that_is_over_is_not_played_on() -> None:
    won = taflheim.game("toy").position("xxx/oo1/3 o")
    assert playouts(won, 10) == ({"crosses": 10, "noughts": 0}, 0)
