"""What a player overlooks is as much as it is told."""

from typing import Any

import pytest

import taflheim
from taflheim.engine.search.memory import allocate, remove_overlooked
from taflheim.engine.search.settings import Settings
from taflheim.games.kernel import I64, words
from taflheim.games.rules import legal


@pytest.mark.kernel
def test_beginners_think_of_steps_rather_than_of_walls() -> None:
    """Both are overlooked as often as told, obvious moves three times less often."""
    start = taflheim.game("quoridor").start()
    number = len(start.moves())
    state: Any = words(start.state)
    seen_steps = seen_walls = 0
    for seed in range(200):
        memory = allocate(500, start.game.move_count, Settings(seed=seed, hash_mb=1, overlook=900))
        end = remove_overlooked(state, memory, I64(0), legal(state, memory.moves, I64(0)))
        moves = [start.game.move_text([move]) for move in memory.moves[:end].tolist()]
        seen_steps += sum(len(move) == 2 for move in moves)
        seen_walls += sum(len(move) == 3 for move in moves)
    assert 0.6 < seen_steps / (200 * 3) < 0.8
    assert 0.08 < seen_walls / (200 * (number - 3)) < 0.12
