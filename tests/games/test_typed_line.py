"""What people mean by what they type: single cases; the conformance suite tries all moves of all games."""

import pytest

import taflheim
from taflheim import Position


def foxes_to_jump() -> Position:
    return taflheim.game("halatafl").record().play("e4-e5").play("e7-e6").play("c4-c5").position


@pytest.mark.parametrize("line", ["c4 c5", "c4-c5", "C4 - C5", " c4,c5 ", "c4, c5", "c4  c5"])
def test_a_step_by_its_spots(line: str) -> None:
    assert taflheim.game("halatafl").start().meant(line) == "c4-c5"


def test_a_chain_of_jumps_by_its_spots() -> None:
    position = foxes_to_jump()
    assert position.meant("e6 e4 c4 c6") == position.meant("E6-E4-C4-C6") == "e6xe4xc4xc6"
    # A chain that must go on comes back as it is.
    assert position.meant("e6 e4") == "e6 e4"


def test_what_is_not_legal_is_written_so_that_the_reason_can_be_given() -> None:
    position = taflheim.game("hnefatafl").start()
    assert position.meant("d11 e9") == "d11-e9"
    assert str(position.explain(position.meant("d11 e9"))) == "d11-e9: pieces move along a rank or a file"
    quoridor = taflheim.game("quoridor").start()
    assert quoridor.meant("e9 e8") == "e9 e8"  # no move of this game is written with two cells


def test_keys_come_first_and_texts_before_spots() -> None:
    quoridor = taflheim.game("quoridor").start()
    assert [quoridor.meant(line) for line in ("0", "h e3", "x", "e8", "E3H")] == ["f9", "e3h", "pass", "e8", "e3h"]
    hivolts = taflheim.game("hivolts").start(seed=1)
    assert [hivolts.meant(line) for line in ("D", "f3", "jump")] == ["d", "d", "j"]


@pytest.mark.parametrize("line", ["", "   ", "c4 to c5", "nonsense", "-", ","])
def test_what_means_nothing_comes_back(line: str) -> None:
    assert taflheim.game("halatafl").start().meant(line) == line.strip()


def test_nothing_is_meant_when_the_game_is_over() -> None:
    over = taflheim.game("toy").position("xxx/oo1/3 o")
    assert str(over.explain(over.meant("c2"))) == "the game is over"
