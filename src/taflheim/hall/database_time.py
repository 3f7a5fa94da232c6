"""The database's time: what several machines stamp with, whose own clocks may disagree.

How far it is ahead of this machine is measured with every look. The answer that was quickest is the most exact: it is
wrong by half of what it took, at most.
"""

from collections import deque
from typing import NamedTuple

from taflheim.hall import clock
from taflheim.store import database_time
from taflheim.store.store import Store

_KEPT = 12


class _Measured(NamedTuple):
    took_ms: int
    ahead_ms: int


class DatabaseTime:
    """Keeps the time of a hall to that of its database. Used in one event loop."""

    def __init__(self, store: Store):
        self._store = store
        self._measured: deque[_Measured] = deque(maxlen=_KEPT)

    def close(self) -> None:
        """Follow it no more."""
        clock.follow(0)

    async def look(self) -> None:
        """Ask the database what time it is, and follow it."""
        before = clock.machine_ms()
        database_ms = await self._store.read(database_time.now_ms)
        after = clock.machine_ms()
        self._measured.append(_Measured(after - before, database_ms - (before + after) // 2))
        clock.follow(min(self._measured).ahead_ms)
