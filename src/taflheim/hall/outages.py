"""Outages: when the hall did not run, or could write nothing down. No clock is charged for them (PLAY.md).

The hall stores a heartbeat every few seconds. Where it missed too many, that is found out before anything else is
decided: at the start, or when a process that was suspended goes on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from taflheim.hall.clock import now_ms
from taflheim.store import outages as rows
from taflheim.store.store import Store
from taflheim.table.outage import GAP_MS, Outage, outage

log = logging.getLogger(__name__)

BEAT_EVERY_S = 5.0


class Outages:
    """All outages of a hall. Before `begin` nothing is known, and nothing looked for."""

    def __init__(self, store: Store, *, shared: bool = False):
        self._store = store
        self._shared = shared
        """Whether several processes serve the hall. It has an outage when none of them does."""
        self._known: list[Outage] = []
        self._alive_ms: int | None = None
        """When something of the hall was last stored."""
        self._beating = asyncio.Lock()
        self._listeners: list[Callable[[Outage], Awaitable[None]]] = []

    def when_noticed(self, listener: Callable[[Outage], Awaitable[None]]) -> None:
        """Have a function called with every outage that is found while the hall runs."""
        self._listeners.append(listener)

    async def begin(self) -> None:
        """Note that the hall is ready again, and for how long it was not. To be done before any timer is started."""
        if self._shared:
            await self.beat()
            return
        seen = await self._store.read(rows.last_seen)
        now = now_ms()
        gap = outage(*seen, now) if seen else None
        await self._store.write(rows.beat, now, gap)
        self._known = await self._store.read(rows.known)
        self._alive_ms = now
        if gap:
            log.info("the hall did not run for %d s: no clock is charged for that", (now - gap.from_ms) // 1000)

    async def beat(self) -> None:
        """Store a sign of life. If there was none for too long, all tables know of the outage when this returns."""
        async with self._beating:
            now = now_ms()
            if self._shared:
                await self._beat_with_others(now)
                return
            gap = outage(self._alive_ms, 0, now) if self._alive_ms is not None else None
            await self._store.write(rows.beat, now, gap)
            self._alive_ms = now
            if gap is None:
                return
            log.warning("nothing was stored for %d s: no clock is charged for that", (now - gap.from_ms) // 1000)
            await self._note(gap)

    async def _beat_with_others(self, now: int) -> None:
        """A process that was suspended is no outage as long as another one was there. Any of them may find one."""
        gap = await self._store.write(rows.beat_shared, now)
        self._alive_ms = now
        if gap:
            log.warning("no server stored anything for %d s: no clock is charged for that", (now - gap.from_ms) // 1000)
        for found in await self._store.read(rows.known):
            if found not in self._known:
                await self._note(found)

    async def _note(self, gap: Outage) -> None:
        self._known.append(gap)
        for listener in self._listeners:
            await listener(gap)

    def missed(self, at_ms: int) -> bool:
        """Whether there was no sign of life for too long: `beat` comes before anything is decided."""
        return self._alive_ms is not None and at_ms - self._alive_ms > GAP_MS

    def alive(self, at_ms: int) -> None:
        """Take note that something was stored: a sign of life like any other."""
        if self._alive_ms is not None:
            self._alive_ms = at_ms

    def since(self, at_ms: int) -> list[Outage]:
        """The outages that ended after an instant."""
        return [each for each in self._known if each.to_ms > at_ms]
