"""Rematches: sides, answers, counter-offers, and how long an offer stands."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.table.offer_refused import OfferRefused
from taflheim.table.outage import Outage
from taflheim.table.rematch import Rematch, rotated
from taflheim.table.seat import Seat

SAME = {"a": "a", "b": "b", "c": "c"}
MINUTES = 60_000


def over(people: str, absent: str = "", day_game: bool = False) -> Rematch:
    seats = {
        side: Seat.bot(int(who), f"Bot {who}") if who.isdigit() else Seat.person(who, f"Person {who}")
        for side, who in zip("abcd", people, strict=False)
    }
    return Rematch(seats, frozenset(absent), day_game)


def names(rematch: Rematch) -> dict[str, str | None]:
    return {side: seat.name[-1] if seat else None for side, seat in rematch.new_seats.items()}


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(OfferRefused) as caught:
        yield
    assert caught.value.reason.code == code


@given(st.permutations("abcd"), st.permutations("abcd"))
def test_it_begins_when_all_have_accepted_the_same_sides(sides: list[str], order: list[str]) -> None:
    plays = dict(zip("abcd", sides, strict=True))
    rematch = over("ABCD").offered(order[0], plays, 0)
    for side in order[1:]:
        assert not rematch.accepted
        assert side in rematch.waiting
        rematch = rematch.answered(side, yes=True, at_ms=1)
    assert rematch.accepted
    assert names(rematch) == {new: old.upper() for old, new in plays.items()}


def test_nothing_is_offered_at_first() -> None:
    seats = over("AB").seats
    assert Rematch(seats) == Rematch(seats, frozenset(), False, None, None, frozenset(), 0, frozenset(), 0)
    assert Rematch(seats).offered("a", {"a": "b", "b": "a"}, 0).number == 0


def test_sides_are_swapped_or_rotated() -> None:
    assert rotated("ab") == {"a": "b", "b": "a"}
    assert rotated(["a", "b", "c", "d"]) == {"a": "b", "b": "c", "c": "d", "d": "a"}


def test_a_second_offer_with_the_same_sides_accepts() -> None:
    rematch = over("AB").offered("a", rotated("ab"), 0).offered("b", rotated("ab"), 9)
    assert rematch.accepted
    assert names(rematch) == {"a": "B", "b": "A"}
    with refused("not_open"):
        rematch.offered("a", rotated("ab"), 10)
    with refused("not_open"):
        rematch.answered("a", yes=False, at_ms=10)


def test_one_with_other_sides_is_a_counter_offer() -> None:
    rematch = over("ABC").offered("a", rotated("abc"), 0).answered("b", yes=True, at_ms=1).offered("c", SAME, 2)
    assert rematch.agreed == {"c"}
    assert rematch.since_ms == 2
    rematch = rematch.answered("a", yes=True, at_ms=3).answered("b", yes=True, at_ms=3)
    assert rematch.accepted
    assert names(rematch) == {"a": "A", "b": "B", "c": "C"}


@pytest.mark.parametrize("plays", [{}, {"a": "b"}, {"a": "a", "b": "a"}, {"a": "b", "c": "a"}, {"a": "b", "b": "c"}])
def test_an_offer_names_each_side_once(plays: dict[str, str]) -> None:
    with refused("bad_sides"):
        over("AB").offered("a", plays, 0)


def test_bots_accept() -> None:
    rematch = over("A1").offered("a", rotated("ab"), 0)
    assert rematch.accepted
    assert names(rematch) == {"a": "1", "b": "A"}
    for side in ("b", "x"):
        with refused("not_playing"):
            over("A1").offered(side, rotated("ab"), 0)


def test_several_seats_of_one_account_answer_as_one() -> None:
    rematch = over("ABA").offered("a", rotated("abc"), 0)
    assert rematch.waiting == {"b"}
    assert over("ABA").offered("b", SAME, 0).answered("c", yes=True, at_ms=0).accepted


def test_who_ran_out_of_time_is_not_asked_and_a_seat_is_free() -> None:
    rematch = over("ABC", absent="c").offered("a", rotated("abc"), 0)
    assert rematch.waiting == {"b"}
    with refused("not_asked"):
        rematch.answered("c", yes=True, at_ms=1)
    done = rematch.answered("b", yes=True, at_ms=1)
    assert done.accepted
    assert names(done) == {"b": "A", "c": "B", "a": None}
    assert over("AB", absent="b").offered("a", rotated("ab"), 0).accepted


def test_who_ran_out_of_time_but_is_there_may_offer_and_join() -> None:
    assert over("AB", absent="b").offered("b", rotated("ab"), 0).waiting == {"a"}
    rematch = over("ABC", absent="c").offered("a", SAME, 0).offered("c", SAME, 1).answered("b", yes=True, at_ms=2)
    assert names(rematch) == {"a": "A", "b": "B", "c": "C"}


@pytest.mark.parametrize(("day_game", "minutes"), [(False, 5), (True, 3 * 24 * 60)])
def test_it_stands_for_a_while(day_game: bool, minutes: int) -> None:
    rematch = over("AB", day_game=day_game).offered("a", rotated("ab"), 1_000)
    end = 1_000 + minutes * MINUTES
    assert rematch.ends_ms() == end
    assert rematch.answered("b", yes=True, at_ms=end).accepted
    with refused("not_open"):
        rematch.answered("b", yes=True, at_ms=end + 1)
    late = rematch.offered("b", rotated("ab"), end + 1)
    assert late.agreed == {"b"}
    assert late.since_ms == end + 1


def test_an_outage_lets_it_stand_longer() -> None:
    outages = (Outage(2 * MINUTES, 20 * MINUTES),)
    rematch = over("AB").offered("a", rotated("ab"), 0)
    assert rematch.ends_ms(outages) == 25 * MINUTES
    assert rematch.answered("b", yes=True, at_ms=25 * MINUTES, outages=outages).accepted
    assert rematch.offered("b", rotated("ab"), 25 * MINUTES, outages).accepted


def test_declined_once_is_not_offered_again_by_the_same() -> None:
    rematch = over("ABC").offered("a", SAME, 0).answered("b", yes=True, at_ms=1).answered("c", yes=False, at_ms=2)
    assert rematch.waiting == frozenset()
    assert rematch.new_seats == {}
    assert not rematch.accepted
    with refused("not_open"):
        rematch.answered("b", yes=True, at_ms=3)
    with refused("declined_already"):
        rematch.offered("a", SAME, 3)
    again = rematch.offered("b", SAME, 3)
    assert again.offered("a", SAME, 4).agreed == {"a", "b"}
    assert again.answered("b", yes=False, at_ms=4).offered("a", SAME, 5).agreed == {"a"}


def test_who_offers_may_withdraw() -> None:
    rematch = over("AB").offered("a", rotated("ab"), 0).answered("a", yes=False, at_ms=1)
    assert rematch.plays is None
    assert rematch.offered("a", rotated("ab"), 2).agreed == {"a"}
