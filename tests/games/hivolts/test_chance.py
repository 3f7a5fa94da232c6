"""Chance in compiled code does what chance does elsewhere."""

from hashlib import sha256
from typing import cast

import numpy as np

import taflheim
from taflheim.games.hivolts import chance
from taflheim.games.hivolts.state import JUMP, MOVE_COUNT, State
from taflheim.games.kernel import I64, U64, words


def test_a_jump_lands_on_every_open_square_equally_often() -> None:
    position = taflheim.game("hivolts").start(seed=4)
    outcomes = position.outcomes("j")
    found = [
        position.game.move_text([int(chance.outcome(words(cast("State", position.state)), I64(JUMP), U64(word)))])
        for word in range(2 * len(outcomes))
    ]
    assert found == outcomes * 2


def test_a_random_start_is_the_board_of_the_same_word() -> None:
    buffer = np.empty(MOVE_COUNT, np.int32)
    for options in ({}, {"mhos": "gentle"}):
        game = taflheim.game("hivolts", **options)
        for seed in range(20):
            word = int.from_bytes(sha256(f"hivolts:{seed}".encode()).digest()[:8], "big")
            made = chance.random_start(words(cast("State", game.start(0).state)), U64(word), buffer)
            assert State(*map(int, made)) == game.start(seed).state
