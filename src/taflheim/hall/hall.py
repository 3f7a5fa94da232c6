"""The hall: everything that happens in one data folder, put together."""

import asyncio
import getpass
import hashlib
from pathlib import Path

from taflheim.games.record import Record
from taflheim.games.registry import rulebooks
from taflheim.hall import archive, keeping, names, tokens
from taflheim.hall.access import AccessTokens
from taflheim.hall.accounts import Accounts
from taflheim.hall.attempts import Attempts
from taflheim.hall.bots import Bots
from taflheim.hall.clock import now_ms
from taflheim.hall.compiler import Compiler
from taflheim.hall.deadlines import Deadlines
from taflheim.hall.engines import Engines
from taflheim.hall.farewell import delete_account
from taflheim.hall.folder import FolderLock
from taflheim.hall.games import Games
from taflheim.hall.insight import Insight
from taflheim.hall.lessons import Lessons
from taflheim.hall.logins import Logins
from taflheim.hall.outages import BEAT_EVERY_S, Outages
from taflheim.hall.preferences import AllPreferences
from taflheim.hall.reviews import Reviews
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.hall.timers import Timers
from taflheim.store import accounts
from taflheim.store.store import Store, database_of
from taflheim.table.actor import Person
from taflheim.table.table import Table

_EVICT_EVERY_S = 30.0
_EVICT_IDLE_MS = 60_000
_LET_GO_EVERY_S = 3600.0


class Hall:
    """Everything that happens in one data folder. Made by `Hall.open`, used in one event loop."""

    def __init__(self, lock: FolderLock, store: Store, owner: accounts.Account, secret: bytes, outages: Outages):
        self.folder = lock.folder
        self.id = hashlib.sha256(owner.id.encode()).hexdigest()[:8]
        """Tells this hall from others on the same machine."""
        self.accounts = Accounts(store, owner, secret)
        self.logins = Logins(store, self.accounts)
        self.access = AccessTokens(store)
        self.exports = Attempts({"account": "6/hour"})
        """Of everything that is kept of somebody: it takes a while to put together."""
        self.preferences = AllPreferences(store)
        self.compiler = Compiler(
            [rulebook.name for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]
        )
        self.tables = Tables(store, self.compiler.rules, outages)
        self.presence = self.tables.presence
        self.lag = self.tables.around.lag
        self.deadlines = Deadlines(self.tables)
        self.games = Games(store, self.tables)
        self.lessons = Lessons(store)
        self.engines = Engines()
        self.bots = Bots(self.tables, self.engines, self.compiler.bots)
        self.insight = Insight(self.engines, self.compiler.bots)
        self.reviews = Reviews(store, self.engines, self.compiler.bots)
        self.tables.when_changed(self._expect_review)
        self._lock = lock
        self._store = store
        self._timers = Timers()
        self._tasks = Tasks()
        self._timers.every(_EVICT_EVERY_S, self._evict, "letting go of idle tables")
        self._timers.every(keeping.EVERY_S, self._forget, "forgetting what is old")
        self._timers.every(BEAT_EVERY_S, self._beat, "storing a heartbeat")
        self._timers.every(_LET_GO_EVERY_S, self._let_go, "letting go of tables that nobody has played at")
        self._tasks.start(self._resume(), "going on where the hall was left")

    @classmethod
    async def open(cls, folder: Path) -> "Hall":
        """Take a data folder; raises HallTaken if another process has it, CannotOpen if its database is of no use."""
        lock = FolderLock(folder)
        try:
            store = await asyncio.to_thread(Store.open, database_of(folder))
            try:
                here = person_here()
                owner = await store.write(accounts.owner, here, names.key(here), now_ms())
                # Before anything is loaded: what is due depends on it.
                outages = Outages(store)
                await outages.begin()
                return cls(lock, store, owner, tokens.new_secret(folder), outages)
            except BaseException:
                store.close()
                raise
        except BaseException:
            lock.release()
            raise

    async def _resume(self) -> None:
        # Only of a table of which it is known how it stands is it known whether a bot is to move.
        await self.tables.fill_in()
        await self.deadlines.resume(self._store)
        await self.bots.resume(self._store)
        await self.games.let_go()
        await self._forget_the_old()

    async def _forget_the_old(self) -> None:
        await keeping.forget_the_old(self._store, self.accounts, self.presence)

    def _forget(self) -> None:
        self._tasks.start(self._forget_the_old(), "forgetting what is old")

    def _evict(self) -> None:
        self.tables.evict(_EVICT_IDLE_MS, self.bots.busy)
        self.presence.forget()
        self.lag.forget(self.tables.in_memory)

    def _beat(self) -> None:
        self._tasks.start(self._beat_and_ring(), "storing a heartbeat")

    async def _beat_and_ring(self) -> None:
        await self.tables.outages.beat()
        self.deadlines.ring()

    def _let_go(self) -> None:
        self._tasks.start(self.games.let_go(), "letting go of tables that nobody has played at")

    def _expect_review(self, table: Table) -> None:
        if self.tables.watchers(table.id):
            self.reviews.expect(table)

    def announce(self, address: str) -> None:
        """Tell other processes where this hall serves."""
        self._lock.announce(address)

    async def keep_record(self, record: Record) -> str:
        """Keep a game that was played elsewhere; gives its table's id."""
        return await archive.keep_record(self._store, self.accounts.owner, record)

    async def delete_account(self, person: Person) -> None:
        """Let somebody leave for good; raises OwnerStays."""
        await delete_account(self._store, self.accounts, self.tables, person)

    async def close(self) -> None:
        """Stop thinking, finish what is being written, let go of the folder."""
        await self.compiler.close()
        await self._timers.close()
        await self._tasks.cancel()
        await self.deadlines.close()
        await self.bots.close()
        await self.insight.close()
        await self.reviews.close()
        await self.engines.close()
        await self.tables.close()
        self.logins.close()
        await asyncio.to_thread(self._store.close)
        self._lock.release()


def person_here() -> str:
    """What the person on this machine is called."""
    try:
        return names.fitted(getpass.getuser())
    except (KeyError, OSError):
        return names.fitted("")
