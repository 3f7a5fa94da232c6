"""The hall: everything that happens in one data folder, put together."""

import asyncio
import getpass
import hashlib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from taflheim.engine.places.place import local_or_ray
from taflheim.games.record import Record
from taflheim.games.registry import rulebooks
from taflheim.hall import archive, keeping, names, tokens
from taflheim.hall.access import AccessTokens
from taflheim.hall.accounts import Accounts
from taflheim.hall.attempts import Attempts
from taflheim.hall.bans import Bans
from taflheim.hall.bot_turns import BotLeases
from taflheim.hall.bots import Bots
from taflheim.hall.chat import Chat
from taflheim.hall.clock import now_ms
from taflheim.hall.compiler import Compiler
from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.daily import Daily
from taflheim.hall.database_time import DatabaseTime
from taflheim.hall.deadlines import Deadlines
from taflheim.hall.engines import Engines
from taflheim.hall.farewell import delete_account
from taflheim.hall.feeds import Feeds
from taflheim.hall.folder import FolderLock
from taflheim.hall.games import Games
from taflheim.hall.insight import Insight
from taflheim.hall.leases import Leases
from taflheim.hall.lessons import Lessons
from taflheim.hall.listing import Listing
from taflheim.hall.lobby import Lobby
from taflheim.hall.logins import Logins
from taflheim.hall.news import HALL
from taflheim.hall.outages import BEAT_EVERY_S, Outages
from taflheim.hall.preferences import AllPreferences
from taflheim.hall.profiles import Profiles
from taflheim.hall.programs import Programs
from taflheim.hall.ratings import Ratings
from taflheim.hall.recalculation import recalculate
from taflheim.hall.relations import Relations
from taflheim.hall.reports import Reports
from taflheim.hall.reviews import Reviews
from taflheim.hall.settings import Settings
from taflheim.hall.settings_sources import load
from taflheim.hall.sharing import Shared, Sharing
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.hall.timers import Timers
from taflheim.store import accounts
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.store.transaction import Work
from taflheim.table.actor import Person
from taflheim.table.table import Table

_EVICT_EVERY_S = 5.0
_EVICT_IDLE_MS = 60_000
_EVICT_OVER_MS = 5_000
"""When nobody looks any more at a game that is over, hardly anybody will. In a full hall several end in a second."""
_LET_GO_EVERY_S = 3600.0
_LOBBY_EVERY_S = 5.0
_PAIR_EVERY_S = 2.0
_BANS_EVERY_S = 10.0
"""Others, such as `taflheim admin`, ban by writing to the store."""
_MAKE_BOARDS_EVERY_S = 600.0
"""Not at the start: loading what proves a board winnable would slow that down."""

_ELSEWHERE_MS = 1_000
"""More than anybody is forgiven of a slow connection."""


