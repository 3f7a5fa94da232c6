"""The hall: tables kept in memory and in the store, and bots that move at them."""

import asyncio
import getpass
import logging
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.hall.engines import Engines
from taflheim.hall.folder import FolderLock
from taflheim.store.store import Account, Stat, Store, TableInfo, new_id
from taflheim.table.errors import Stale
from taflheim.table.event import Action, Event, Move
from taflheim.table.seat import Seat
from taflheim.table.table import Table

log = logging.getLogger(__name__)

_LISTED = 50
_SECONDS_TO_RECOVER = 5


class NoSuchTable(TaflheimError):
    """There is no table with this name."""


class Change(NamedTuple):
    """An event that is on the disk, and the table it has led to."""

    event: Event
    table: Table


class Hall:
    """Everything that happens in one data folder. Made by `Hall.open`, used in one event loop."""

    def __init__(self, lock: FolderLock, store: Store, owner: Account):
        self.owner = owner
        """The person on this machine."""
        self._lock = lock
        self._store = store
        self._engines = Engines()
        self._tables: dict[str, Table] = {}
        self._one_at_a_time: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._watchers: defaultdict[str, set[asyncio.Queue[Change]]] = defaultdict(set)
        self._thinking: dict[str, asyncio.Task[None]] = {}

    @classmethod
    async def open(cls, folder: Path) -> "Hall":
        """Take a data folder; raises HallTaken if another process has it."""
        lock = FolderLock(folder)
        try:
            store = await asyncio.to_thread(Store, folder / "taflheim.sqlite")
            return cls(lock, store, await store.owner(_person()))
        except BaseException:
            lock.release()
            raise

    def announce(self, address: str) -> None:
        """Tell other processes where this hall serves."""
        self._lock.announce(address)

    async def close(self) -> None:
        """Stop thinking, finish what is being written, let go of the folder."""
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        await self._engines.close()
        await asyncio.to_thread(self._store.close)
        self._lock.release()

    # ---- tables ---------------------------------------------------------------------------------------------------

    async def new_table(self, start: Position, seats: Mapping[str, Seat]) -> Table:
        """Open a table and let the first bot think, if one is to move."""
        table = Table.new(new_id(), start, seats)
        await self._store.add_table(table)
        self._tables[table.id] = table
        self._let_bots_move(table)
        return table

    async def table(self, table_id: str) -> Table:
        """A table by its name, from memory or from the store."""
        if table_id not in self._tables:
            async with self._one_at_a_time[table_id]:
                if table_id not in self._tables:
                    found = await self._store.table(table_id)
                    if found is None:
                        raise NoSuchTable("there is no such table here: go back to the menu and open another")
                    self._tables[table_id] = found
            self._let_bots_move(self._tables[table_id])
        return self._tables[table_id]

    async def tables(self, account: str) -> list[TableInfo]:
        """The tables at which somebody sits, those last played at first."""
        return await self._store.tables(account, _LISTED)

    async def stats(self, account: str) -> list[Stat]:
        """How somebody has fared, for each game and side."""
        return await self._store.stats(account)

    # ---- what happens at them -------------------------------------------------------------------------------------

    async def act(self, table_id: str, account: str | None, action: Action) -> Event:
        """Do something at a table. It is on the disk before this returns, and before anybody is shown it.

        The same request is done once: asked again, it is answered with the event it brought about.
        """
        await self.table(table_id)
        # Somebody who hangs up in the middle must not leave memory and disk in disagreement.
        return await asyncio.shield(asyncio.create_task(self._act(table_id, account, action)))

    async def _act(self, table_id: str, account: str | None, action: Action) -> Event:
        async with self._one_at_a_time[table_id]:
            table = self._tables[table_id]
            if done := table.asked_before(action.request):
                return done
            event = table.decide(action, account)
            table = table.after(event)
            await self._store.add_event(table, event)
            self._tables[table_id] = table
        for queue in self._watchers[table_id]:
            queue.put_nowait(Change(event, table))
        self._let_bots_move(table)
        return event

    @asynccontextmanager
    async def watch(self, table_id: str) -> AsyncIterator[asyncio.Queue[Change]]:
        """A queue of everything that happens at a table from now on."""
        await self.table(table_id)
        queue: asyncio.Queue[Change] = asyncio.Queue()
        self._watchers[table_id].add(queue)
        try:
            yield queue
        finally:
            self._watchers[table_id].discard(queue)

    # ---- bots -----------------------------------------------------------------------------------------------------

    def _let_bots_move(self, table: Table) -> None:
        task = self._thinking.get(table.id)
        if table.bot_to_move and (task is None or task.done()):
            self._thinking[table.id] = asyncio.create_task(self._think(table.id))

    async def _think(self, table_id: str) -> None:
        """Move for the bots of a table until a person is to move."""
        while bot := (table := self._tables[table_id]).bot_to_move:
            assert bot.level is not None
            try:
                move = await self._engines.best_move(table.record, bot.level, _seed(table))
                await self.act(table_id, None, Move(table.ply, move))
            except Stale:
                continue  # a move was taken back meanwhile
            except EngineFailure as failure:
                # The machine may be overloaded, or short of memory: that passes.
                log.error("table %s: %s; trying again in %d s", table_id, failure, _SECONDS_TO_RECOVER)
                await asyncio.sleep(_SECONDS_TO_RECOVER)
        self._thinking.pop(table_id, None)


def _seed(table: Table) -> int:
    """Another one for each table and move, the same when a table is played again from the store."""
    return zlib.crc32(f"{table.id} {table.ply}".encode())


def _person() -> str:
    """What the person on this machine is called."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
