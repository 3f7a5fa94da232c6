"""How long was played at a table."""

from collections.abc import Iterable
from itertools import pairwise

from taflheim.table.event import Event

LONGEST_PAUSE_MS = 3 * 60_000
"""Who takes longer for a move has gone away meanwhile: no more than this counts."""


def played_ms(events: Iterable[Event]) -> int:
    """The time between events; of a long pause only the beginning counts.

    >>> played_ms(Event(n, "move", "a", "e8", at) for n, at in enumerate((0, 2_000, 10_000_000), 1))
    182000
    """
    return sum(min(after.at_ms - before.at_ms, LONGEST_PAUSE_MS) for before, after in pairwise(events))
