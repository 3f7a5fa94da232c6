"""Outages: what is not charged, seen second by second."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.table.outage import Outage, charged_ms, last_instant_ms, merged, outage, timer_end_ms

OUTAGES = st.lists(
    st.builds(lambda start, length: Outage(start, start + length), st.integers(0, 60), st.integers(0, 15))
)
INSTANTS = st.integers(0, 80)


def is_lost(outages: list[Outage], instant: int) -> bool:
    return any(begin <= instant < end for begin, end in outages)


@given(OUTAGES)
def test_merged_outages_are_the_same_times_in_order(outages: list[Outage]) -> None:
    found = merged(outages)
    assert all(is_lost(outages, instant) == is_lost(list(found), instant) for instant in range(100))
    ends = [instant for one in found for instant in one]
    assert ends == sorted(set(ends))


@given(OUTAGES, INSTANTS, INSTANTS)
def test_what_is_charged(outages: list[Outage], begin: int, end: int) -> None:
    assert charged_ms(merged(outages), begin, end) == sum(not is_lost(outages, ms) for ms in range(begin, end))


@given(OUTAGES, INSTANTS, st.integers(0, 60))
def test_the_last_instant_in_time(outages: list[Outage], begin: int, budget: int) -> None:
    found = merged(outages)
    last = last_instant_ms(found, begin, budget)
    assert charged_ms(found, begin, last) == budget
    assert charged_ms(found, begin, last + 1) == budget + 1


def test_what_ends_as_an_outage_begins_ends_after_it() -> None:
    assert last_instant_ms((Outage(500, 600),), 0, 500) == 600
    assert last_instant_ms((Outage(501, 600),), 0, 500) == 500
    assert timer_end_ms((Outage(500, 600),), 0, 500) == 1_100
    assert timer_end_ms((Outage(501, 600),), 0, 500) == 500


@given(OUTAGES, INSTANTS, st.integers(1, 30))
def test_a_timer_begins_anew_after_an_outage(outages: list[Outage], begin: int, length: int) -> None:
    left, instant = length, begin
    while left > 0 or is_lost(outages, instant):
        left = length if is_lost(outages, instant) else left - 1
        instant += 1
    assert timer_end_ms(merged(outages), begin, length) == instant


@pytest.mark.parametrize(
    ("heartbeat", "event", "ready", "expected"),
    [
        (0, 0, 10_000, None),
        (0, 0, 10_001, Outage(0, 20_001)),
        (5_000, 0, 15_000, None),
        (0, 5_000, 15_000, None),
        (4_000, 5_000, 90_000, Outage(5_000, 100_000)),
        (6_000, 5_000, 90_000, Outage(6_000, 100_000)),
    ],
)
def test_a_gap_over_ten_seconds_is_an_outage(heartbeat: int, event: int, ready: int, expected: Outage | None) -> None:
    assert outage(heartbeat, event, ready) == expected
