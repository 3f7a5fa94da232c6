"""The model of what clients may be told takes what is right, and finds whatever is wrong."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seated import moves, seated
from taflheim.hall import kept
from taflheim.server.channels.people import told_clock
from taflheim.store import tables
from taflheim.table.table import Table
from told_histories import (
    Fault,
    Heard,
    Line,
    Log,
    acknowledged_wrongly,
    chat_complaints,
    complaints,
    log_of,
    longest_wait,
    said_wrongly,
)

LENGTH = 8


def stored() -> tables.Stored:
    table = moves(seated(clock="5+3"), LENGTH, 1_000)
    new = kept.new(table)
    events = [event._replace(request=f"r{event.number}") for event in table.events]
    return tables.Stored(table.id, new.game, dict(new.options), new.start, dict(new.seats), events, new.terms)


STORED = stored()
LOG: Log = log_of(STORED, {number: 100.0 + number for number in range(1, LENGTH + 1)})


def message(kind: str, table: Table) -> dict[str, Any]:
    return {
        "type": kind,
        "number": table.number,
        "ply": table.record.moves_made,
        "turn": table.record.turn,
        "position_number": table.position_number,
        "people": {"clock": told_clock(table)},
    }


def told(kind: str, number: int) -> Heard:
    return Heard(101.0 + number, message(kind, LOG.prefixes[number]))


def history(rng: random.Random) -> list[Heard]:
    """What somebody may hear who connects again now and then."""
    have = rng.randrange(LENGTH)
    heard = [told("state", have)]
    while have < LENGTH:
        if rng.random() < 0.7:
            have += 1
            heard.append(told("event", have))
        else:
            have = rng.randint(have, LENGTH)
            heard.append(told("state", have))
    return [*heard, Heard(500.0, {"type": "here"})]


@given(st.randoms(use_true_random=False))
def test_what_is_right_is_right(rng: random.Random) -> None:
    assert complaints(history(rng), LOG) == []


SPOILERS: dict[str, Callable[[list[Heard]], list[Heard]]] = {
    "one is missing": lambda heard: [heard[0], *heard[2:]],
    "one comes twice": lambda heard: [*heard[:2], heard[1], *heard[2:]],
    "two come in the wrong order": lambda heard: [heard[0], heard[2], heard[1], *heard[3:]],
    "an event that was lost": lambda heard: [*heard, _with(heard[-1], number=LENGTH + 1)],
    "another game": lambda heard: [
        *heard[:-1],
        _with(heard[-1], turn="b" if heard[-1].message["turn"] == "a" else "a"),
    ],
    "another position": lambda heard: [*heard[:-1], _with(heard[-1], position_number=1)],
    "another clock": lambda heard: [*heard[:-1], _with(heard[-1], people={"clock": {"left_ms": {"a": 1, "b": 1}}})],
    "shown too early": lambda heard: [*heard[:-1], heard[-1]._replace(at_s=100.0 + LENGTH - 0.001)],
    "back to before": lambda heard: [*heard, told("state", LENGTH - 1)],
}


def _with(heard: Heard, **changed: object) -> Heard:
    return heard._replace(message={**heard.message, **changed})


@pytest.mark.parametrize("how", SPOILERS)
def test_what_is_wrong_is_found(how: str) -> None:
    right = [told("state", 0), *(told("event", number) for number in range(1, LENGTH + 1))]
    assert complaints(right, LOG) == []
    assert complaints(SPOILERS[how](right), LOG) != []


def test_what_was_acknowledged_is_stored_once_and_before() -> None:
    right = {f"r{number}": number for number in (1, 4, LENGTH)}
    at_s = {request: 100.0 + number for request, number in right.items()}
    assert acknowledged_wrongly(right, at_s, STORED, LOG) == []
    assert acknowledged_wrongly({"r1": 2}, {}, STORED, LOG)
    assert acknowledged_wrongly({"r99": 1}, {}, STORED, LOG)
    assert acknowledged_wrongly(right, {**at_s, "r4": 103.9}, STORED, LOG)
    twice = STORED._replace(events=[*STORED.events, STORED.events[-1]])
    assert acknowledged_wrongly(right, at_s, twice, LOG)
    back = STORED._replace(events=[STORED.events[0]._replace(at_ms=9_000), *STORED.events[1:]])
    assert acknowledged_wrongly(right, at_s, back, LOG)


def test_only_time_in_which_nothing_was_away_is_waited() -> None:
    quick = [told("state", 2), told("event", 3)]
    assert longest_wait(quick, LOG, []) == (1.0, 3)
    late = [*quick, told("state", 6)._replace(at_s=112.0), told("event", 7)._replace(at_s=112.0)]
    assert longest_wait(late, LOG, []) == (8.0, 4)
    assert longest_wait(late, LOG, [Fault(103.0, 105.0), Fault(107.0, 110.0), Fault(120.0, 130.0)]) == (4.0, 4)
    assert longest_wait([], LOG, []) == (0.0, 0)


LINES = [Line(number, "Anna", f"line {number}", f"r{number}", 100.0 + number) for number in range(1, LENGTH + 1)]


def line(number: int, **changed: Any) -> dict[str, Any]:
    return {"number": number, "name": "Anna", "text": f"line {number}", **changed}


def chat(*numbers: int, whole: bool = False) -> Heard:
    lines = [line(number) for number in numbers]
    return Heard(101.0 + max(numbers, default=0), {"type": "chat", "whole": whole, "lines": lines})


def news(number: int, **changed: Any) -> Heard:
    return Heard(101.0 + number, {"type": "line", "line": line(number, **changed)})


@given(st.randoms(use_true_random=False))
def test_chat_that_is_right_is_right(rng: random.Random) -> None:
    have = rng.randrange(LENGTH)
    heard = [chat(*range(1, have + 1), whole=True)]
    while have < LENGTH:
        now = rng.randint(have, LENGTH)
        again = rng.random() < 0.2
        heard.append(chat(*range(1 if again else have + 1, now + 1), whole=again))
        have = now
        if have < LENGTH:
            have += 1
            heard.append(news(have))
    assert chat_complaints([*heard, Heard(500.0, {"type": "here"})], LINES) == []


@pytest.mark.parametrize(
    ("heard", "why"),
    [
        ([chat(1, 2), news(4)], "after line 2 it is told of line 4"),
        ([chat(1, 3)], "after line 1 it is told of line 3"),
        ([chat(1, 2), news(2)], "after line 2 it is told of line 2"),
        ([chat(1, 2), chat(1, 2)], "after line 2 it is told of line 1"),
        ([chat(*range(1, LENGTH + 2))], f"it was shown line {LENGTH + 1}, and {LENGTH} are stored"),
        ([chat(1), news(2, text="another")], "line 2 is 'another' of Anna"),
        ([chat(1), news(2, name="Bo")], "line 2 is 'line 2' of Bo"),
        ([chat(1), news(2)._replace(at_s=101.5)], "line 2 was shown 0.500000 s before it was committed"),
        ([chat(1, 2)], f"it was shown 2 lines, and {LENGTH} are stored"),
    ],
)
def test_chat_that_is_wrong_is_found(heard: list[Heard], why: str) -> None:
    assert any(found.startswith(why) for found in chat_complaints(heard, LINES))


def test_lines_are_acknowledged_as_they_are_stored() -> None:
    said, at_s = {line.request or "": line.number for line in LINES}, {f"r{n}": 101.0 + n for n in range(1, 9)}
    assert said_wrongly(said, at_s, LINES) == []
    assert said_wrongly({name: at for name, at in said.items() if at < LENGTH}, at_s, LINES) == []
    assert said_wrongly({name: at for name, at in said.items() if at < LENGTH - 1}, at_s, LINES)
    assert said_wrongly(said | {"r2": 3}, at_s, LINES) and said_wrongly(said | {"lost": 9}, at_s | {"lost": 200}, LINES)
    assert said_wrongly(said, at_s | {"r2": 101.9}, LINES)
    assert said_wrongly(said, at_s, [*LINES, LINES[0]]) and said_wrongly(said, at_s, LINES[1:])
