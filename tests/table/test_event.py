"""Events and actions: what an action is apart from its request id."""

from itertools import combinations

from taflheim.table.actor import House, Person, Spectator
from taflheim.table.event import Action, Event, Move, Resign, Sit, Undo, digest

ACTIONS: list[Action] = [
    Move(0, "e8"),
    Move(1, "e8"),
    Move(0, "e7"),
    Undo(0),
    Undo(1),
    Resign(),
    Resign("a"),
    Sit("a", "Anna"),
    Sit("b", "Anna"),
    Sit("a", "Bo"),
]


def test_other_actions_have_other_digests() -> None:
    assert all(digest(one) != digest(other) for one, other in combinations(ACTIONS, 2))


def test_a_digest_does_not_depend_on_the_request() -> None:
    assert all(digest(action) == digest(action._replace(request="r1")) for action in ACTIONS)


def test_digests_are_stored_and_so_never_change() -> None:
    assert digest(Move(0, "e8", "r1")) == "947c20a495b9c013"


def test_an_event_of_the_house_has_no_account_and_no_lag() -> None:
    assert Event(1, "time", "a", "", 5)[5:] == (0, None, None, None)


def test_an_event_comes_from_one_action_of_one_person() -> None:
    move = Move(0, "e8", "r1")
    event = Event(1, "move", "a", "e8", 0, account="7f", request="r1", digest=digest(move))
    assert event.comes_from(move, Person("7f"))
    assert not event.comes_from(move, Person("8f"))
    assert not event.comes_from(move, Spectator())
    assert not event.comes_from(Move(0, "e8", "r2"), Person("7f"))
    assert not event.comes_from(Move(0, "e7", "r1"), Person("7f"))
    bots = Event(1, "move", "a", "e8", 0)
    assert not bots.comes_from(Move(0, "e8"), House())
