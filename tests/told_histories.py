"""A model of what clients of a table may be told: what they have heard is judged by the store, not by eye.

Each client sees a prefix of the log that only grows, one event at a time while it is connected; every message says how
the table stands after that prefix; and whatever is shown was committed before.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from taflheim.hall import kept
from taflheim.server.channels.people import told_clock
from taflheim.store import tables
from taflheim.table.outage import Outage
from taflheim.table.table import Table


class Heard(NamedTuple):
    """A message that somebody was sent."""

    at_s: float
    """When it was read, by the clock of the machine."""
    message: Mapping[str, Any]


class Log(NamedTuple):
    """What the store knows of a table."""

    prefixes: Sequence[Table]
    """The table after no event, after one …"""
    committed_s: Mapping[int, float]
    """When each event was committed, by number, as the database itself says."""

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.prefixes) - 1


def log_of(stored: tables.Stored, committed_s: Mapping[int, float], outages: Iterable[Outage] = ()) -> Log:
    """What the store knows, with the table after every event."""
    since = list(outages)
    found = [
        kept.replayed(stored._replace(events=stored.events[:count]), since) for count in range(len(stored.events) + 1)
    ]
    return Log(found, committed_s)


def complaints(heard: Sequence[Heard], log: Log) -> list[str]:
    """What is wrong with what a client has heard, in the order in which it was heard."""
    wrong: list[str] = []
    have = 0
    for at_s, message in heard:
        if message["type"] not in ("state", "event"):
            continue
        number = message["number"]
        if message["type"] == "event" and number != have + 1:
            wrong.append(f"after event {have} it is told of event {number}")
        if number < have:
            wrong.append(f"it was at {have}, and is told of {number}")
        have = max(have, number)
        if number > log.length:
            wrong.append(f"it was shown event {number}, and {log.length} are stored")
            continue
        wrong += [f"event {number}: {what}" for what in _differences(message, log.prefixes[number:])]
        committed_s = log.committed_s.get(number, 0.0)
        if at_s < committed_s:
            wrong.append(f"event {number} was shown {committed_s - at_s:.6f} s before it was committed")
    return wrong


def _differences(message: Mapping[str, Any], later: Sequence[Table]) -> list[str]:
    """Where a message does not say how the table stands: the first of these.

    Who catches up on several events is told with each of them what the clocks show after the last.
    """
    table = later[0]
    expected: dict[str, object] = {
        "ply": table.record.moves_made,
        "turn": table.record.turn,
        "position_number": table.position_number,
    }
    told = {name: message[name] for name in expected}
    wrong = [f"{name} is {told[name]}, by the log {value}" for name, value in expected.items() if told[name] != value]
    clock = (message["people"] or {}).get("clock")
    # An outage is found out later than what was shown before it.
    if clock and told_clock(table) and not table.clock.outages:
        possible = [shown["left_ms"] for one in later if (shown := told_clock(one))]
        if clock["left_ms"] not in possible:
            wrong.append(f"left_ms is {clock['left_ms']}, by the log {possible[0]}")
    return wrong


class Line(NamedTuple):
    """A line of chat that the store has."""

    number: int
    name: str
    text: str
    request: str | None
    committed_s: float


def chat_complaints(heard: Sequence[Heard], lines: Sequence[Line]) -> list[str]:
    """What is wrong with the chat that a client has heard: each line once and in order, as it is stored, not before."""
    wrong: list[str] = []
    stored = {line.number: line for line in lines}
    have = 0
    for at_s, message in heard:
        if message["type"] not in ("chat", "line"):
            continue
        if message["type"] == "chat" and message["whole"]:
            have = 0  # it is told everything again
        for told in message["lines"] if message["type"] == "chat" else [message["line"]]:
            number = told["number"]
            if number != have + 1:
                wrong.append(f"after line {have} it is told of line {number}")
            have = number
            line = stored.get(number)
            if line is None:
                wrong.append(f"it was shown line {number}, and {len(stored)} are stored")
            elif (told["name"], told["text"]) != (line.name, line.text):
                wrong.append(f"line {number} is {told['text']!r} of {told['name']}, by the store {line}")
            elif at_s < line.committed_s:
                wrong.append(f"line {number} was shown {line.committed_s - at_s:.6f} s before it was committed")
    if have != len(lines):
        wrong.append(f"it was shown {have} lines, and {len(lines)} are stored")
    return wrong


def said_wrongly(said: Mapping[str, int], at_s: Mapping[str, float], lines: Sequence[Line]) -> list[str]:
    """What is wrong with the lines that were acknowledged, by request: each is stored once, and before that."""
    wrong = []
    numbers = [line.number for line in lines]
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append(f"the chat has the numbers {numbers}")
    for request, number in said.items():
        found = [line for line in lines if line.request == request]
        if [line.number for line in found] != [number]:
            wrong.append(f"{request} was acknowledged as line {number}, and is stored as {found}")
        elif at_s[request] < found[0].committed_s:
            wrong.append(f"{request} was acknowledged before it was committed")
    # One more may be there whose acknowledgement was lost.
    if len(lines) - len(said) not in (0, 1):
        wrong.append(f"{len(said)} lines were acknowledged, and {len(lines)} are stored")
    return wrong


class Fault(NamedTuple):
    """Something was away, by the clock of the machine."""

    began_s: float
    repaired_s: float

    def overlap_s(self, began_s: float, ended_s: float) -> float:
        """How much of a stretch of time it took."""
        return max(0.0, min(self.repaired_s, ended_s) - max(self.began_s, began_s))


def longest_wait(heard: Sequence[Heard], log: Log, faults: Sequence[Fault]) -> tuple[float, int]:
    """How long a client had to wait for an event after it was committed, at most, and for which one.

    Only time in which nothing was away counts: so it is the time after the repair, also for what was committed later.
    """
    told = [one for one in heard if one.message["type"] in ("state", "event")]
    have = told[0].message["number"] if told else 0  # who comes later has not waited for what was there
    longest, which = 0.0, 0
    for at_s, message in told:
        for number in range(have + 1, message["number"] + 1):
            committed_s = log.committed_s[number]
            took_s = at_s - committed_s - sum(fault.overlap_s(committed_s, at_s) for fault in faults)
            if took_s > longest:
                longest, which = took_s, number
        have = max(have, message["number"])
    return longest, which


def acknowledged_wrongly(
    acknowledged: Mapping[str, int], at_s: Mapping[str, float], stored: tables.Stored, log: Log
) -> list[str]:
    """What is wrong with what was acknowledged, by request: each is stored once, under its number, and before that."""
    wrong = []
    numbers = [event.number for event in stored.events]
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append(f"the log has the numbers {numbers}")
    if any(later.at_ms < earlier.at_ms for earlier, later in zip(stored.events, stored.events[1:], strict=False)):
        wrong.append("time goes back in the log")
    for request, number in acknowledged.items():
        found = [event.number for event in stored.events if event.request == request]
        if number not in found or len(set(found)) != len(found):
            wrong.append(f"{request} was acknowledged as {number}, and is stored as {found}")
        elif at_s.get(request, float("inf")) < log.committed_s.get(number, 0.0):
            wrong.append(f"{request} was acknowledged before it was committed")
    return wrong
