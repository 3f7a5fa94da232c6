"""Leases: what has to be done once is done by one of the processes that serve a hall, and by another when that is gone.

The database's clock decides. A lease is renewed every second and lapses after four, so that what a process did that was
killed is done by another within five. Whatever is done twice all the same changes nothing: keys of the store see to it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress

from taflheim.hall.tasks import Tasks
from taflheim.store import leases as rows
from taflheim.store.errors import StoreUnavailable
from taflheim.store.ids import new_id
from taflheim.store.store import Store

log = logging.getLogger(__name__)

RENEW_EVERY_S = 1.0
LIFETIME_MS = 4_000
_HOUSE, _WORKER, _TOKEN = "house", "worker:", "token:"
_TOKEN_MS = 120_000
_FORGET_MS = 24 * 3600 * 1000


class Leases:
    """The leases of one process. Used in one event loop."""

    def __init__(self, store: Store, worker: str):
        self.worker = worker
        self.keeps_house = False
        """Whether this process does what the house does once."""
        self.when_it_changes: Callable[[list[str]], Awaitable[None]] | None = None
        """Called, in the process that keeps house, with who serves the hall when that has changed."""
        self._store = store
        self._held: set[str] = set()
        self._serving: list[str] | None = None
        self._tasks = Tasks()

    async def begin(self) -> None:
        """Take what is free, and from now on renew it."""
        await self._renew()
        self._tasks.start(self._go_on(), "renewing leases")

    async def close(self) -> None:
        """Let go of everything, so that others need not wait for it."""
        await self._tasks.cancel()
        with suppress(StoreUnavailable):
            await self._store.write(rows.release_all, self.worker)

    @asynccontextmanager
    async def held(self, name: str, while_waiting: Callable[[int], Awaitable[None]]) -> AsyncIterator[None]:
        """Do something that is to be done by one process, once it is this one. Until then others may do it.

        Who waits is told how many others come before it there (`note`).
        """
        while not await self._store.write(rows.claim, [name], self.worker, LIFETIME_MS):
            await asyncio.sleep(RENEW_EVERY_S)
            await while_waiting(await self._store.read(rows.noted, name))
        self._held.add(name)
        try:
            yield
        finally:
            self._held.discard(name)
            self._tasks.start(self._release(name), f"letting go of {name}")

    def note(self, before: Mapping[str, int]) -> None:
        """Let the others know how many others come before what is to be done here, by lease."""
        self._tasks.start(self._note(before), "telling how many come before")

    async def first(self, token_hash: str) -> bool:
        """Whether nobody has used a one-time token before."""
        name = _TOKEN + token_hash
        return bool(await self._store.write(rows.claim, [name], new_id(), _TOKEN_MS))

    async def _note(self, before: Mapping[str, int]) -> None:
        with suppress(StoreUnavailable):  # it is told again when it changes
            await self._store.write(rows.note, self.worker, before)

    async def _release(self, name: str) -> None:
        with suppress(StoreUnavailable):  # it lapses
            await self._store.write(rows.release, name, self.worker)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            try:
                await self._renew()
            except StoreUnavailable:
                # Nobody can renew or take anything now.
                self.keeps_house, self._serving = False, None
            except Exception:
                log.exception("renewing leases has failed; it is tried again")

    async def _renew(self) -> None:
        names = [_HOUSE, _WORKER + self.worker, *self._held]
        mine = await self._store.write(rows.claim, names, self.worker, LIFETIME_MS)
        self.keeps_house = _HOUSE in mine
        if not self.keeps_house:
            self._serving = None
            return
        serving = sorted(await self._store.read(rows.workers, _WORKER))
        if serving != self._serving and self.when_it_changes:
            await self._store.write(rows.forget, _FORGET_MS)
            await self.when_it_changes(serving)
        self._serving = serving