class Hall:
    """Everything that happens in one data folder. Made by `Hall.open`, used in one event loop."""

    def __init__(
        self,
        lock: FolderLock | None,
        store: Store,
        owner: accounts.Account,
        secret: bytes,
        outages: Outages,
        settings: Settings,
    ):
        self.folder = settings.folder
        self.settings = settings
        self.id = hashlib.sha256(owner.id.encode()).hexdigest()[:8]
        """Tells this hall from others on the same machine."""
        self.accounts = Accounts(store, owner, secret)
        self._leases = Leases(store, new_id()) if settings.shared else None
        self.counting = _counting_together(settings, self.id, self._leases.worker) if self._leases else ALONE
        """How often people have done what is limited."""
        self.logins = Logins(store, self.accounts, settings, self.counting)
        self.access = AccessTokens(store, self.accounts)
        self.programs = Programs(store, self.accounts, self.access)
        self.exports = Attempts({"account": "6/hour"}, "export", self.counting)
        """Of everything that is kept of somebody: it takes a while to put together."""
        self.guests = Attempts(settings.guest_limits, "guest", self.counting)
        """Of visitors who become guests."""
        self.preferences = AllPreferences(store)
        self.compiler = Compiler(
            [rulebook.name for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]
        )
        self.ratings = Ratings(store)
        self.tables = Tables(store, self.compiler.rules, outages)
        self.daily = Daily(store, self.tables, self.compiler.rules)
        self.tables.at_end = self._at_end
        self.tables.around.stand_in = self.ratings.stand_in
        self.presence = self.tables.presence
        self.lag = self.tables.around.lag
        self.deadlines = Deadlines(self.tables)
        self.games = Games(store, self.tables)
        self.listing = Listing(store)
        self.feeds = Feeds(store)
        self.lobby = Lobby(store, self.tables, self.presence, self.accounts)
        self.relations = Relations(store)
        self.tables.around.blocked_with = self.relations.blocked_with
        self.lobby.pairing.apart = self.relations.blocked_between
        self.lobby.pairing.rating_of = self.ratings.strength
        self.chat = Chat(store, self.accounts, self.tables, self.relations, settings.chat_limits, self.counting)
        self.reports = Reports(store, self.chat, self.counting)
        self.bans = Bans(store, self.accounts)
        self.profiles = Profiles(store)
        self.lessons = Lessons(store)
        self.engines = Engines(place=local_or_ray(settings.ray_address))
        self.bots = Bots(self.tables, self.engines, self.compiler.bots)
        self.insight = Insight(self.engines, self.compiler.bots)
        self.reviews = Reviews(store, self.engines, self.compiler.bots)
        self.tables.when_changed(self._expect_review)
        self._lock = lock
        self._store = store
        self._timers = Timers()
        self._tasks = Tasks()
        self._sharing = self._share(self._leases) if self._leases else None

    def _share(self, leases: Leases) -> Sharing:
        """Serve the hall together with other processes."""
        from taflheim.hall.redis_news import RedisNews  # its driver is an extra

        shared = Shared(
            self._store, self.tables, self.chat, self.lobby, self.accounts, self.relations, self.preferences
        )
        news = RedisNews(self.settings.redis_url, self.id, leases.worker)
        self.deadlines.elsewhere_ms = _ELSEWHERE_MS
        self.bots.turn = BotLeases(leases, self.tables)
        leases.when_it_changes = self._servers_changed
        return Sharing(shared, news, leases)

    async def _servers_changed(self, serving: list[str]) -> None:
        """Go on, as who keeps house, where a server has left off; and at the start where all have."""
        if self._sharing:
            await self._sharing.end_attendance(serving)
        self._tasks.start(self._resume(), "going on where a server has left off")

    async def _begin(self) -> None:
        """Do what is to be done again and again, and go on where the hall was left."""
        self._timers.every(_EVICT_EVERY_S, self._evict, "letting go of idle tables")
        self._timers.every(_BANS_EVERY_S, self._look_up_bans, "looking up who is banned")
        self._timers.every(keeping.EVERY_S, self._forget, "forgetting what is old")
        self._timers.every(BEAT_EVERY_S, self._beat, "storing a heartbeat")
        self._timers.every(_LET_GO_EVERY_S, self._let_go, "letting go of tables that nobody has played at")
        self._timers.every(_LOBBY_EVERY_S, self.lobby.look, "looking who has opened tables and is here")
        self._timers.every(_PAIR_EVERY_S, self._pair, "quick pairing")
        self._look_up_bans()
        self._timers.every(_MAKE_BOARDS_EVERY_S, self._make_boards, "making the boards of the day")
        if self._leases and self._sharing:
            # Who keeps house goes on where the hall was left.
            await self._leases.begin()
            self._sharing.begin()
            self.counting.begin()
            await self.lobby.load()
        else:
            self._tasks.start(self._resume(), "going on where the hall was left")

    @property
    def keeps_house(self) -> bool:
        """Whether this process does what is done once: it is the only one, or the one of several that does."""
        return self._leases is None or self._leases.keeps_house

    @classmethod
    async def open(
        cls, folder: Path, settings: Settings | None = None, *, idle: bool = False, worker: bool = False
    ) -> "Hall":
        """Take a data folder; raises HallTaken if another process has it, CannotOpen if its database is of no use.

        An idle hall does nothing by itself: no bot moves, nothing is let go of. A worker's folder is held by who has
        started it.
        """
        settings = settings or load(folder=folder).settings
        lock = None if worker else FolderLock(folder)
        try:
            if settings.shared:
                _check_sharing(settings)
            kind = {"shared": True} if settings.shared else {"alone": True}
            store = await asyncio.to_thread(Store.open, settings.database, **kind)
            try:
                owner = await _owner(store)
                if settings.shared:
                    await DatabaseTime(store).look()
                # Before anything is loaded: what is due depends on it.
                outages = Outages(store, shared=settings.shared)
                await outages.begin()
                secret = tokens.new_secret(folder) if lock else tokens.secret(folder)
                hall = cls(lock, store, owner, secret, outages, settings)
                if not idle:
                    await hall._begin()
                return hall
            except BaseException:
                store.close()
                raise
        except BaseException:
            if lock:
                lock.release()
            raise

    async def _resume(self) -> None:
        # Only of a table of which it is known how it stands is it known whether a bot is to move.
        await self.tables.fill_in()
        await self.lobby.load()
        await self.deadlines.resume(self._store)
        await self.bots.resume(self._store)
        await self.games.let_go()
        await self._forget_the_old()

    async def _forget_the_old(self) -> None:
        await keeping.forget_the_old(self._store, self.accounts, self.presence)

    def _forget(self) -> None:
        if self.keeps_house:
            self._tasks.start(self._forget_the_old(), "forgetting what is old")

    def _evict(self) -> None:
        self.tables.evict(_EVICT_IDLE_MS, self.bots.busy, _EVICT_OVER_MS)
        self.presence.forget()
        self.lag.forget(self.tables.in_memory)

    def _beat(self) -> None:
        self._tasks.start(self._beat_and_ring(), "storing a heartbeat")

    async def _beat_and_ring(self) -> None:
        await self.tables.outages.beat()
        self.deadlines.ring()

    def _let_go(self) -> None:
        if self.keeps_house:
            self._tasks.start(self.games.let_go(), "letting go of tables that nobody has played at")

    def _pair(self) -> None:
        if self.keeps_house:
            self.lobby.pairing.pair_soon()

    def _look_up_bans(self) -> None:
        self._tasks.start(self.bans.refresh(), "looking up who is banned")

    def _at_end(self, table: Table) -> Work | None:
        # A rated game is nobody's try of the day.
        return self.ratings.at_end(table) or self.daily.at_end(table)

    def _make_boards(self) -> None:
        # Each of several processes keeps them in its own memory.
        self._tasks.start(self.daily.make_ahead(), "making the boards of the day")

    def _expect_review(self, table: Table) -> None:
        if self.tables.watchers(table.id):
            self.reviews.expect(table)

    def others_here(self) -> frozenset[str]:
        """The accounts of all who are connected, but for the owner."""
        return self.presence.here() - {self.accounts.owner.id}

    def announce(self, address: str, local: str) -> None:
        """Tell other processes where this hall serves people, and where programs on this machine reach it."""
        if self._lock:
            self._lock.announce(address, local)

    async def answers(self) -> bool:
        """Whether the database can be read now."""
        try:
            await self._store.read(accounts.get, self.accounts.owner.id)
        except StoreUnavailable:
            return False
        return True

    def when_measured(self, listener: Callable[[str, float], None]) -> None:
        """Have a function called with what happens and how many seconds it took: read, write, move, bot."""
        self._store.measured = self.tables.measured = self.bots.measured = listener

    async def recalculate(self) -> int:
        """Calculate all ratings again from the games; how many games were gone through?"""
        return await recalculate(self._store)

    async def keep_record(self, person: Person, record: Record) -> str:
        """Keep a game that was played elsewhere among somebody's; gives its table's id."""
        return await archive.keep_record(self._store, await self.accounts.get(person), record)

    async def delete_account(self, person: Person) -> None:
        """Let somebody leave for good, with the programs they have made; raises OwnerStays."""
        for program in await self.programs.listed(person):
            await delete_account(self._store, self.accounts, self.tables, Person(program.id))
        await delete_account(self._store, self.accounts, self.tables, person)
        # Games go on that can be watched, under another name.
        await self.lobby.refresh()
        if self.tables.news:
            self.tables.news.publish(HALL, "lobby")

    async def close(self) -> None:
        """Stop thinking, finish what is being written, let go of the folder."""
        await self.compiler.close()
        await self._timers.close()
        await self._tasks.cancel()
        await self.deadlines.close()
        await self.lobby.close()
        await self.bots.close()
        await self.insight.close()
        await self.reviews.close()
        await self.engines.close()
        await self.tables.close()
        await self.chat.close()
        self.logins.close()
        if self._leases and self._sharing:
            await self._sharing.close()
            await self.counting.close()
            await self._leases.close()
        await asyncio.to_thread(self._store.close)
        if self._lock:
            self._lock.release()


async def _owner(store: Store) -> accounts.Account:
    here = person_here()
    try:
        return await store.write(accounts.owner, here, names.key(here), now_ms())
    except Conflict:
        # Of several servers that are started for the first time at once, another one was faster.
        return await store.write(accounts.owner, here, names.key(here), now_ms())


def _counting_together(settings: Settings, hall_id: str, worker: str) -> Counting:
    from taflheim.hall.redis_counting import RedisCounting  # its driver is an extra

    return RedisCounting(settings.redis_url, hall_id, worker, settings.workers)


def _check_sharing(settings: Settings) -> None:
    if not settings.database_url:
        raise CannotOpen("redis_url: servers share a PostgreSQL: name it in TAFLHEIM_DATABASE_URL, too")
    if find_spec("redis") is None:
        raise CannotOpen("the driver of Redis is missing: pip install 'taflheim[scale]'")


def person_here() -> str:
    """What the person on this machine is called."""
    try:
        return names.fitted(getpass.getuser())
    except (KeyError, OSError):
        return names.fitted("")
