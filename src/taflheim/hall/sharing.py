"""A hall that several processes serve: what each of them does to know what the others have done.

Correctness comes from the store alone. News (news.py) only say where to look; where none come, everything that is
watched is looked at every second. What is remembered of people is at most that old.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from taflheim.hall.accounts import Accounts
from taflheim.hall.chat import Chat
from taflheim.hall.clock import now_ms
from taflheim.hall.database_time import DatabaseTime
from taflheim.hall.leases import Leases
from taflheim.hall.lobby import Lobby
from taflheim.hall.news import HALL, Kind, News
from taflheim.hall.preferences import AllPreferences
from taflheim.hall.presence import LOBBY
from taflheim.hall.relations import Relations
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.hall.tasks import Tasks
from taflheim.store import attendance
from taflheim.store.attendance import Seen
from taflheim.store.errors import StoreUnavailable
from taflheim.store.store import Store

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
_CALM_LOOKS = 5
"""While news arrive, everything is looked at only every so many times."""
_GONE_MS = 10 * 60_000
"""Who has gone is told of for so long."""


class Shared(NamedTuple):
    """What the processes of a hall have to agree on."""

    store: Store
    tables: Tables
    chat: Chat
    lobby: Lobby
    accounts: Accounts
    relations: Relations
    preferences: AllPreferences


class Sharing:
    """Keeps one process up to date with the others, and them with it. Used in one event loop."""

    def __init__(self, hall: Shared, news: News, leases: Leases):
        self._hall = hall
        self._news = news
        self._leases = leases
        self._tasks = Tasks(expected=StoreUnavailable)
        self._told: dict[tuple[str, str], Seen] = {}
        """Whom the others know this process to see."""
        self._telling = asyncio.Lock()
        self._time = DatabaseTime(hall.store)
        self._looks = 0
        hall.tables.news = hall.chat.others = news
        hall.accounts.shared = True
        hall.accounts.first = leases.first
        hall.tables.around.look_around = self._look_around
        hall.tables.presence.when_changed(self._somebody_moved)
        hall.tables.presence.when_changed_elsewhere(hall.tables.presence_changed)
        hall.lobby.pairing.news = news

    def begin(self) -> None:
        """Listen to the others from now on."""
        self._news.begin(self._heard)
        self._news.follow(LOBBY)  # who has come there or gone
        self._tasks.start(self._keep_looking(), "looking what other servers have done")

    async def close(self) -> None:
        """Listen no more, and let the others know that nobody is connected here."""
        await self._tasks.cancel()
        await self._news.close()
        self._time.close()

    # ---- news -----------------------------------------------------------------------------------------------------

    def _heard(self, topic: str, kind: Kind) -> None:
        work: list[Awaitable[None]] = []
        if topic == HALL:
            if kind in ("lobby", "gap"):
                work.append(self._hall.lobby.refresh())
            if kind == "gap":
                work += [self._hall.tables.refresh_watched(), self._hall.chat.refresh(), self._look_for_people()]
        elif topic == LOBBY:
            work.append(self._look_around(topic))
        else:
            if kind in ("events", "gap"):
                work.append(self._refresh(topic))
            if kind in ("chat", "gap"):
                work.append(self._hall.chat.refresh([topic]))
            if kind in ("here", "gap"):
                work.append(self._look_around(topic))
        for each in work:
            self._tasks.start(_quietly(each), f"news of {topic}")

    async def _refresh(self, table_id: str) -> None:
        with suppress(NoSuchTable):  # it was removed
            await self._hall.tables.refresh(table_id)

    # ---- without news ---------------------------------------------------------------------------------------------

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            for look in self._due():
                try:
                    await _quietly(look())
                except Exception:
                    log.exception("looking what other servers have done has failed; it is tried again")

    def _due(self) -> Sequence[Callable[[], Awaitable[None]]]:
        self._looks += 1
        hall = self._hall
        hall.accounts.forget_named()
        hall.relations.forget()
        hall.preferences.forget()
        always = [hall.accounts.hang_up_ended, self._tell_people, self._time.look]
        if self._news.alive and self._looks % _CALM_LOOKS:
            return always
        return [*always, self._look_for_people, hall.tables.refresh_watched, hall.chat.refresh, hall.lobby.refresh]

    # ---- who is there ---------------------------------------------------------------------------------------------

    def _somebody_moved(self, table_id: str) -> None:
        self._tasks.start(_quietly(self._tell_moved(table_id)), "telling who is there")

    async def _tell_moved(self, table_id: str) -> None:
        await self._tell_people()
        self._news.publish(table_id, "here")

    async def _tell_people(self) -> None:
        async with self._telling:
            seen = self._hall.tables.presence.seen_here()
            changed = [one for key, one in seen.items() if self._told.get(key) != one]
            gone = [key for key in self._told if key not in seen]
            if changed or gone:
                await self._hall.store.write(attendance.put, self._leases.worker, changed, gone)
                self._told = seen

    async def _look_for_people(self) -> None:
        seen = await self._hall.store.read(attendance.others, self._leases.worker)
        self._hall.tables.presence.seen_elsewhere(seen)

    async def _look_around(self, table_id: str) -> None:
        seen = await self._hall.store.read(attendance.at, self._leases.worker, table_id)
        self._hall.tables.presence.seen_elsewhere(seen, table_id)

    async def end_attendance(self, serving: Sequence[str]) -> None:
        """Count all as gone who were connected to a process that does not serve any more."""
        now = now_ms()
        await self._hall.store.write(attendance.end, serving, now, now - _GONE_MS)


async def _quietly(work: Awaitable[None]) -> None:
    try:
        await work
    except StoreUnavailable as error:
        log.debug("what other servers have done cannot be looked up now: %s", error)
