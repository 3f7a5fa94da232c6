"""Who is there, and from when on a claim can be made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.table.outage import Outage
from taflheim.table.presence import ABSENT, Presence, claim_ms
from taflheim.table.time_control import TimeControl

S, HOUR = 1_000, 3_600_000
LIVE, DAYS, NONE = TimeControl.parse("5+3"), TimeControl.parse("days 1"), TimeControl()


def test_a_short_return_does_not_begin_the_count_anew() -> None:
    away = ABSENT.came(1 * S).went(20 * S)
    assert (away.connected, away.since_ms, away.away_ms) == (False, 20 * S, 20 * S)
    assert away.came(70 * S).went(80 * S - 1).away_ms == 20 * S
    assert away.came(70 * S).went(80 * S).away_ms == 80 * S
    twice = away.came(30 * S).went(35 * S).came(36 * S).went(44 * S)
    assert (twice.away_ms, twice.since_ms) == (20 * S, 44 * S)


def test_coming_or_going_twice_is_once() -> None:
    there = ABSENT.came(1 * S)
    assert there.came(9 * S) == there
    away = there.went(12 * S)
    assert away.went(90 * S) == away


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 30))))
def test_the_count_begins_with_the_last_absence_after_ten_seconds_there(steps: list[tuple[bool, int]]) -> None:
    """Compared with a model that remembers everything."""
    presence, now, came, counted = ABSENT, 0, None, None
    for comes, pause in steps:
        now += pause * S
        if comes:
            presence, came = presence.came(now), now if came is None else came
        else:
            presence = presence.went(now)
            if came is not None or counted is None:
                counted = now if came is None or counted is None or now - came >= 10 * S else counted
            came = None
        assert presence.connected == (came is not None)
        assert counted is None or presence.away_ms == counted


@pytest.mark.parametrize(
    ("presence", "control", "claimed"),
    [
        (Presence(False, 30 * S, 30 * S), LIVE, 90 * S),
        (Presence(False, 5 * S, 5 * S), LIVE, 80 * S),
        (Presence(False, 30 * S, 5 * S), LIVE, 80 * S),
        (ABSENT, LIVE, 80 * S),
        (Presence(True, 5 * S, 1 * S), LIVE, None),
        (Presence(False, 30 * S, 30 * S), NONE, 210 * S),
        (Presence(True, 5 * S, 1 * S), NONE, 20 * S + 24 * HOUR),
        (Presence(False, 24 * HOUR, 24 * HOUR), NONE, 20 * S + 24 * HOUR),
        (Presence(False, 30 * S, 30 * S), DAYS, None),
        (Presence(True, 5 * S, 1 * S), DAYS, None),
    ],
)
def test_when_a_claim_can_be_made_against_who_is_to_move_since_20_seconds(
    presence: Presence, control: TimeControl, claimed: int | None
) -> None:
    assert claim_ms(presence, 20 * S, control, ()) == claimed


def test_absences_begin_anew_after_an_outage() -> None:
    outages = (Outage(50 * S, 200 * S),)
    assert claim_ms(Presence(False, 5 * S, 5 * S), 20 * S, LIVE, outages) == 260 * S
    assert claim_ms(Presence(True, 5 * S, 5 * S), 20 * S, NONE, outages) == 200 * S + 24 * HOUR
