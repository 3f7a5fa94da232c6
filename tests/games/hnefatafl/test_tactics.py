"""What a search sees at a glance agrees with what the moves really lead to."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from hnefatafl_boards import boards
from taflheim.games.compiled import step, steps, verdict
from taflheim.games.hnefatafl.evaluate import null_move, proven, quiet, score_moves
from taflheim.games.hnefatafl.state import ATTACKERS, DEFENDERS, State, board
from taflheim.games.kernel import COMPILED, I64, words

pytestmark = pytest.mark.kernel
COUNT = 600 if COMPILED else 100
BY_CORNER, BY_CAPTURE = 0, 1


def after(state: State, move: int) -> State:
    found: State = step(state, move)[0]
    return found


def wins_now(state: State) -> bool:
    """Whether a move of the side to move takes the king to a corner, or captures him."""
    return any(
        verdict(after(state, move)) in ((DEFENDERS, BY_CORNER), (ATTACKERS, BY_CAPTURE)) for move in steps(state)
    )


def cannot_be_stopped(state: State) -> bool:
    """Whether, whatever the side to move does, the other wins with its next move."""
    return all(verdict(then)[0] != state.turn and wins_now(then) for then in (after(state, m) for m in steps(state)))


@pytest.mark.slow
def test_what_is_known_is_so() -> None:
    seen = Counter[int]()
    for state in boards(COUNT, seed=1):
        moves = int(proven(words(state)))
        seen[moves] += 1
        assert (moves == 1) == wins_now(state)
        if moves == -2:
            assert cannot_be_stopped(state)
        if moves == 3:
            assert any(proven(words(after(state, move))) == -2 for move in steps(state))
    assert set(seen) == {-2, 0, 1, 3}


def test_quiet_is_where_nothing_decisive_is_threatened() -> None:
    seen = Counter[bool]()
    for state in boards(COUNT, seed=2):
        threatened = proven(words(state._replace(turn=1 - state.turn))) == 1
        assert quiet(words(state)) != threatened
        seen[threatened] += 1
    assert len(seen) == 2


def test_to_pass_is_to_give_the_turn_away() -> None:
    for state in boards(20, seed=2):
        assert tuple(map(int, null_move(words(state)))) == state._replace(turn=1 - state.turn)


def by_ordering_score(state: State) -> tuple[list[int], dict[int, int]]:
    """The legal moves, and what is promised of those that are kept."""
    legal = steps(state)
    moves, order = np.array(legal, np.int32), np.zeros(len(legal), np.int32)
    end = int(score_moves(words(state), moves, order, I64(0), I64(len(legal)), I64(3)))
    return legal, dict(zip(moves[:end].tolist(), order[:end].tolist(), strict=True))


def men(state: Any) -> int:
    return len(board(state))


@pytest.mark.slow
def test_captures_promise_most_and_only_moves_that_lose_at_once_are_left_out() -> None:
    left_out = captured = 0
    for state in boards(COUNT // 2, seed=3):
        legal, promise = by_ordering_score(state)
        assert promise.keys() <= set(legal)
        assert promise
        for move in legal:
            then = after(state, move)
            if move not in promise:
                assert wins_now(then)
                left_out += 1
            elif men(then) < men(state) and then.king == state.king:
                assert promise[move] >= 100
                captured += 1
    assert left_out and captured
