"""Tables in memory: loaded when they are asked for, locked while something is decided, evicted when idle."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from taflheim.hall.clock import now_ms
from taflheim.table.table import Table


@dataclass(eq=False)
class Entry:
    """The place of a table in memory. Without a table it has still to be loaded."""

    table: Table | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    """How many wait for it or work with it."""
    used_ms: int = 0


class Memory:
    """The tables that are in memory. Used in one event loop."""

    def __init__(self, load: Callable[[str], Awaitable[Table]]):
        self._load = load
        """The table with an id, from the store."""
        self._entries: dict[str, Entry] = {}

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def ids(self) -> list[str]:
        """The ids of all that are in memory."""
        return list(self._entries)

    def peek(self, table_id: str) -> Table | None:
        """A table, if it is in memory."""
        entry = self._entries.get(table_id)
        return entry.table if entry else None

    def enter(self, table: Table) -> None:
        """Take a new table."""
        self._entries[table.id] = Entry(table, used_ms=now_ms())

    async def get(self, table_id: str) -> Table:
        """A table by its id, from memory or from the store."""
        entry = self._entries.get(table_id)
        if entry and entry.table:
            entry.used_ms = now_ms()
            return entry.table
        async with self.held(table_id) as (_, table):
            return table

    def evict(self, idle_ms: int, busy: Callable[[str], bool], over_ms: int | None = None) -> int:
        """Let go of tables that nobody has used for a while, and that are not busy. How many?

        Where the game is over that may be after another time, `over_ms`.
        """
        now = now_ms()
        over_ms = idle_ms if over_ms is None else over_ms
        idle = [
            table_id
            for table_id, entry in self._entries.items()
            if not entry.users
            and entry.used_ms <= now - (over_ms if entry.table and entry.table.result else idle_ms)
            and not busy(table_id)
        ]
        for table_id in idle:
            del self._entries[table_id]
        return len(idle)

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[tuple[Entry, Table]]:
        """A table that nobody else changes meanwhile, and its place."""
        async with self.locked(table_id) as entry:
            if (table := entry.table) is None:
                table = await self._load(table_id)
                entry.table = table
            yield entry, table

    @asynccontextmanager
    async def locked(self, table_id: str) -> AsyncIterator[Entry]:
        """The place of a table, at which nobody else does anything meanwhile."""
        entry = self._entries.setdefault(table_id, Entry())
        entry.users += 1
        try:
            async with entry.lock:
                yield entry
        finally:
            entry.users -= 1
            entry.used_ms = now_ms()
            if entry.table is None and not entry.users:
                # Nothing is kept of tables that do not exist, or could not be loaded.
                self._entries.pop(table_id, None)
