"""What speaks for a step in HiVolts that wins nothing at once."""

from typing import Any

import pytest

import taflheim
from taflheim import Position
from taflheim.engine.insight.hint import hint

GAME = taflheim.game("hivolts")


def merits(position: Position, move: str) -> list[str]:
    told: Any = GAME.rulebook.hint
    return [str(merit) for merit in told.merits(position.state, position.play(move).state)]


def test_mhos_that_run_into_fences_later() -> None:
    position = GAME.position(
        "############/##5#1###/##5#3#/#2#7#/#1##5#1#/#1#5#2#/#1#6#1#/#4#5#/#3#3#2#/#8#1#/#3#3#2#/############"
        " i3 h5,g7,g5,g4,e5,h7,g9,d5"
    )
    assert merits(position, "s") == ["going on with e, c and z, 4 Mhos run into a fence before a jump is needed"]
    left = position
    for move in "secz":
        left = left.play(move)
    assert len([piece for piece in left.pieces if piece.kind == "mho"]) == 8 - 4


def test_a_jump_is_better_from_elsewhere() -> None:
    position = GAME.position(
        "############/#2##1#4#/##3#5#/#4#3#1#/#3#1#4#/#1#1#6#/#10#/#2#2#4#/#3#6#/#4#1#3#/##1#4##1#/############"
        " k3 i5,h5,f5,h9,k4,b9,f4,e6,g2,k8,e10,b7"
    )
    assert merits(position, "x") == ["a jump is better from k2: it wins with 65 %, from k3 with 60 %"]


@pytest.mark.parametrize("seed", range(6))
def test_nobody_answers_and_nothing_is_captured(seed: int) -> None:
    given = hint(GAME.start(seed))
    assert {"expects", "wins_pieces"}.isdisjoint(reason.code for reason in given.reasons), given
