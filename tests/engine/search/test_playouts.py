"""Random games."""

import numpy as np
import pytest

import taflheim
from taflheim import InvalidPosition, TaflheimError
from taflheim.engine.search.playouts import playouts
from taflheim.games.kernel import COMPILED


@pytest.mark.kernel
@pytest.mark.parametrize("name", taflheim.rulebooks())
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


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64, -(2**70), np.int64(-3)])
def test_every_seed_gives_different_games(seed: int) -> None:
    start = taflheim.game("halatafl").start()
    steps = {playouts(start, count, seed)[1] for count in range(9)}
    lengths = np.diff(sorted(steps))
    assert len(steps) == 9 and len(set(lengths.tolist())) > 1


def test_seeds_differ() -> None:
    start = taflheim.game("halatafl").start()
    assert len({playouts(start, 5, seed)[1] for seed in range(20)}) > 10


def test_what_is_wrong_is_said() -> None:
    start = taflheim.game("toy").start()
    with pytest.raises(InvalidPosition, match="expected a position"):
        playouts(start.game, 5)  # type: ignore[arg-type]
    for count in (-1, 1.5, 10**10):
        with pytest.raises(TaflheimError, match="count: expected a whole number"):
            playouts(start, count)  # type: ignore[arg-type]
    with pytest.raises(TaflheimError, match="a seed is a whole number, not 'x'"):
        playouts(start, 1, "x")  # type: ignore[arg-type]
