"""Games in lists, in words."""

from typing import Any

from taflheim.server.game_words import going_on, is_turn_of, result
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
