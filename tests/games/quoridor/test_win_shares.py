"""Chances to win and moves worth a look, against what they are made from."""

import random

import numpy as np
import pytest

import taflheim
from taflheim import Position
from taflheim.games import rules
from taflheim.games.compiled import steps
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.quoridor.paths import distance
from taflheim.games.quoridor.rules import played
from taflheim.games.quoridor.state import FIRST_HORIZONTAL, MOVE_COUNT, PASS, State
from taflheim.games.quoridor.win_shares import promising, survey, win_shares
from taflheim.games.rules import decided

COUNT = 30 if COMPILED else 2
ANY = pytest.mark.parametrize("players", [2, 3, 4])


def shares(position: Position) -> list[float]:
    """The chances where a position has come about by a pass."""
    found = np.full(len(position.game.sides), np.nan)
    assert isinstance(position.state, State)
    win_shares(words(position.state), I64(PASS), notes_about(position.state), found)
    return [float(each) for each in found]


def notes_about(state: State) -> rules.Words:
    notes = np.zeros(rules.NOTES, np.uint64)
    survey(words(state), notes)
    return notes


def some_positions(players: int) -> list[Position]:
    rng = random.Random(players)
    found: list[Position] = []
    while len(found) < COUNT:
        position = taflheim.game("quoridor", players=players).start()
        for _ in range(rng.randrange(40)):
            if not position.result:
                position = position.play(rng.choice(position.moves()))
        if not position.result:
            found.append(position)
    return found


@pytest.mark.kernel
@ANY
def test_chances_are_a_whole(players: int) -> None:
    for position in some_positions(players):
        found = shares(position)
        assert all(0 < each < 1 for each in found)
        assert sum(found) == pytest.approx(1)


def test_who_has_left_has_none() -> None:
    assert shares(taflheim.game("quoridor", players=3).position("e9,-,a5 6,6,6 - - a"))[1] == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("e5,e2,a5 6,6,6 - - a", "e6,e2,a5 6,6,6 - - a"),
        ("e9,e1,a5 6,6,6 - - a", "e9,e1,a5 5,6,6 - - a"),
        ("e9,e1,a5 6,5,6 - - a", "e9,e1,a5 6,6,6 - - a"),
        ("e9,e1,a5 6,6,6 - - a", "e9,e1,a5 6,6,6 - - b"),
        # A lead is worth less to those who are about to be walled in.
        ("e5,e2,a5 0,0,0 - - a", "e5,e2,a5 6,6,6 - - a"),
    ],
)
def test_what_is_better(better: str, worse: str) -> None:
    game = taflheim.game("quoridor", players=3)
    assert shares(game.position(better))[0] > shares(game.position(worse))[0]


@pytest.mark.kernel
@ANY
def test_moves_not_worth_a_look_are_walls_in_nobody_s_way(players: int) -> None:
    left_out = 0
    for position in some_positions(players):
        state = position.state
        assert isinstance(state, State)
        buffer = np.zeros(MOVE_COUNT, np.int32)
        worth = set(buffer[: promising(words(state), notes_about(state), buffer, I64(0))].tolist())
        legal = set(steps(state))
        assert worth and worth <= legal
        for move in sorted(legal - worth - {PASS}):
            assert move >= FIRST_HORIZONTAL
            after = words(played(state, move))
            for player in range(players):
                assert distance(after, I64(player)) == distance(words(state), I64(player))
            left_out += 1
    assert left_out


@pytest.mark.kernel
@ANY
def test_chances_after_a_move_are_those_of_the_position_itself(players: int) -> None:
    """Only what the move has changed is looked at again."""
    for position in some_positions(players):
        state = position.state
        assert isinstance(state, State)
        notes = notes_about(state)
        for step in steps(state):
            after = State(*map(int, played(words(state), I64(step))))
            found, anew = np.zeros(players), np.zeros(players)
            if int(decided(words(after))) < 0:
                win_shares(words(after), I64(step), notes, found)
                win_shares(words(after), I64(PASS), notes_about(after), anew)
                assert found.tolist() == anew.tolist()
