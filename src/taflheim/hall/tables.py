"""The tables of a hall: opened, decided at, kept, and told of. Those in memory are memory.py's."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import NamedTuple, TypeVar

from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.hall import kept
from taflheim.hall.around import Around
from taflheim.hall.broadcast import Broadcast, Subscription
from taflheim.hall.clock import now_ms
from taflheim.hall.memory import Entry, Memory
from taflheim.hall.news import HALL, News
from taflheim.hall.outages import Outages
from taflheim.hall.presence import Attendance
from taflheim.hall.rematch import rematch_of
from taflheim.hall.tasks import Tasks
from taflheim.store import tables as rows
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.store.transaction import Work
from taflheim.table.actor import Actor
from taflheim.table.decision import Decision
from taflheim.table.errors import Overtaken, Refused, refused
from taflheim.table.event import Action, Event
from taflheim.table.outage import Outage
from taflheim.table.rated import check_seats
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

log = logging.getLogger(__name__)
Removed = TypeVar("Removed")

_TRIES = 5


class NoSuchTable(TaflheimError):
    """There is no table with this id."""


class Change(NamedTuple):
    """Events that are on the disk, and the table they have led to.

    Without events something around the table has changed: who is there, or for how long the hall did not run.
    """

    events: tuple[Event, ...]
    table: Table


class Tables:
    """All tables, those in memory and those in the store. Used in one event loop."""

    def __init__(
        self,
        store: Store,
        rules_ready: Callable[[str], Awaitable[None]],
        outages: Outages | None = None,
        at_end: Callable[[Table], Work | None] | None = None,
    ):
        self._store = store
        self.news: News | None = None
        """Where several processes serve the hall: tells the others. What they have stored is looked for, then."""
        self._rules_ready = rules_ready
        """Waits until the rules of a game are compiled: this process must not do it, everybody would wait."""
        self.at_end = at_end
        """What else is to be written, in the same transaction, when a game ends at a table."""
        self._memory = Memory(self._load)
        self.presence = Attendance(self._players)
        self.around = Around(store, self.presence)
        self.presence.when_changed(self.presence_changed)
        self.outages = outages or Outages(store)
        self.outages.when_noticed(self._outage_noticed)
        self._changes: Broadcast[Change] = Broadcast()
        self._tasks = Tasks(expected=TaflheimError)
        self._listeners: list[Callable[[Table], None]] = []
        self.measured: Callable[[str, float], None] = lambda *_: None

    def when_changed(self, listener: Callable[[Table], None]) -> None:
        """Have a function called with every table that is opened, loaded or changed."""
        self._listeners.append(listener)

    async def close(self) -> None:
        """Wait until what is being decided is on the disk."""
        self.presence.close()
        await self._tasks.finish()

    # ---- coming and going -----------------------------------------------------------------------------------------

    async def open(
        self,
        start: Position | Record,
        seats: Mapping[str, Seat],
        terms: Terms | None = None,
        *,
        request: str | None = None,
        table_id: str | None = None,
        along: Work | None = None,
    ) -> Table:
        """Open a table. If its opener has asked for the same under this request id before, it is that table again.

        With a record that game is gone on with: its moves were made here. What else is to be written goes `along`, in
        the same transaction. Raises InvalidOption or SeatRefused if the terms do not fit the game, or those who sit
        there.
        """
        record = start if isinstance(start, Record) else Record(start)
        await self._rules_ready(record.game.name)
        terms = replace(terms or Terms(), created_ms=now_ms())
        terms.check(record.game)
        check_seats(terms, seats, await self.around.opening(record.game, seats, terms))
        outages = self.outages.since(terms.created_ms)
        begun = Table.new(table_id or new_id(), record.start, seats, terms, outages)
        new = kept.new(begun, request)
        if terms.opener and request and (there := await self._opened(terms.opener, new)):
            return there
        try:
            table = kept.with_moves(begun, record)
            await self._store.write(kept.add, new, table, along)
        except Conflict:
            # The same was asked for twice at once.
            if terms.opener and request and (there := await self._opened(terms.opener, new)):
                return there
            raise
        return self._enter(table)

    async def _opened(self, opener: str, new: rows.NewTable) -> Table | None:
        opened = await self._store.read(rows.opened, opener, new.request or "")
        if opened is None:
            return None
        if opened.digest != new.digest:
            raise refused("request_reused")
        return await self.get(opened.id)

    def _enter(self, table: Table) -> Table:
        """Keep a new table in memory, and tell of it."""
        self._memory.enter(table)
        self._tell(table)
        if self.news and table.terms.public:
            self.news.publish(HALL, "lobby")
        return table

    async def get(self, table_id: str) -> Table:
        """A table by its id, from memory or from the store."""
        if self.news:
            await self.refresh(table_id)
        return await self._memory.get(table_id)

    async def refresh(self, table_id: str) -> None:
        """Take over what other processes have stored of a table, and tell it as if it had been decided here."""
        table = self._memory.peek(table_id)
        if table is None:
            if self.watchers(table_id):
                self._changes.publish(table_id, Change((), await self._memory.get(table_id)))
            return
        later = await self._store.read(rows.later, table_id, table.number)
        if later is None or later.events or later.seats != table.seats:
            async with self._memory.locked(table_id) as entry:
                if entry.table:
                    await self._take_over(entry, entry.table)

    async def _take_over(self, entry: Entry, table: Table) -> bool:
        """Whether others have stored something at a table whose place is locked; it is there now."""
        later = await self._store.read(rows.later, table.id, table.number)
        if later is None:
            entry.table = None  # it was removed
            return False
        grown = table.then(later.events, {side: later.seats[side] for side in table.seats})
        if grown is table:
            return False
        entry.table = grown
        self._changes.publish(table.id, Change(tuple(later.events), grown))
        self._tell(grown)
        return True

    async def refresh_watched(self) -> None:
        """Take over what other processes have stored of all tables that are watched here."""
        watched = self._changes.topics()
        numbers = await self._store.read(rows.numbers, watched) if watched else {}
        for table_id in watched:
            table = self._memory.peek(table_id)
            if table is None or table.number < numbers.get(table_id, 0):
                with suppress(NoSuchTable):
                    await self.refresh(table_id)

    @property
    def count_in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._memory)

    def evict(self, idle_ms: int, busy: Callable[[str], bool], over_ms: int | None = None) -> int:
        """Let go of tables that nobody watches or has used for a while, and at which nothing thinks. How many?

        Where the game is over that may be after another time, `over_ms`.
        """
        return self._memory.evict(idle_ms, lambda table_id: self.watchers(table_id) > 0 or busy(table_id), over_ms)

    def in_memory(self, table_id: str) -> bool:
        """Whether a table is in memory."""
        return table_id in self._memory

    async def fill_in(self) -> None:
        """Write down how tables stand of which that is not known: those that an older version has written."""
        for table_id in await self._store.read(rows.unknown):
            try:
                async with self._memory.held(table_id) as (_, table):
                    await self._store.write(rows.stand, table_id, kept.standing(table, table.events))
            except TaflheimError as error:
                log.error("table %s: it is not known how it stands: %s", table_id, error)

    async def remove(self, table_id: str, work: Callable[..., Removed], *args: object) -> Removed:
        """Have a table removed by work of the store, which says whether (true) it is gone, or something else was done.

        Nothing happens at the table meanwhile. Whoever still looks at it is told that it is not there.
        """
        # If the caller is cancelled in the middle, memory and disk must not come to disagree.
        return await asyncio.shield(
            self._tasks.start(self._remove(table_id, work, *args), f"removing table {table_id}")
        )

    async def _remove(self, table_id: str, work: Callable[..., Removed], *args: object) -> Removed:
        async with self._memory.locked(table_id) as entry:
            # Whatever comes of it: the next who asks for the table sees what the store has.
            entry.table = None
            return await self._store.write(work, table_id, *args)

    async def reload(self, account: str) -> None:
        """Let all tables at which an account has sat be loaded anew: the store has changed something about it."""
        for table_id in self._memory.ids():
            if account in self._players(table_id):
                async with self._memory.locked(table_id) as locked:
                    locked.table = None

    async def _load(self, table_id: str) -> Table:
        stored = await self._store.read(rows.load, table_id)
        if stored is None:
            raise NoSuchTable("there is no such table here: go back to the menu and open another")
        await self._rules_ready(stored.game)
        # A long game takes some milliseconds to be played again; other tables need not wait for it.
        table = await asyncio.to_thread(kept.replayed, stored, self.outages.since(stored.terms.created_ms))
        self._tell(table)
        return table

    def _tell(self, table: Table) -> None:
        for listener in self._listeners:
            listener(table)

    # ---- what happens at them -------------------------------------------------------------------------------------

    async def act(self, table_id: str, actor: Actor, action: Action) -> Decision:
        """Do something at a table. It is on the disk before this returns, and before anybody is shown it.

        The same request is done once: asked again, it is answered with the event it brought about.
        """
        # If the caller is cancelled in the middle, memory and disk must not come to disagree.
        return await asyncio.shield(
            self._tasks.start(self._act(table_id, actor, action, now_ms()), f"acting at table {table_id}")
        )

    async def _act(self, table_id: str, actor: Actor, action: Action, at_ms: int) -> Decision:
        """Do something that was received at this time, however long it has to wait for its turn."""
        if self.outages.missed(at_ms):
            await self.outages.beat()
        for _ in range(_TRIES):
            began = time.perf_counter()
            async with self._memory.held(table_id) as (entry, table):
                refusal = None
                around = await self.around.of(table, actor, action, at_ms)
                try:
                    decision = table.decide(action, actor, at_ms, around)
                except Overtaken as overtaken:
                    # What has happened instead is kept and told, before this is refused.
                    decision, refusal = overtaken.decision, overtaken.refusal
                except Refused:
                    # By how the table was: another process may know better.
                    if self.news and await self._take_over(entry, table):
                        continue
                    raise
                if decision.table is table:
                    return decision
                try:
                    rematch = await self._keep(table, decision)
                except Conflict:
                    # Somebody else has written this number: load what came between, and decide again.
                    if not (self.news and await self._take_over(entry, table)):
                        entry.table = None
                    continue
                except StoreUnavailable:
                    # The last commit may have reached the disk after all: load before the next decision.
                    entry.table = None
                    raise
                entry.table = decision.table
                if rematch:
                    self._enter(rematch)
                self._changes.publish(table_id, Change(*decision))
                if self.news:
                    self._tell_others(self.news, table, decision.table)
                if any(event.kind == "move" for event in decision.events):
                    self.measured("move", time.perf_counter() - began)
            self._tell(decision.table)
            if refusal:
                raise refusal
            return decision
        raise StoreUnavailable("too much happens at this table at once: try again")

    def _tell_others(self, news: News, before: Table, after: Table) -> None:
        news.publish(after.id, "events")
        if after.terms.public and (before.state, before.seats) != (after.state, after.seats):
            news.publish(HALL, "lobby")

    async def _keep(self, before: Table, decision: Decision) -> Table | None:
        """Write down what was decided; gives the table of the rematch that begins with it, if one does."""
        steps = [kept.decided(before, decision)]
        if before.result is None and decision.table.result and self.at_end and (work := self.at_end(decision.table)):
            steps.append(work)
        if rematch := rematch_of(decision):
            steps.append(kept.opened(rematch))
        await self._store.write(kept.in_order, steps)
        self.outages.alive(now_ms())
        return rematch

    @contextmanager
    def watch(self, table_id: str, take: Callable[[Change], bool] | None = None) -> Iterator[Subscription[Change]]:
        """Everything that happens at a table from now on. What one can `take` at once does not wait to be read."""
        if self.news:
            self.news.follow(table_id)
        try:
            with self._changes.subscribe(table_id, take) as subscription:
                yield subscription
        finally:
            if self.news and not self.watchers(table_id):
                self.news.leave(table_id)

    def watchers(self, table_id: str) -> int:
        """How many watch a table."""
        return self._changes.listeners(table_id)

    def _players(self, table_id: str) -> Collection[str]:
        table = self._memory.peek(table_id)
        return {seat.account for seat in table.seats.values() if seat.account} if table else ()

    def presence_changed(self, table_id: str) -> None:
        """Tell all who watch a table that somebody has come or gone."""
        if table := self._memory.peek(table_id):
            self._changes.publish(table_id, Change((), table))

    async def _outage_noticed(self, outage: Outage) -> None:
        """Charge nobody at the tables in memory for an outage. Those that are loaded later know of it already."""
        for table_id in self._memory.ids():
            async with self._memory.locked(table_id) as entry:
                if entry.table:
                    entry.table = entry.table.with_outage(outage)
                    self._tell(entry.table)
                    self._changes.publish(table_id, Change((), entry.table))
