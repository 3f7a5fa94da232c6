"""Hnefatafl's evaluation: the same however the board is turned, and it sees what it is there to see."""

import pytest

import taflheim
from hnefatafl_boards import boards
from taflheim.games.hnefatafl.evaluate import FEATURES, WEIGHTS, evaluate, features
from taflheim.games.hnefatafl.state import DEFENDERS, SIZE, State, board, make
from taflheim.games.kernel import COMPILED, I64, words

COUNT = 500 if COMPILED else 20


def seen(state: State) -> dict[str, int]:
    """The features by name, as the defenders see them."""
    return dict(zip(FEATURES, map(int, features(words(state), I64(DEFENDERS))), strict=True))


def at(text: str) -> dict[str, int]:
    position = taflheim.game("hnefatafl").position(text)
    assert isinstance(position.state, State)
    return seen(position.state)


def turned(state: State) -> State:
    """A quarter turn."""
    return make({SIZE * (s % SIZE) + SIZE - 1 - s // SIZE: piece for s, piece in board(state).items()}, state.turn)


def mirrored(state: State) -> State:
    return make({s // SIZE * SIZE + SIZE - 1 - s % SIZE: piece for s, piece in board(state).items()}, state.turn)


@pytest.mark.kernel
def test_a_board_that_is_turned_or_mirrored_is_as_good() -> None:
    for state in boards(COUNT, seed=4):
        assert seen(turned(state)) == seen(mirrored(state)) == seen(state)


@pytest.mark.kernel
def test_the_score_is_the_features_by_their_weights() -> None:
    for state in boards(COUNT, seed=5):
        for side in range(2):
            counted = features(words(state), I64(side))
            assert evaluate(words(state), I64(side)) == sum(
                int(w) * int(f) for w, f in zip(WEIGHTS, counted, strict=True)
            )


def test_the_ring() -> None:
    closed = at("11/11/5t5/4t1t4/3t3t3/2t2K2t2/3t3t3/4t1t4/5t5/11/1T9 t")
    assert (closed["open corners"], closed["open edge"], closed["region"], closed["men outside"]) == (0, 0, 13, 1)
    assert closed["links"] == 12
    with_a_gap = at("11/11/5t5/4t1t4/3t3t3/2t2K2t2/3t3t3/4t6/5t5/11/1T9 t")
    assert (with_a_gap["open corners"], with_a_gap["open edge"], with_a_gap["men outside"]) == (4, 40, 0)


DIAGONALS = {
    "three steps from each corner": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/11/t9t/1t7t1/2t5t2/3t3t3 t", 0, 4 * 15),
    "one man gone inwards": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/11/t9t/1t7t1/2tt4t2/7t3 t", 0, 4 * 15 + 1),
    "all of one corner": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/t10/1t8t/2t6t1/3t4t2/7t3 t", 0, 4 * 15 + 4),
    "and the man it needs there": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/t10/1t8t/2t6t1/3t4t2/4t2t3 t", 0, 4 * 15 + 5),
    "a gap": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/11/t9t/1t7t1/8t2/3t3t3 t", 1, 4 * 15),
    "a defender behind": ("3t3t3/2t5t2/1t7t1/t9t/11/5K5/11/t9t/1t7t1/1Tt5t2/3t3t3 t", 4, 3 * 15),
}


@pytest.mark.parametrize(("text", "gaps", "steps"), DIAGONALS.values(), ids=DIAGONALS.keys())
def test_diagonals_before_the_corners(text: str, gaps: int, steps: int) -> None:
    found = at(text)
    assert (found["gaps in diagonals"], found["steps of diagonals"]) == (gaps, steps)


def test_the_kings_ways() -> None:
    # From d4 he can go to d1, from where a1 is open, and to a4, from where a11 is.
    two = at("11/11/11/11/11/11/11/3K7/t10/11/4t6 t")
    assert (two["a way"], two["a second way"]) == (1, 1)
    none = at("11/11/11/3t7/11/11/11/2tKt6/3t7/11/11 t")
    assert (none["a way"], none["king's reach"], none["two beside the king"]) == (0, 4, 1)


@pytest.mark.parametrize(
    ("turn", "capture", "threaten"),
    [("t", "attackers capture", "defenders threaten"), ("T", "defenders capture", "attackers threaten")],
)
def test_captures(turn: str, capture: str, threaten: str) -> None:
    # The attackers could capture e4 by a4-d4, the defenders c8 by h9-c9.
    found = at(f"11/11/7T3/2t8/2T8/5K5/11/t3Tt5/11/11/11 {turn}")
    assert {name for name in found if name.endswith(("capture", "threaten")) and found[name]} == {capture, threaten}


@pytest.mark.kernel
def test_halves_are_rounded_alike_for_both_sides() -> None:
    """What is nearly closed counts by halves, which once were rounded down for the attackers only."""
    position = taflheim.game("hnefatafl").position("11/5tt4/5t5/t6t3/t7t1t/Kt5t2t/t5t3t/10t/3t1t5/11/2tt1t1t3 T")
    assert isinstance(position.state, State)
    attackers, defenders = (int(evaluate(words(position.state), I64(side))) for side in (0, 1))
    assert attackers == -defenders
