"""The hall: everything that happens in one data folder, put together."""

import asyncio
import getpass
import hashlib
from pathlib import Path

from taflheim.games.registry import rulebooks
from taflheim.hall import tokens
from taflheim.hall.accounts import Accounts
from taflheim.hall.bots import Bots
from taflheim.hall.clock import now_ms
from taflheim.hall.compiler import Compiler
from taflheim.hall.engines import Engines
from taflheim.hall.folder import FolderLock
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.hall.timers import Timers
from taflheim.store import accounts, stats, tables
from taflheim.store.stats import Stat
from taflheim.store.store import Store, database_of
from taflheim.store.tables import TableInfo

_EVICT_EVERY_S = 30.0
_EVICT_IDLE_MS = 60_000


class Hall:
    """Everything that happens in one data folder. Made by `Hall.open`, used in one event loop."""

    def __init__(self, lock: FolderLock, store: Store, owner: accounts.Account, secret: bytes):
        self.folder = lock.folder
        self.id = hashlib.sha256(owner.id.encode()).hexdigest()[:8]
        """Tells this hall from others on the same machine."""
        self.accounts = Accounts(store, owner, secret)
        self.compiler = Compiler(
            [rulebook.name for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]
        )
        self.tables = Tables(store, self.compiler.rules)
        self.engines = Engines()
        self.bots = Bots(self.tables, self.engines, self.compiler.bots)
        self._lock = lock
        self._store = store
        self._timers = Timers()
        self._tasks = Tasks()
        self._timers.every(
            _EVICT_EVERY_S, lambda: self.tables.evict(_EVICT_IDLE_MS, self.bots.busy), "letting go of idle tables"
        )
        self._tasks.start(self.bots.resume(store), "letting bots go on")

    @classmethod
    async def open(cls, folder: Path) -> "Hall":
        """Take a data folder; raises HallTaken if another process has it, CannotOpen if its database is of no use."""
        lock = FolderLock(folder)
        try:
            store = await asyncio.to_thread(Store.open, database_of(folder))
            try:
                owner = await store.write(accounts.owner, _person(), now_ms())
                return cls(lock, store, owner, tokens.new_secret(folder))
            except BaseException:
                store.close()
                raise
        except BaseException:
            lock.release()
            raise

    def announce(self, address: str) -> None:
        """Tell other processes where this hall serves."""
        self._lock.announce(address)

    async def close(self) -> None:
        """Stop thinking, finish what is being written, let go of the folder."""
        await self.compiler.close()
        await self._timers.close()
        await self._tasks.cancel()
        await self.bots.close()
        await self.engines.close()
        await self.tables.close()
        await asyncio.to_thread(self._store.close)
        self._lock.release()

    async def unfinished(self, account_id: str, limit: int) -> list[TableInfo]:
        """The tables at which somebody can go on playing, those last played at first."""
        return await self._store.read(tables.unfinished, account_id, limit)

    async def recent(self, account_id: str, limit: int) -> list[TableInfo]:
        """The tables at which somebody sits, those last played at first."""
        return await self._store.read(tables.recent, account_id, limit)

    async def stats(self, account_id: str) -> list[Stat]:
        """How somebody has fared, for each game and side."""
        return await self._store.read(stats.stats, account_id)


def _person() -> str:
    """What the person on this machine is called."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
