"""The limit of quiet moves: scores fade towards it, and beyond it there is a draw."""

import random

import pytest

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.quiet_limit import faded, table_key
from taflheim.engine.search.search import search
from taflheim.games.kernel import I64, U64

GAME = taflheim.game("hnefatafl")


def shuffled(moves: int, seed: int) -> Record:
    """A record that ends with so many quiet moves: random ones, after which the game goes on."""
    rng = random.Random(seed)
    record = GAME.record()
    while record.quiet_moves < moves:
        tries = record.position.moves()
        rng.shuffle(tries)
        further = (record.play(move) for move in tries)
        record = next(each for each in further if not each.result and each.quiet_moves > record.quiet_moves)
    return record


@pytest.mark.kernel
def test_scores_fade() -> None:
    assert int(faded(I64(800), I64(200))) == int(faded(I64(800), I64(100))) == 800
    assert int(faded(I64(800), I64(50))) == 400
    assert int(faded(I64(800), I64(0))) == 0
    assert int(faded(I64(-800), I64(25))) == -200


@pytest.mark.kernel
def test_far_from_the_limit_the_path_does_not_matter() -> None:
    key = U64(12345)
    assert table_key(key, I64(150)) == table_key(key, I64(100)) == key
    near = {int(table_key(key, I64(left))) for left in range(1, 100)}
    assert 10 < len(near) < 20
    assert int(key) not in near


def test_scores_near_the_limit_are_less_sure() -> None:
    """But where a capture is near, they are what they were."""
    faded_ones = 0
    for seed in range(4):
        record = shuffled(180, seed)
        fresh, near = (search(on, Limits(depth=2)) for on in (record.position, record))
        if fresh.ends_in is not None:
            assert near.ends_in == fresh.ends_in
        elif near.score != fresh.score:
            assert abs(near.score) < abs(fresh.score)
            faded_ones += 1
    assert faded_ones


@pytest.mark.parametrize("seed", range(4))
def test_right_before_the_limit_only_a_capture_or_a_win_is_worth_something(seed: int) -> None:
    record = shuffled(198, seed)
    found = search(record, Limits(depth=4))
    now = record
    for move in found.line[:2]:
        now = now.play(move)
    if found.score != 0:
        assert now.quiet_moves < 2 or found.ends_in is not None
    else:
        assert now.result
        assert now.result.winner is None
