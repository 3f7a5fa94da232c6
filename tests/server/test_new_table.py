"""Requests for new tables, checked field by field."""

import pytest

from taflheim.server.new_table import FieldRefused, checked
from taflheim.server.table_request import TableRequest


@pytest.mark.parametrize(
    ("asked", "field", "text"),
    [
        (TableRequest("chess"), "game", "no game 'chess'"),
        (TableRequest("quoridor", {"players": 5}), "options", "2, 3 or 4"),
        (TableRequest("quoridor", seats={"z": "me"}), "seats", "has no seat 'z'"),
        (TableRequest("quoridor", seats={"a": "12"}), "seats", "no level"),
        (TableRequest("halatafl", seats={"sheep": "classic fox"}), "seats", "plays foxes only"),
        (TableRequest("quoridor", side="z"), "side", "expected a, b or lot"),
        (TableRequest("quoridor", clock="0+0"), "clock", "expected none"),
        (TableRequest("quoridor", clock=["5+3"]), "clock", "expected none"),
        (TableRequest("hivolts", clock="5+3"), "clock", "is for one"),
        (TableRequest("hivolts", rated=True), "rated", "is for one"),
        (TableRequest("quoridor", side="a", rated=True), "clock", "has a clock"),
        (TableRequest("quoridor", rated=True, clock="5+3"), "rated", "everybody has one seat"),
        (TableRequest("quoridor", {"players": 3}, side="a", seats={"b": "1"}, rated=True, clock="5+3"), "rated", "our"),
        (TableRequest("quoridor", side="a", rated="maybe"), "rated", "expected true or false"),
        (TableRequest("quoridor", side="a", public=1), "public", "expected true or false"),
        (TableRequest("quoridor", side="a", policy="bot"), "policy", "three or four players"),
        (TableRequest("quoridor", side="a", policy="x"), "policy", "expected out or bot"),
        (
            TableRequest("quoridor", {"players": 3}, side="a", rated=True, clock="5+3", policy="bot"),
            "policy",
            "at a rated table no bot",
        ),
        (TableRequest("quoridor", request=""), "request", "a request id"),
        (TableRequest("quoridor", seed=7), "seed", "a seed is a text"),
        (TableRequest("quoridor", seed="\n"), "seed", "a seed is a text"),
        (TableRequest("quoridor", seed="x" * 101), "seed", "at most 100"),
        (TableRequest("quoridor", side="a", rated=True, clock="5+3", seed="7"), "seed", "give no seed"),
        (TableRequest("quoridor", side="a", record="any"), "record", "no seat of it can be free"),
        (TableRequest("quoridor", request="x" * 65), "request", "a request id"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(asked: TableRequest, field: str, text: str) -> None:
    with pytest.raises(FieldRefused) as refused:
        checked(asked)
    assert refused.value.field == field
    assert text in str(refused.value)


def test_guests_are_refused_a_rated_table() -> None:
    asked = TableRequest("quoridor", side="a", rated=True, clock="5+3")
    assert checked(asked, "registered").terms.rated
    with pytest.raises(FieldRefused, match="register, or play a casual game") as refused:
        checked(asked, "guest")
    assert refused.value.field == "rated"


def test_sides_by_lot() -> None:
    drawn = {tuple(checked(TableRequest("quoridor", side="lot")).seats.values()) for _ in range(60)}
    assert drawn == {("me", "open"), ("open", "me")}
    asked = TableRequest("quoridor", {"players": 3}, seats={"a": "me", "b": "here", "c": "1"}, side="lot")
    ways = {tuple(checked(asked).seats.values()) for _ in range(200)}
    assert len(ways) == 6 and all(sorted(way) == ["1", "here", "me"] for way in ways)
    # A bot that plays one side only does not change it.
    fox = TableRequest("halatafl", seats={"sheep": "me", "foxes": "classic fox"}, side="lot")
    assert {checked(fox).seats["foxes"] for _ in range(20)} == {"classic fox"}


def test_seats_that_are_not_named() -> None:
    assert checked(TableRequest("quoridor")).seats == {"a": "me", "b": "me"}
    assert checked(TableRequest("quoridor", side="b")).seats == {"a": "open", "b": "me"}
    assert checked(TableRequest("quoridor", {"players": 3}, {"c": "1"}, side="b")).seats == {
        "a": "open",
        "b": "me",
        "c": "1",
    }
