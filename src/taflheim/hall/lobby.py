"""The lobby: public tables that wait for somebody, games to watch, who is here, and quick pairing. Nothing private."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.hall.matchmaker import Matchmaker
from taflheim.hall.presence import LOBBY, Attendance
from taflheim.hall.tables import Tables
from taflheim.store import lobby as rows
from taflheim.store.lobby import PublicTable
from taflheim.store.store import Store
from taflheim.table.table import Table

AWAY_MS = 60_000
"""A table is not shown while its opener has been away for so long."""


class Running(NamedTuple):
    """A game that can be watched."""

    table: PublicTable
    watching: int


class Lobby:
    """What everybody may find in a hall. Used in one event loop."""

    def __init__(self, store: Store, tables: Tables, presence: Attendance, accounts: Accounts):
        self.pairing = Matchmaker(store, tables, accounts, self._changed)
        self._store, self._presence = store, presence
        self._listed: dict[str, PublicTable] = {}
        self._seen_ms: dict[str, int] = {}
        """When the openers of open tables were last seen."""
        self._readers: set[asyncio.Event] = set()
        tables.when_changed(self._note)
        presence.when_changed(lambda _table_id: self._changed())
        presence.when_changed_elsewhere(lambda _table_id: self._changed())

    async def load(self) -> None:
        """Find the public tables that were there before the hall was started."""
        for table in await self._store.read(rows.listed):
            self._listed.setdefault(table.id, table)
        await self.pairing.refresh()
        self._changed()

    async def refresh(self) -> None:
        """Find the public tables that are there now, and who waits: other processes change that, too."""
        await self.pairing.refresh()
        listed = {table.id: table for table in await self._store.read(rows.listed)}
        if listed != self._listed:
            self._listed = listed
            self._changed()

    async def close(self) -> None:
        """Pair nobody any more."""
        await self.pairing.close()

    # ---- what is to be seen ---------------------------------------------------------------------------------------

    def open_tables(self) -> list[PublicTable]:
        """Tables with a free seat, the newest first; a live one only while its opener is here."""
        self.look()
        since_ms = now_ms() - AWAY_MS
        return sorted(
            (table for table in self._listed.values() if table.is_open and self._awaits(table, since_ms)),
            key=lambda table: table.terms.created_ms,
            reverse=True,
        )

    def _awaits(self, table: PublicTable, since_ms: int) -> bool:
        """Whether who sits down now finds somebody: in a game of days nobody has to be here."""
        return table.terms.clock.kind == "days" or self._seen_ms.get(table.terms.opener or "", 0) > since_ms

    def running(self) -> list[Running]:
        """Games that can be watched, the most watched first."""
        found = [
            Running(table, self._presence.watching(table.id))
            for table in self._listed.values()
            if not table.is_open and table.terms.watchable
        ]
        return sorted(found, key=lambda one: (-one.watching, -one.table.terms.created_ms))

    def here(self) -> frozenset[str]:
        """The accounts of who is in the lobby or plays at a public table; never those at private tables only."""
        connected = self._presence.here()
        playing = {
            seat.account for table in self._listed.values() for seat in table.seats.values() if seat.player in connected
        }
        return self._presence.at(LOBBY) | {account for account in playing if account is not None}

    def look(self) -> None:
        """Take note of which openers are here now. Also to be called from time to time."""
        here, now = self._presence.here(), now_ms()
        openers = {table.terms.opener for table in self._listed.values() if table.is_open and table.terms.opener}
        self._seen_ms = {one: now if one in here else self._seen_ms.get(one, 0) for one in openers if one is not None}

    # ---- keeping it so --------------------------------------------------------------------------------------------

    def _note(self, table: Table) -> None:
        if not table.terms.public:
            return
        if table.state not in ("open", "playing"):
            self._listed.pop(table.id, None)
        else:
            if table.is_open and table.id not in self._listed and table.terms.opener:
                self._seen_ms[table.terms.opener] = now_ms()
            self._listed[table.id] = PublicTable(
                table.id,
                table.game.name,
                dict(table.game.options),
                table.seats,
                table.terms,
                table.is_open,
                table.record.moves_made,
            )
        self._changed()

    def _changed(self) -> None:
        for reader in self._readers:
            reader.set()

    @contextmanager
    def visiting(self, account: str | None) -> Iterator[asyncio.Event]:
        """While somebody looks at the lobby: an event that is set whenever something has changed."""
        changed = asyncio.Event()
        self._readers.add(changed)
        self._changed()
        try:
            with self._presence.connected(LOBBY, account):
                yield changed
        finally:
            self._readers.discard(changed)
            self._changed()
