"""Races without walls, against all that can happen in them, found in another way."""

import random
from functools import cache

import pytest

import taflheim
from taflheim import Position
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import best_moves, search
from taflheim.engine.search.settings import Settings
from taflheim.games.compiled import step, steps, verdict
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.quoridor.endgame import line, outcomes
from taflheim.games.quoridor.evaluate import proven
from taflheim.games.quoridor.state import State
from taflheim.games.rules import decided, play

BOARDS = (
    "c4,i2 0,0 a1,a8,b3,c4,d5,e2,f8,h1,h5 a3,a6,b6,c3,e6,f2,f6,g5,g8,h4,h8 a",
    "f8,f3 0,0 a3,b2,d3,d7,d8,e4,e6,g6,g8,h2,h5 b8,d6,e3,f1,f3,f8,g7,h1,h4 a",
)
STANDOFF = "f3,e3 0,0 b4,c8,d2,d3,e4,e8,f2,g4,g6,g8,h2,h7 a5,a7,c3,c5,c7,d5,f7,h5 a"
ALL_THAT_CAN_HAPPEN = pytest.mark.skipif(not COMPILED, reason="ten thousand positions take too long uncompiled")


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
    found = []
    for text in BOARDS:
        position = taflheim.game("quoridor").position(text)
        assert isinstance(position.state, State)
        found.append((position, solve(position.state)))
    return found


@pytest.mark.slow
@ALL_THAT_CAN_HAPPEN
def test_whoever_is_said_to_win_the_race_wins_it() -> None:
    told = 0
    for _, ends in races():
        for state, end in ends.items():
            if end:
                said = int(proven(words(state)))
                assert said == 0 or said == end
                told += said != 0
    assert told > 1000


@ALL_THAT_CAN_HAPPEN
def test_outcomes_are_those_of_all_that_can_happen() -> None:
    rng = random.Random(1)
    for _, ends in races():
        for state in rng.sample([state for state, end in ends.items() if end], 20):
            found = outcomes(state)
            assert found
            best = max(found, key=lambda each: 1 / found[each] if found[each] else 0)
            assert found[best] == ends[state]
            for first, wins in found.items():
                path = line(state, first)
                end = ends.get(State(*step(state, first)[0]))
                assert wins == (0 if end is None else 1 - end if end <= 0 else -1 - end)
                assert path[0] == first
                if wins:
                    assert len(path) == abs(wins)
                    at = state
                    for each in path:
                        at, _ = step(at, each)
                    assert (verdict(at)[0] == state.turn) == (wins > 0)


@ALL_THAT_CAN_HAPPEN
def test_a_race_without_walls_is_searched_to_its_end() -> None:
    rng = random.Random(1)
    for position, ends in races():
        for state in rng.sample([state for state, end in ends.items() if end], 10):
            text = position.game.rulebook.text.format(state)
            assert search(position.game.position(text), Limits(depth=1)).ends_in == ends[state]


@ALL_THAT_CAN_HAPPEN
def test_a_standoff_is_played_to_its_end() -> None:
    """A search alone does not see the win in 28 moves around each other: they would dance until it is a draw."""
    game = taflheim.game("quoridor")
    record = game.record(game.position(STANDOFF))
    assert search(record, Limits(nodes=100)).ends_in == -28
    while not record.result:
        record = record.play(search(record, Limits(nodes=100)).move)
    assert len(record.entries) == 28 and record.result.winner == "b"
    found = best_moves(game.position(STANDOFF), Limits(nodes=100), 3)
    assert [each.ends_in for each in found] == sorted(each.ends_in or 0 for each in found)


def test_with_walls_or_more_players_nothing_is_told() -> None:
    for position in (taflheim.game("quoridor").start(), taflheim.game("quoridor", players=3).start()):
        assert isinstance(position.state, State)
        assert outcomes(position.state) is None


def test_those_who_overlook_things_search_as_ever() -> None:
    position = taflheim.game("quoridor").position("e4,e6 0,0 - - a")
    assert len({search(position, Limits(depth=1), Settings(seed, overlook=900)).move for seed in range(20)}) > 1
