"""Times in which the hall did not run. No clock is charged for them, and timers begin anew after them."""

from collections.abc import Iterable
from typing import NamedTuple

GAP_MS = 10_000
"""A hall that was silent for longer than this had an outage."""
GRACE_MS = 10_000
"""An outage ends this long after the hall is ready again: people have to come back first."""


class Outage(NamedTuple):
    """A time in which nobody could play: from `from_ms` on, until just before `to_ms`."""

    from_ms: int
    to_ms: int


def outage(heartbeat_ms: int, event_ms: int, ready_ms: int) -> Outage | None:
    """The outage between the last sign of life of a hall and its being ready again, if it counts as one.

    >>> outage(heartbeat_ms=100_000, event_ms=102_000, ready_ms=160_000)
    Outage(from_ms=102000, to_ms=170000)
    >>> outage(heartbeat_ms=100_000, event_ms=102_000, ready_ms=112_000)
    """
    from_ms = max(heartbeat_ms, event_ms)
    return Outage(from_ms, ready_ms + GRACE_MS) if ready_ms - from_ms > GAP_MS else None


def merged(outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """The same times, in order, each named once.

    >>> merged([Outage(50, 60), Outage(10, 30), Outage(20, 40), Outage(40, 45)])
    (Outage(from_ms=10, to_ms=45), Outage(from_ms=50, to_ms=60))
    """
    found: list[Outage] = []
    for from_ms, to_ms in sorted(outages):
        if found and from_ms <= found[-1].to_ms:
            found[-1] = Outage(found[-1].from_ms, max(to_ms, found[-1].to_ms))
        elif from_ms < to_ms:
            found.append(Outage(from_ms, to_ms))
    return tuple(found)


def charged_ms(outages: tuple[Outage, ...], from_ms: int, to_ms: int) -> int:
    """How long it was from one instant to another without the (merged) outages; 0 if the other came first."""
    lost = sum(max(0, min(o.to_ms, to_ms) - max(o.from_ms, from_ms)) for o in outages)
    return max(0, to_ms - from_ms - lost)


def last_instant_ms(outages: tuple[Outage, ...], from_ms: int, budget_ms: int) -> int:
    """The last instant at which no more than `budget_ms` has been charged since `from_ms`.

    >>> last_instant_ms((), 1000, 500), last_instant_ms((Outage(1200, 1900),), 1000, 500)
    (1500, 2200)
    """
    instant = from_ms + budget_ms
    for begin, end in outages:
        if begin <= instant:
            instant += max(0, end - max(begin, from_ms))
    return instant


def timer_end_ms(outages: tuple[Outage, ...], from_ms: int, length_ms: int) -> int:
    """When a timer that was started at `from_ms` ends: an outage while it runs starts it anew.

    >>> timer_end_ms((), 1000, 500), timer_end_ms((Outage(1200, 1900),), 1000, 500)
    (1500, 2400)
    """
    for begin, end in outages:
        if begin <= from_ms + length_ms:
            from_ms = max(from_ms, end)
    return from_ms + length_ms
