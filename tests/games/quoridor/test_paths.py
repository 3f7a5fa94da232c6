"""Shortest paths against a search cell by cell, and races against all that could happen in them."""

import random
from collections import deque

import numpy as np
import pytest

import taflheim
from taflheim import Position
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.quoridor import paths
from taflheim.games.quoridor.state import CELLS, GOAL_CELLS, SIZE, State, pawns

COUNT = 30 if COMPILED else 2


def neighbours(state: State, cell: int) -> list[int]:
    north, east = state.north1 << 64 | state.north0, state.east1 << 64 | state.east0
    found = [cell + 9] if north >> cell & 1 else []
    found += [cell + 1] if east >> cell & 1 else []
    found += [cell - 9] if cell >= SIZE and north >> (cell - 9) & 1 else []
    return found + ([cell - 1] if cell % SIZE and east >> (cell - 1) & 1 else [])


def distances(state: State, starts: list[int]) -> dict[int, int]:
    found, queue = dict.fromkeys(starts, 0), deque(starts)
    while queue:
        cell = queue.popleft()
        for other in neighbours(state, cell):
            if other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def state_of(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def walled(rng: random.Random, walls: int) -> Position:
    """A position with so many random walls, each player's share rounded down, and pawns that have walked a little."""
    position = taflheim.game("quoridor").start()
    for kind in [3] * walls + [2] * rng.randrange(6):
        position = position.play(rng.choice([move for move in position.moves() if len(move) == kind]))
        if position.result:
            return walled(rng, walls)
    return position


@pytest.mark.kernel
def test_shortest_paths_are_those_of_a_search_cell_by_cell() -> None:
    rng = random.Random(4)
    for _ in range(COUNT):
        state = state_of(walled(rng, rng.randrange(20)))
        for player in (0, 1):
            cell = pawns(state)[player]
            from_pawn, to_goal = distances(state, [cell]), distances(state, list(GOAL_CELLS[player]))
            length = to_goal[cell]
            assert paths.distance(words(state), I64(player)) == length
            kept = np.zeros(paths.LAYERS, np.uint64)
            assert paths.layers(words(state), I64(player), kept) == length
            for step in range(length + 1):
                cells = int(kept[2 * step + 1]) << 64 | int(kept[2 * step])
                on_path = {cell for cell in to_goal if (from_pawn.get(cell), to_goal[cell]) == (step, length - step)}
                assert {cell for cell in range(CELLS) if cells >> cell & 1} == on_path


def test_the_distance_behind_a_wall_is_that_when_it_stands() -> None:
    rng = random.Random(5)
    for _ in range(COUNT):
        position = walled(rng, rng.randrange(16))
        state, text = words(state_of(position)), position.game.rulebook.text
        for move in position.moves():
            if len(move) == 3:
                (number,) = text.read_move(move)
                longer = paths.distance_behind(state, I64(1), I64(number))
                assert longer == paths.distance(words(state_of(position.play(move))), I64(1))
