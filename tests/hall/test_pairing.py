"""Who is paired with whom: the same wishes, ratings that are near at first, nobody who is blocked or paused."""

import pytest

import taflheim
from seated import HOUR, MINUTE, S
from taflheim.hall.pairing import UNRATED, Paused, Seek, Wanted, check_aborts, fit, groups
from taflheim.table.rating import Rating
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


def test_three_aborts_within_an_hour_pause() -> None:
    check_aborts([0, 30 * MINUTE], 30 * MINUTE)
    three = [0, 30 * MINUTE, HOUR]
    with pytest.raises(Paused, match="in 10 min"):
        check_aborts(three, HOUR)
    with pytest.raises(Paused, match="in 1 min"):
        check_aborts(three, HOUR + 10 * MINUTE - 1)
    check_aborts(three, HOUR + 10 * MINUTE)
    check_aborts([], HOUR)


def test_aborts_further_apart_pause_nobody() -> None:
    check_aborts([0, 30 * MINUTE, HOUR + 1], HOUR + 2)


@pytest.mark.parametrize(
    ("minutes", "until"), [((60, 0, 30), 70), ((0, 1, 2, 30), 40), ((120, 121, 122), 132)], ids=str
)
def test_a_pause_begins_with_the_last_of_three(minutes: tuple[int, ...], until: int) -> None:
    at_ms = [minute * MINUTE for minute in minutes]
    with pytest.raises(Paused, match="in 10 min"):
        check_aborts(at_ms, (until - 9) * MINUTE - 1)
    with pytest.raises(Paused, match="in 1 min"):
        check_aborts(at_ms, until * MINUTE - 1)
    check_aborts(at_ms, until * MINUTE)
