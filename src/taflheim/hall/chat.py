"""Chat of the tables: lines are kept, then acknowledged, then told to all who listen and may read them.

Who may speak and read where is for table/chat.py to say; of whom somebody hears nothing, for relations.py.
"""

import asyncio
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.hall import news as hall_news
from taflheim.hall.accounts import Accounts
from taflheim.hall.attempts import Attempts
from taflheim.hall.broadcast import Broadcast, Subscription
from taflheim.hall.clock import now_ms
from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.hosts import is_host
from taflheim.hall.relations import Relations
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.store import chat as rows
from taflheim.store.chat import Line
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.store.store import Store
from taflheim.table import chat as rules
from taflheim.table.actor import Actor, Person
from taflheim.table.chat import Room
from taflheim.table.errors import refused
from taflheim.table.table import Table

MOST_LINES = 200
"""A page is told so many of the last lines."""
_TRIES = 3
_NO_NUMBER = 2**31
"""No line has this number or a higher one: the database could not keep it."""


class NoSuchLine(TaflheimError):
    """There is no such line of chat, or this person may not read it."""


@dataclass(frozen=True)
class Renewed:
    """What somebody may read at a table, or how a line is shown, may have changed: read it anew."""

    whole: bool = False
    """Whether lines that were told already have changed."""
    more: bool = False
    """Whether lines were said that were not told yet."""


News = Line | Renewed


class Listener(NamedTuple):
    """What somebody may read at a table, and where their own lines are."""

    rooms: tuple[Room, ...]
    room: Room | None
    """None where they may not speak."""
    unheard: frozenset[str]
    """Accounts whose lines are not shown to them."""

    def hears(self, line: Line) -> bool:
        """Whether a line is shown to them."""
        return line.room in self.rooms and line.account not in self.unheard


class Chat:
    """What is said at the tables of a hall. Used in one event loop."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        tables: Tables,
        relations: Relations,
        limits: Mapping[str, str],
        counting: Counting = ALONE,
    ):
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._relations = relations
        self._attempts = Attempts(limits, "chat", counting)
        self.others: hall_news.News | None = None
        """Where several processes serve the hall: tells the others."""
        self._marks: dict[str, tuple[int, int]] = {}
        """By table that is listened to here: the last line, and how many are hidden, when that was last looked up."""
        self._news: Broadcast[News] = Broadcast()
        self._tasks = Tasks(expected=TaflheimError)
        tables.when_changed(self._table_changed)

    async def close(self) -> None:
        """Wait until what is being said is on the disk."""
        await self._tasks.finish()

    # ---- speaking -------------------------------------------------------------------------------------------------

    async def say(self, table_id: str, actor: Actor, text: str, request: str | None = None) -> Line:
        """Say something at a table. It is on the disk before this returns, and before anybody is shown it.

        The same request is done once: asked again, it is answered with the line that was said.
        """
        # If the caller is cancelled in the middle, what is on the disk is told all the same.
        return await asyncio.shield(self._tasks.start(self._say(table_id, actor, text, request), "a line of chat"))

    async def _say(self, table_id: str, actor: Actor, text: str, request: str | None) -> Line:
        table = await self._tables.get(table_id)
        room = rules.speaking_room(table, actor, host=await is_host(self._accounts, actor))
        assert isinstance(actor, Person)
        said = rules.line(text)
        digest = hashlib.sha256(said.encode()).hexdigest()[:16]
        for _ in range(_TRIES):
            if request and (kept := await self._store.read(rows.requested, table_id, actor.account, request)):
                if kept.digest != digest:
                    raise refused("request_reused")
                return kept.line
            await self._attempts.take(account=actor.account, table=table_id)
            name = (await self._accounts.get(actor)).name
            new = rows.NewLine(table_id, room, actor.account, name, said, now_ms(), request, request and digest)
            try:
                line = await self._store.write(rows.add, new)
            except Conflict:
                continue  # the same request came twice at once, or another process was faster
            if self.others is None:
                self._news.publish(table_id, line)
            else:
                # Another process may have kept one just before: all are read in their order.
                self._news.publish(table_id, Renewed(more=True))
                self.others.publish(table_id, "chat")
            return line
        raise StoreUnavailable("too much is said at this table at once: try again")

    # ---- listening ------------------------------------------------------------------------------------------------

    @contextmanager
    def listen(self, table_id: str) -> Iterator[Subscription[News]]:
        """Everything that is said at a table from now on; `listener` says who may read it."""
        with self._news.subscribe(table_id) as news:
            yield news

    async def listener(self, table_id: str, actor: Actor) -> Listener:
        """What somebody may read at a table now."""
        table = await self._tables.get(table_id)
        host = await is_host(self._accounts, actor)
        return Listener(
            rules.readable(table, actor, host=host),
            rules.room_of(table, actor, host=host),
            await self._relations.unheard(actor),
        )

    async def refresh(self, table_ids: Sequence[str] | None = None) -> None:
        """Tell what other processes have kept at some tables, or at all that are listened to here."""
        listened = self._news.topics()
        wanted = [one for one in listened if table_ids is None or one in table_ids]
        found = await self._store.read(rows.marks, wanted) if wanted else {}
        for table_id in wanted:
            before, now = self._marks.get(table_id, (0, 0)), found.get(table_id, (0, 0))
            if before != now:
                self._news.publish(table_id, Renewed(whole=before[1] != now[1], more=True))
        self._marks = {one: mark for one, mark in {**self._marks, **found}.items() if one in listened}

    async def lines(self, table_id: str, listener: Listener, after: int = 0) -> list[Line]:
        """The last lines after the one with this number that somebody may read."""
        if not listener.rooms:
            return []
        found = await self._store.read(rows.after, table_id, after, listener.rooms, MOST_LINES)
        return [line for line in found if listener.hears(line)]

    async def line(self, table_id: str, actor: Actor, number: int) -> Line:
        """One line that somebody may read; raises NoSuchLine."""
        found = await self._store.read(rows.get, table_id, number) if 0 < number < _NO_NUMBER else None
        if found is None or found.room not in (await self.listener(table_id, actor)).rooms:
            raise NoSuchLine("there is no such line here")
        return found

    async def of_account(self, person: Person) -> Sequence[Line]:
        """Everything that somebody has said."""
        return await self._store.read(rows.of_account, person.account)

    def _table_changed(self, table: Table) -> None:
        """Who sits down hears another room, and at the end everybody hears both."""
        if table.result is not None or (table.events and table.events[-1].kind == "sit"):
            self._news.publish(table.id, Renewed())

    # ---- hosts ------------------------------------------------------------------------------------------

    async def hide(self, table_id: str, number: int, hidden: bool = True) -> None:
        """Hide a line from everybody, or show it again; raises NoSuchLine."""
        if not 0 < number < _NO_NUMBER or not await self._store.write(rows.hide, table_id, number, hidden):
            raise NoSuchLine("there is no such line here")
        self._news.publish(table_id, Renewed(whole=True))
        if self.others:
            self.others.publish(table_id, "chat")
