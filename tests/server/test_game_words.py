"""Games in lists, in words."""

from typing import Any

import pytest

from taflheim.server.game_words import company, going_on, is_open, is_turn_of, moves, others, own_sides, result
from taflheim.store.games import Line, Seated


def line(turn: str = "a", reason: str | None = None, **seats: Any) -> Line:
    return Line("t", "quoridor", {}, seats, None, 3, turn, None, reason, 0)


ANNA, BO, FREE = Seated("Anna", "anna", None, None), Seated("Bo", "bo", None, None), Seated("", None, None, None)


def test_an_open_table_is_nobodys_turn() -> None:
    waits = line(a=ANNA, b=FREE)
    assert result(waits, "anna") == ("unfinished", "Waiting for somebody")
    assert not is_turn_of(waits, "anna") and going_on(waits, "anna") == "Quoridor, waiting for somebody"


def test_whose_turn_it_is() -> None:
    begun = line(a=ANNA, b=BO)
    assert is_turn_of(begun, "anna") and result(begun, "anna") == ("unfinished", "Your turn")
    assert not is_turn_of(begun, "bo") and result(begun, "bo") == ("unfinished", "Going on")
    held = line(a=ANNA._replace(level=3), b=BO)
    assert not is_turn_of(held, "anna") and result(held, "anna") == ("unfinished", "Going on")
    assert result(line(a=ANNA, b=ANNA), "anna") == ("unfinished", "Going on"), "who sits there knows by the board"


def test_who_plays_with_and_against_whom() -> None:
    cy = Seated("Cy", "cy", None, None)
    assert own_sides(line(b=ANNA, a=BO, c=ANNA), "anna") == ["b", "c"], "in the order of their turns"
    assert others(line(c=BO, a=ANNA, b=cy, d=BO), "anna") == ["Cy", "Bo"]
    assert company(line(a=ANNA, b=BO), "anna") == "against Bo" and company(line(a=ANNA), "anna") == ""
    assert company(line(a=ANNA, b=ANNA), "anna") == "with a friend"
    assert company(line(a=ANNA, b=ANNA, c=cy), "anna") == "with a friend against Cy"
    bea = ANNA._replace(name="Bea")
    assert company(line(a=ANNA, b=bea), "anna") == "between Anna and Bea"
    assert company(line(a=ANNA, b=bea, c=cy), "anna") == "with Anna and Bea against Cy"


def test_how_far_a_game_is() -> None:
    begun = line(a=ANNA, b=BO)
    assert going_on(begun, "anna") == "Quoridor against Bo, move 3" and moves(begun) == "3 moves"
    assert going_on(begun._replace(plies=0), "anna") == "Quoridor against Bo" and moves(begun._replace(plies=0))
    assert moves(begun._replace(plies=1)) == "1 move" and moves(begun._replace(plies=None)) == ""


def test_only_what_has_not_ended_is_open() -> None:
    assert is_open(line(a=ANNA, b=FREE)) and not is_open(line(a=ANNA, b=FREE, reason="aborted"))
    assert not is_open(line(a=ANNA, b=FREE._replace(level=3)))
    assert is_turn_of(line(a=ANNA, b=BO, reason="goal"), "anna") is False


@pytest.mark.parametrize(
    ("outcome", "winner", "reason", "told"),
    [
        ("won", "a", "goal", ("won", "You won")),
        ("lost", "b", "goal", ("lost", "You lost")),
        ("drawn", None, "agreed", ("drawn", "Drawn")),
        (None, None, "aborted", ("aborted", "Aborted")),
        (None, "a", "goal", ("shared", "White (a) won · imported")),
        (None, None, "agreed", ("shared", "Drawn · imported")),
    ],
)
def test_how_a_game_has_ended(outcome: str | None, winner: str | None, reason: str, told: tuple[str, str]) -> None:
    over = line(a=ANNA._replace(outcome=outcome), b=BO, reason=reason)._replace(winner=winner)
    assert result(over, "anna") == told


def test_a_game_at_one_screen_is_won_by_a_side() -> None:
    over = line(a=ANNA._replace(outcome="lost"), b=ANNA._replace(outcome="won"), reason="goal")
    assert result(over._replace(winner="b"), "anna") == ("shared", "Green (b) won")
    drawn = line(a=ANNA._replace(outcome="drawn"), b=ANNA._replace(outcome="drawn"), reason="agreed")
    assert result(drawn, "anna") == ("shared", "Drawn")
