"""Halatafl's evaluation: what is counted, that the weights are all there is to it, and what a search asks beside it."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import taflheim
from play import positions
from taflheim import Position
from taflheim.games.halatafl import evaluate as evaluation
from taflheim.games.halatafl.state import FOXES, SHEEP
from taflheim.games.halatafl.text import move_text
from taflheim.games.kernel import I64, words

GAME = taflheim.game("halatafl")


def counted(position: Position) -> dict[str, int]:
    state: Any = position.state
    found = evaluation.features(words(state), I64(SHEEP))
    return dict(zip(evaluation.FEATURES, map(int, found), strict=True))


def score(position: Position, side: int) -> int:
    state: Any = position.state
    return int(evaluation.evaluate(words(state), I64(side)))


def mirrored(position: Position) -> Position:
    """Left and right exchanged."""
    board, turn = str(position).split(" ")
    return GAME.position(f"{'/'.join(row[::-1] for row in board.split('/'))} {turn}")


@pytest.mark.kernel
@given(positions(GAME))
def test_the_score_is_what_is_counted_by_its_weight(position: Position) -> None:
    total = sum(n * weight for n, weight in zip(counted(position).values(), evaluation.WEIGHTS, strict=True))
    assert (score(position, SHEEP), score(position, FOXES)) == (total, -total)


@pytest.mark.kernel
@given(positions(GAME))
def test_left_and_right_are_alike(position: Position) -> None:
    assert counted(position) == counted(mirrored(position))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # At the start the foxes have the back of the paddock and see no prey.
        (
            "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s",
            {"sheep": 5, "few sheep": 0, "foxes": 0, "captures": 0, "foxes in the paddock": 2, "fox ways": 6}
            | {"fox room": 11, "exposed sheep": 0, "advance": 3 + 14 + 21, "foxes to move": 0},
        ),
        # A lone sheep before a fox: it can be jumped over along its file and its rank, and d5 has no diagonals.
        (
            "3/1F1/3S3/7/7/3/3 f",
            {"sheep": -14, "few sheep": 144, "foxes": -1, "captures": 1, "exposed sheep": 2, "advance": 4}
            | {"paddock, front": 1, "paddock, middle": 0, "foxes to move": 1},
        ),
        # Seven in the paddock.
        (
            "FS1/SSS/2SSS2/7/4F2/3/3 s",
            {"paddock, front": 3, "paddock, middle": 3, "paddock, back": 1, "paddock nearly full": 4}
            | {"foxes in the paddock": 1},
        ),
    ],
)
def test_what_is_counted(text: str, expected: dict[str, int]) -> None:
    found = counted(GAME.position(text))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.kernel
@given(positions(GAME))
def test_quiet_is_when_no_fox_must_capture(position: Position) -> None:
    if not position.result:
        state: Any = position.state
        assert bool(evaluation.quiet(words(state))) != is_capture(position)


def test_in_mid_chain_nothing_is_quiet() -> None:
    state: Any = GAME.position("3/1F1/3S3/7/3S3/3/3 f").state
    after, more = GAME.rulebook.compiled.step(state, GAME.move_numbers("d6xd4")[0])
    assert more and not evaluation.quiet(words(after))


@pytest.mark.kernel
@given(positions(GAME))
def test_moves_that_lose_nobody_come_first(position: Position) -> None:
    if position.result:
        return
    order = score_moves(position, depth=1)
    assert len(order) == len(GAME.rulebook.compiled.steps(position.state))
    if position.turn == "foxes":
        assert set(order.values()) == {0}
        return
    after = {move: position.play(move) for move in order}
    # What wins at once may come last: the search looks for that first of all.
    assert all((order[move] < 0) == is_capture(then) for move, then in after.items() if not then.result)


def is_capture(position: Position) -> bool:
    """Whether the side to move must capture."""
    return not position.result and "x" in position.moves()[0]


def score_moves(position: Position, depth: int) -> dict[str, int]:
    """The first steps that are looked at and how promising each is, by their texts."""
    state: Any = position.state
    moves = np.array(GAME.rulebook.compiled.steps(state), np.int32)
    order = np.full(moves.size, 77, np.int32)
    end = int(evaluation.score_moves(words(state), moves, order, I64(0), I64(moves.size), I64(depth)))
    return {move_text([move]): early for move, early in zip(moves[:end].tolist(), order[:end].tolist(), strict=True)}
