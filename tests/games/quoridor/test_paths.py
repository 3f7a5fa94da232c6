"""Shortest paths against a search cell by cell, and races against all that could happen in them."""

import random
from collections import deque
from functools import cache

import numpy as np
import pytest

import taflheim
from taflheim import Position
from taflheim.engine.limits import Limits
from taflheim.engine.search import search
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.quoridor import paths
from taflheim.games.quoridor.evaluate import known
from taflheim.games.quoridor.state import CELLS, GOAL_CELLS, SIZE, State, pawns
from taflheim.games.rules import decided, play
from taflheim.games.walk import steps

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


def walled(chance: random.Random, walls: int) -> Position:
    """A position with so many random walls, each player's share rounded down, and pawns that have walked a little."""
    position = taflheim.game("quoridor").start()
    for kind in [3] * walls + [2] * chance.randrange(6):
        position = position.play(chance.choice([move for move in position.moves() if len(move) == kind]))
        if position.result:
            return walled(chance, walls)
    return position


@pytest.mark.kernel
def test_shortest_paths_are_those_of_a_search_cell_by_cell() -> None:
    chance = random.Random(4)
    for _ in range(COUNT):
        state = state_of(walled(chance, chance.randrange(20)))
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
    chance = random.Random(5)
    for _ in range(COUNT):
        position = walled(chance, chance.randrange(16))
        state, text = words(state_of(position)), position.game.rulebook.text
        for move in position.moves():
            if len(move) == 3:
                (number,) = text.read_move(move)
                longer = paths.distance_behind(state, I64(1), I64(number))
                assert longer == paths.distance(words(state_of(position.play(move))), I64(1))


def solve(start: State) -> dict[State, int]:
    """Everything that can happen between two pawns when nobody has walls left.

    By position: in how many moves of both it is won (or lost, if negative); those missing are never decided.
    """
    after: dict[State, list[State]] = {}
    queue = [start]
    while queue:
        state = queue.pop()
        if state in after:
            continue
        over = int(decided(words(state))) >= 0
        after[state] = [] if over else [State(*map(int, play(words(state), I64(m)))) for m in steps(state)]
        queue += after[state]
    ends = {state: 0 for state, others in after.items() if not others}
    before: dict[State, list[State]] = {}
    for state, others in after.items():
        for other in others:
            before.setdefault(other, []).append(state)
    layer = list(ends)
    while layer:
        found = []
        for state in {earlier for other in layer for earlier in before.get(other, [])} - ends.keys():
            values = [ends.get(other) for other in after[state]]
            losses = [value for value in values if value is not None and value <= 0]
            if losses:
                ends[state] = 1 - max(losses)
                found.append(state)
            elif None not in values:
                ends[state] = -1 - max(value for value in values if value is not None)
                found.append(state)
        layer = found
    return ends


@cache
def races() -> list[tuple[Position, dict[State, int]]]:
    chance = random.Random(9)
    found = []
    for _ in range(2):
        position = walled(chance, 20)
        found.append((position, solve(state_of(position))))
    return found


@pytest.mark.skipif(not COMPILED, reason="ten thousand positions take too long uncompiled")
def test_whoever_is_said_to_win_the_race_wins_it() -> None:
    told = 0
    for _, ends in races():
        for state, end in ends.items():
            if end:
                said = int(known(words(state)))
                assert said == 0 or said == end
                told += said != 0
    assert told > 1000


@pytest.mark.skipif(not COMPILED, reason="ten thousand positions take too long uncompiled")
def test_a_race_without_walls_is_searched_to_its_end() -> None:
    chance = random.Random(1)
    for position, ends in races():
        for state in chance.sample([state for state, end in ends.items() if end], 10):
            found = search(position.game.position(position.game.rulebook.text.format(state)), Limits(depth=64))
            assert found.ends_in is not None and (found.ends_in > 0) == (ends[state] > 0)
