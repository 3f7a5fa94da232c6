"""Clicks that make a move."""

from taflheim.games.clicks import Choices
from taflheim.terminal.board.selection import (
    Ask,
    Complete,
    Refused,
    Released,
    Selected,
    Waiting,
    begin,
    click,
    drop,
    extend,
)

TREE: Choices = {"c5": {"c3": None, "d5": "c5-d5"}, "e5": {"e6": "e5-e6"}, "pass": "pass"}
SIDES = {"c5": "foxes", "e5": "foxes", "g7": "foxes", "a1": "sheep"}


def test_one_click_may_be_a_move() -> None:
    selection, outcome = click(begin(TREE), "pass")
    assert outcome == Complete("pass")
    assert click(selection, "c5")[1] == Waiting()


def test_piece_and_target() -> None:
    selection, outcome = click(begin(TREE), "c5")
    assert outcome == Selected() and selection.clicked == ("c5",)
    assert selection.targets == ("c3", "d5") and selection.movable == ()
    assert click(selection, "d5")[1] == Complete("c5-d5")


def test_what_follows_a_landing_is_asked() -> None:
    chosen, _ = click(begin(TREE), "c5")
    selection, outcome = click(chosen, "c3")
    assert outcome == Ask(("c5", "c3")) and selection.landings == ("c3",)
    assert click(selection, "e3")[1] == Waiting()
    assert extend(selection, ("c5", "d5"), {"e3": "no"}) == (selection, None)
    assert extend(chosen, ("c5",), {"e3": "no"}) == (chosen, None)
    several, only = extend(selection, ("c5", "c3"), {"e3": "c5xc3xe3", "a3": "c5xc3xa3"})
    assert only is None and several.targets == ("e3", "a3")
    selection, only = extend(selection, ("c5", "c3"), {"e3": "c5xc3xe3"})
    assert only == "e3" and click(selection, "e3")[1] == Complete("c5xc3xe3")


def test_the_same_piece_again_is_released_and_another_chosen() -> None:
    chosen, _ = click(begin(TREE), "c5")
    selection, outcome = click(chosen, "c5")
    assert outcome == Released() and selection == begin(TREE) == drop(chosen)
    selection, outcome = click(chosen, "e5")
    assert outcome == Selected() and selection.clicked == ("e5",)


def test_refused_clicks_are_told() -> None:
    assert click(begin(TREE), "a1", SIDES)[1] == Refused(("a1",))
    chosen, _ = click(begin(TREE), "c5")
    selection, outcome = click(chosen, "a1", SIDES)
    assert outcome == Refused(("c5", "a1")) and selection == begin(TREE)
    # Another piece of the same side was to be chosen.
    assert click(chosen, "g7", SIDES)[1] == Refused(("g7",))


def test_nothing_to_click() -> None:
    assert not begin(None).is_active and begin(TREE).is_active
    assert begin(TREE).is_open("c5") and not begin(TREE).is_open("c3")
