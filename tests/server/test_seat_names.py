"""Names that are typed for people at one's own screen."""

import pytest

from seated import ANNA, BO, CY, person, seated
from taflheim.games.errors import InvalidOption
from taflheim.hall.names import InvalidName
from taflheim.server.seat_names import name_at, typed_names


def test_a_name_for_each_of_those_at_a_screen() -> None:
    assert typed_names({}, ()) == {} == typed_names({}, ("a",))
    assert typed_names({"c": " Cem  D. ", "a": "Bea"}, ("a", "c")) == {"a": "Bea", "c": "Cem D."}


@pytest.mark.parametrize(
    ("typed", "own", "why"),
    [
        ({"a": "Bea"}, (), "who sits alone at a screen"),
        ({"a": "Bea"}, ("a",), "who sits alone at a screen"),
        ({"c": "Bea"}, ("a", "b"), "'c' is nobody at this screen: names are typed for a or b"),
        ({"a": "Bea", "b": "BEA"}, ("a", "b"), "cannot be told apart"),
    ],
)
def test_names_that_would_mean_nobody(typed: dict[str, str], own: tuple[str, ...], why: str) -> None:
    with pytest.raises(InvalidOption, match=why):
        typed_names(typed, own)


def test_a_name_that_cannot_be() -> None:
    with pytest.raises(InvalidName):
        typed_names({"a": "<b>"}, ("a", "b"))


def test_the_name_under_which_somebody_sits_down() -> None:
    table = seated(3, c=person("anna"))
    assert name_at(table, CY, "Cy", "") == "Cy" and name_at(table, ANNA, "Anna", "") == "Anna"
    assert name_at(table, ANNA, "Anna", " Bea ") == name_at(table, BO, "Bo", "Bea") == "Bea"
    with pytest.raises(InvalidOption, match="who sits alone"):
        name_at(table, CY, "Cy", "Bea")
    with pytest.raises(InvalidName):
        name_at(table, ANNA, "Anna", "<b>")
