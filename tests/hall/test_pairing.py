"""Who is paired with whom: the same wishes, ratings that are near at first, nobody who is blocked or paused."""

import pytest

import taflheim
from seated import ANNA, BOT, HOUR, MINUTE, S, act, moves, seated
from taflheim.hall.pairing import UNRATED, Aborts, Paused, Seek, Wanted, fit, groups
from taflheim.table.actor import House
from taflheim.table.event import Abort, CallTime
from taflheim.table.rating import Rating
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR, THREE = taflheim.game("quoridor"), taflheim.game("quoridor", players=3)
BLITZ = TimeControl.parse("5+3")


def seek(account: str, rating: float = 1500, since_ms: int = 0, wanted: Wanted | None = None) -> Seek:
    return Seek(account, wanted or Wanted(QUORIDOR, BLITZ, False), rating, since_ms)


def accounts(found: list[Seek]) -> list[str]:
    return [one.account for one in found]


def test_only_the_same_wish_fits() -> None:
    own = Wanted(QUORIDOR, BLITZ, False)
    assert fit(seek("a"), seek("b"), 0)
    for other in (
        own._replace(game=THREE),
        own._replace(game=taflheim.game("quoridor", rules="strict")),
        own._replace(game=taflheim.game("hnefatafl")),
        own._replace(clock=TimeControl()),
        own._replace(rated=True),
    ):
        assert not fit(seek("a"), seek("b", wanted=other), 0)


def test_it_widens_while_one_waits() -> None:
    strong, weak = seek("a", 1500), seek("b", 1750, since_ms=20 * S)
    assert not fit(strong, weak, 20 * S), "the second has just come"
    assert fit(strong, weak, 25 * S) and not fit(strong, weak, 25 * S - 1)
    assert fit(seek("a", 1500), seek("b", 1700), 0) and not fit(seek("a", 1500), seek("b", 1701), 0)


def test_who_waits_longest_comes_first() -> None:
    waiting = [seek("c", since_ms=3), seek("a", since_ms=1), seek("b", since_ms=2)]
    (pair,) = groups(waiting, 10)
    assert accounts(list(pair)) == ["a", "b"]


def test_who_is_apart_is_not_paired() -> None:
    waiting = [seek("a"), seek("b", since_ms=1), seek("c", since_ms=2)]
    (pair,) = groups(waiting, 10, lambda one, other: {one, other} == {"a", "b"})
    assert accounts(list(pair)) == ["a", "c"]


def test_as_many_as_the_game_is_for() -> None:
    wanted = Wanted(THREE, BLITZ, False)
    waiting = [seek(account, since_ms=n, wanted=wanted) for n, account in enumerate("abcd")]
    assert groups(waiting[:2], 10) == []
    assert [accounts(list(group)) for group in groups(waiting, 10)] == [["a", "b", "c"]]


def test_everybody_of_a_group_fits_everybody() -> None:
    wanted = Wanted(THREE, BLITZ, False)
    waiting = [seek(account, since_ms=n, wanted=wanted) for n, account in enumerate("abc")]
    assert groups(waiting, 10, lambda one, other: {one, other} == {"a", "c"}) == []


def test_several_groups_are_found_at_once() -> None:
    waiting = [seek(account, since_ms=n) for n, account in enumerate("abcde")]
    assert [accounts(list(group)) for group in groups(waiting, 10)] == [["a", "b"], ["c", "d"]]


def test_who_has_no_rating_is_in_the_middle() -> None:
    assert Rating().value == UNRATED


def aborted(number: int, at_ms: int) -> Table:
    table = act(seated(terms=Terms(BLITZ, opener="anna", created_ms=at_ms)), Abort(), ANNA, at_ms)[0]
    assert table.state == "aborted"
    object.__setattr__(table, "id", f"t{number}")
    return table


def test_three_aborts_within_an_hour_pause() -> None:
    aborts = Aborts()
    for number, at_ms in enumerate((0, 30 * MINUTE)):
        aborts.note(aborted(number, at_ms))
        aborts.note(aborted(number, at_ms))  # told again: it is still one
    aborts.check("anna", 30 * MINUTE)
    aborts.note(aborted(2, HOUR))
    with pytest.raises(Paused, match="in 10 min"):
        aborts.check("anna", HOUR)
    with pytest.raises(Paused, match="in 1 min"):
        aborts.check("anna", HOUR + 10 * MINUTE - 1)
    aborts.check("anna", HOUR + 10 * MINUTE)
    aborts.check("bo", HOUR)
    aborts.forget(HOUR + 20 * MINUTE)
    aborts.forget(4 * HOUR)
    aborts.check("anna", HOUR)


def test_aborts_further_apart_pause_nobody() -> None:
    aborts = Aborts()
    for number, at_ms in enumerate((0, 30 * MINUTE, HOUR + 1)):
        aborts.note(aborted(number, at_ms))
    aborts.check("anna", HOUR + 2)


@pytest.mark.parametrize(
    ("minutes", "until"), [((60, 0, 30), 70), ((0, 1, 2, 30), 40), ((120, 121, 122), 132)], ids=str
)
def test_a_pause_begins_with_the_last_of_three(minutes: tuple[int, ...], until: int) -> None:
    aborts = Aborts()
    for number, minute in enumerate(minutes):
        aborts.note(aborted(number, minute * MINUTE))
    with pytest.raises(Paused, match="in 10 min"):
        aborts.check("anna", (until - 9) * MINUTE - 1)
    with pytest.raises(Paused, match="in 1 min"):
        aborts.check("anna", until * MINUTE - 1)
    aborts.check("anna", until * MINUTE)


def test_what_is_left_of_three_pauses_nobody() -> None:
    aborts = Aborts()
    for number, minute in enumerate((0, 30, 60)):
        aborts.note(aborted(number, minute * MINUTE))
    aborts.forget(71 * MINUTE)
    aborts.check("anna", HOUR)


def test_long_ago_is_forgotten() -> None:
    aborts = Aborts()
    for number in range(3):
        aborts.note(aborted(number, MINUTE))
    aborts.forget(71 * MINUTE - 1)
    with pytest.raises(Paused):
        aborts.check("anna", 2 * MINUTE)
    aborts.forget(71 * MINUTE)
    aborts.check("anna", 2 * MINUTE)
    aborts.check("bo", 0)


def test_who_leaves_bots_alone_is_not_paused() -> None:
    aborts = Aborts()
    for number in range(3):
        table = act(seated(b=BOT, terms=Terms(BLITZ, opener="anna")), Abort(), ANNA)[0]
        assert table.state == "aborted"
        object.__setattr__(table, "id", f"t{number}")
        aborts.note(table)
    aborts.check("anna", 0)


def test_who_is_late_has_aborted() -> None:
    aborts = Aborts()
    for number in range(3):
        table = act(seated(clock="5+3"), CallTime(), House(), 3 * MINUTE)[0]
        assert table.state == "aborted" and table.events[-1].text == "late"
        object.__setattr__(table, "id", f"t{number}")
        aborts.note(table)
    with pytest.raises(Paused):
        aborts.check("anna", 3 * MINUTE)
    aborts.note(moves(seated(), 2))
    aborts.check("bo", 3 * MINUTE)
