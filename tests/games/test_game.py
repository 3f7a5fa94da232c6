"""A game with its options: what is wrong with what it is given is said in its own errors."""

from typing import Any

import numpy as np
import pytest

import taflheim
from taflheim import InvalidMove, InvalidPosition, TaflheimError

QUORIDOR = taflheim.game("quoridor")


def test_numbers_of_numpy_are_numbers() -> None:
    assert QUORIDOR.move_text([np.int64(101)]) == QUORIDOR.move_text(np.array([101])) == QUORIDOR.move_text([101])
    assert QUORIDOR.move_text((np.uint8(101),)) == QUORIDOR.move_text(iter([101])) == "e3h"
    hivolts = taflheim.game("hivolts")
    assert hivolts.start(np.int32(7)) == hivolts.start(7)  # type: ignore[arg-type]
    assert taflheim.perft(QUORIDOR.start(), np.int64(1)) == 132  # type: ignore[arg-type]
    limits: Any = {"best": np.int64(1), "depth": np.int64(2)}
    assert taflheim.analyse(QUORIDOR.position("e2,e5 0,0 - - a"), **limits).best[0].move == "e1"


@pytest.mark.parametrize("numbers", [101, np.int64(101), "e8", "", None, 1.5])
def test_a_move_is_a_list_of_numbers(numbers: Any) -> None:
    with pytest.raises(InvalidMove, match="a move is a list of numbers, as"):
        QUORIDOR.move_text(numbers)


@pytest.mark.parametrize("numbers", [[True], [1.0], ["1"], [None], [-1], [210], [np.int64(2**40)], np.eye(2)])
def test_numbers_that_are_no_moves(numbers: Any) -> None:
    with pytest.raises(InvalidMove, match="expected move numbers from 0 to 209"):
        QUORIDOR.move_text(numbers)


@pytest.mark.parametrize("start", ["e9", 0, "", [], QUORIDOR, QUORIDOR.record()])
def test_a_record_begins_with_a_position(start: Any) -> None:
    with pytest.raises(InvalidPosition, match="expected a position, as from"):
        QUORIDOR.record(start=start)


def test_a_record_begins_with_a_position_of_its_game() -> None:
    with pytest.raises(InvalidPosition, match=r"expected a position of taflheim\.game\('quoridor'"):
        QUORIDOR.record(taflheim.game("halatafl").start())


@pytest.mark.parametrize("wrong", [QUORIDOR, QUORIDOR.record(), "e9,e1 10,10 - - a", None])
def test_perft_is_of_a_position(wrong: Any) -> None:
    with pytest.raises(InvalidPosition, match="expected a position, as from"):
        taflheim.perft(wrong, 1)


@pytest.mark.parametrize("depth", [-1, 1.0, "1", None, True, 65])
def test_perft_has_a_depth(depth: Any) -> None:
    with pytest.raises(TaflheimError, match="depth: expected a whole number from 0 to 64"):
        taflheim.perft(QUORIDOR.start(), depth)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_games_with_the_same_options_share_one_layout(name: str) -> None:
    # A hall has a game for each table: with a layout for each, a thousand tables would take 50 MB more.
    assert taflheim.game(name).layout is taflheim.game(name).layout


def test_games_with_other_options_have_layouts_of_their_own() -> None:
    two, three = (taflheim.game("quoridor", players=players).layout for players in (2, 3))
    assert len(two.marks) < len(three.marks)
