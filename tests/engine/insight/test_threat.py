"""Threats: what the other side would do if one did nothing."""

import pytest

import taflheim
from taflheim import Position
from taflheim.engine.insight.analysis import analyse_move
from taflheim.engine.insight.threat import _whole, threat
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import best_moves

LIMITS = Limits(depth=4)
HNEFATAFL, QUORIDOR, HALATAFL = (taflheim.game(name) for name in ("hnefatafl", "quoridor", "halatafl"))
IN_SIGHT = "2T1t2t3/3Tt6/tt1t4Tt1/4tT3T1/t2T1TtT3/1t2t5t/t5Tt1t1/5Tt3t/7T2K/5t1t3/1t2t2t3 t"


def told(position: Position, move: str) -> str | None:
    found = threat(position, analyse_move(position, move, LIMITS), LIMITS)
    return str(found) if found else None


def test_the_king_would_reach_a_corner() -> None:
    assert told(HNEFATAFL.position(IN_SIGHT), "h2-k2") == "otherwise the king reaches k1 in 1 move: k3-k1"


def test_the_king_would_be_captured() -> None:
    position = HNEFATAFL.position("11/11/11/4t6/3tK5t/4t6/11/11/11/11/9T1 T")
    sentence = told(position, "e7-j7")
    assert sentence is not None and sentence.startswith("otherwise the king is captured on e7 in 1 move: k7-f7")


def test_a_line_goes_to_its_end() -> None:
    """A king with two ways to corners is known to win before his last move is looked at."""
    position = HNEFATAFL.position("11/11/11/11/4K5t/11/11/11/11/11/1t7t1 T")
    found = best_moves(position, LIMITS, 1)[0]
    assert found.ends_in is not None and found.ends_in > 1
    line = _whole(position, found.line[:1], found.ends_in)
    assert len(line) == found.ends_in
    for move in line:
        position = position.play(move)
    assert position.result and position.result.winner == "defenders"


@pytest.mark.parametrize(
    "position", [HNEFATAFL.start(), HALATAFL.start(), QUORIDOR.start(), taflheim.game("quoridor", players=3).start()]
)
def test_at_the_start_nothing_threatens(position: Position) -> None:
    assert told(position, position.moves()[0]) is None
