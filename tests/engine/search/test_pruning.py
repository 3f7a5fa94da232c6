"""What is pruned, and how the history of moves learns from what was tried in vain."""

from typing import Any

import numpy as np
import pytest

import taflheim
from taflheim.engine.search import memory
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.ordering import punish, reward
from taflheim.engine.search.pruning import UNKNOWN, fails_high, may_null_move, moves_searched
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings
from taflheim.games.kernel import I64, words
from taflheim.games.rules import margin

MARGIN = I64(100)


def high(static: int, beta: int, depth: int, by: int = 100) -> bool:
    return bool(fails_high(I64(static), I64(beta), I64(depth), I64(by)))


def searched(static: int, alpha: int, depth: int, by: int = 100, number: int = 90) -> int:
    return int(moves_searched(I64(static), I64(alpha), I64(depth), I64(by), I64(number)))


@pytest.mark.kernel
def test_reverse_futility_asks_for_a_margin_for_each_move_of_depth() -> None:
    assert high(500, 200, 3)
    assert not high(499, 200, 3)
    assert high(800, 200, 6)
    assert not high(9000, 200, 7), "too deep to be sure"
    assert not high(9000, 200, 1, by=0), "a game that has no margin"


@pytest.mark.kernel
def test_futility_and_late_move_pruning() -> None:
    assert searched(-300, 0, 3) == 1, "quiet moves will hardly bring it up to alpha"
    assert searched(-299, 0, 3) == 32
    assert [searched(0, 0, depth) for depth in (1, 2, 3, 4)] == [8, 16, 32, 90]
    assert searched(0, 0, 2, number=5) == 5
    assert searched(-9000, 0, 1, by=0) == searched(int(UNKNOWN), 0, 1) == 90


@pytest.mark.kernel
def test_a_null_move_is_tried_once_on_a_line_and_where_it_may_fail_high() -> None:
    own = memory.allocate(10, 10, Settings(hash_mb=1))
    assert may_null_move(I64(5), I64(5), own)
    assert not may_null_move(I64(4), I64(5), own)
    assert not may_null_move(UNKNOWN, I64(5), own)
    own.counts[memory.IN_NULL_MOVE] = 1
    assert not may_null_move(I64(5), I64(5), own)


@pytest.mark.kernel
def test_history_stays_in_its_bounds_and_remembers_both_ways() -> None:
    own = memory.allocate(10, 10, Settings(hash_mb=1))
    own.moves[:3] = 4, 5, 6
    for _ in range(500):
        punish(own, I64(0), I64(2), I64(9), I64(0))
        reward(own, I64(6), I64(9), I64(0), I64(0))
    assert own.history[4] == own.history[5] < 0 < own.history[6]
    assert np.abs(own.history).max() <= 64 << 8
    for _ in range(500):
        reward(own, I64(4), I64(9), I64(0), I64(0))
    assert own.history[4] > 0, "what was bad can become good"


def test_a_game_without_a_margin_is_not_pruned() -> None:
    for name, prunes in (("hnefatafl", True), ("halatafl", False)):
        game = taflheim.game(name)
        game.rulebook.load_search()
        state: Any = words(game.start().state)
        assert (int(margin(state)) > 0) == prunes


def test_pruning_saves_most_nodes() -> None:
    """To depth 5 the search looked at 100,000 nodes for a position without it, on average."""
    record = taflheim.game("hnefatafl").record()
    assert search(record, Limits(depth=5)).nodes < 30_000
