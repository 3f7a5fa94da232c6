"""Random games."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import taflheim
from play import variants
from taflheim import InvalidPosition, Position, TaflheimError
from taflheim.engine.search.playouts import playouts
from taflheim.games.kernel import COMPILED, U64, Buffer, Entries, jit
from taflheim.games.rules import draw


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


@jit
def one_draw(s: Any, x: int, buffer: Buffer) -> tuple[int, int]:
    return draw(s, x, buffer)


def positions_to_draw_from() -> list[Position]:
    """Starts, and positions of Quoridor in which walls are not legal that fit, or nothing but the pass is."""
    starts = [game.start(seed=1) if game.rulebook.seeded else game.start() for game in variants()]
    walls = "d8,d2 2,2 a1,a7,c1,c7,e1,e7,g1 h2,h4,h6 a"
    return [
        *starts,
        *(taflheim.game("quoridor", rules=rules).position(walls) for rules in ("default", "strict")),
        taflheim.game("quoridor", rules="strict").position("e5,e1 10,10 d4,e5 d5,e4 a"),
    ]


@pytest.mark.kernel
@pytest.mark.parametrize("position", positions_to_draw_from(), ids=repr)
def test_each_legal_move_is_equally_likely(position: Position) -> None:
    position.game.rulebook.load_rules()
    drawn = Entries(one_draw, U64(0), np.empty(0, np.int32))[type(position.state)]
    buffer, x = np.empty(position.game.move_count, np.int32), 99
    legal = position.game.rulebook.compiled.numbers(position.state)
    often = 60 if COMPILED else 6
    found = Counter[int]()
    for _ in range(often * len(legal)):
        move, x = drawn(position.state, U64(x), buffer)
        found[move] += 1
    assert found.keys() <= set(legal)
    # Pearson's test: for n moves the sum is n - 1 on average, and hardly ever five standard deviations more.
    chi_square = sum((found[move] - often) ** 2 / often for move in legal)
    free = len(legal) - 1
    assert chi_square <= free + 5 * (2 * free) ** 0.5 + 1
