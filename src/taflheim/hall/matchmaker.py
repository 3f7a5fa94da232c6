"""Quick pairing in a hall: who waits, and the tables that are opened for those who fit (pairing.py).

Wishes are kept in the store. A table is opened in the transaction in which all the wishes it is for come true: so any
process may pair, and nobody is paired twice.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import combinations

from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.game import Game
from taflheim.games.registry import game
from taflheim.hall import pairing
from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.hall.news import HALL, News
from taflheim.hall.pairing import Seek, Wanted
from taflheim.hall.presence import LOBBY
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.store import seeks as rows
from taflheim.store.errors import Conflict
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.table.actor import Person
from taflheim.table.errors import refused
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

GRACE_MS = 10_000
"""Who waits to be paired may load the page anew."""
_REMEMBERED_MS = 60_000
_rng = random.SystemRandom()

RatingOf = Callable[[str, Game], Awaitable[float | None]]
"""About how strong an account is at a game; None if that is not known."""
Apart = Callable[[str, str], Awaitable[bool]]
"""Whether one of two accounts has blocked the other."""


async def _unknown(_account: str, _game: Game) -> float | None:
    return None


async def _nobody(_one: str, _other: str) -> bool:
    return False


class Matchmaker:
    """Those who wait to be paired. Used in one event loop."""

    def __init__(self, store: Store, tables: Tables, accounts: Accounts, tell: Callable[[], None]):
        self.rating_of: RatingOf = _unknown
        self.apart: Apart = _nobody
        self.news: News | None = None
        """Where several processes serve the hall: tells the others."""
        self._store, self._tables, self._accounts = store, tables, accounts
        self._tell_here = tell
        """Called when somebody waits, does so no longer, or is paired."""
        self._known: dict[str, rows.Row] = {}
        """What the store knew when it was last asked, by account."""
        self._pairing = asyncio.Lock()
        self._tasks = Tasks(expected=TaflheimError)

    async def close(self) -> None:
        """Pair nobody any more."""
        await self._tasks.cancel()

    async def seek(self, person: Person, wanted: Wanted) -> None:
        """Wait to be paired; a wish from before is forgotten. Raises Paused, InvalidOption, SeatRefused."""
        now = now_ms()
        since_ms = now - pairing.WITHIN_MS - pairing.PAUSE_MS
        pairing.check_aborts(await self._store.read(rows.aborts, person.account, since_ms), now)
        if len(wanted.game.seats) < 2:
            raise InvalidOption(f"{wanted.game.title} is for one: nobody has to be found for it")
        if wanted.rated and not wanted.clock.timed:
            raise refused("rated_clock")
        kind = (await self._accounts.get(person)).kind
        if kind == "bot":
            raise refused("paired_program")
        if wanted.rated and kind == "guest":
            raise refused("rated_guest")
        rating = await self.rating_of(person.account, wanted.game)
        played, clock, rated = wanted
        row = rows.Row(
            person.account,
            played.name,
            played.options,
            str(clock),
            rated,
            pairing.UNRATED if rating is None else rating,
            now_ms(),
        )
        await self._store.write(rows.put, row)
        await self._changed()
        await self.pair()

    async def stop_seeking(self, person: Person) -> None:
        """Wait no longer."""
        if await self._store.write(rows.remove, person.account):
            await self._changed()

    def sought(self, account: str | None) -> Wanted | None:
        """What somebody waits for."""
        row = self._known.get(account or "")
        return _seek(row).wanted if row and row.table_id is None else None

    def table_for(self, account: str | None, since_ms: int) -> str | None:
        """The table that was opened for somebody since then, or of which they were not told yet."""
        row = self._known.get(account or "")
        if row is None or row.table_id is None or (row.told and (row.paired_ms or 0) < since_ms):
            return None
        if not row.told:
            self._known[row.account] = row._replace(told=True)
            self._tasks.start(self._store.write(rows.told, row.account, row.table_id), "noting who knows their table")
        return row.table_id

    async def refresh(self) -> None:
        """Find out who waits and who was paired: other processes change that, too."""
        known = {row.account: row for row in await self._store.read(rows.everybody)}
        if known != self._known:
            self._known = known
            self._tell_here()

    def pair_soon(self) -> None:
        """Look whether somebody can be paired by now. To be called from time to time, by one process."""
        if self._known:
            self._tasks.start(self._pair_and_forget(), "pairing")

    async def _pair_and_forget(self) -> None:
        await self._store.write(rows.forget, now_ms() - _REMEMBERED_MS)
        await self.pair()

    async def pair(self) -> None:
        """Bring together who fits, and open their tables."""
        async with self._pairing:
            await self.refresh()
            await self._drop_who_left()
            now = now_ms()
            waiting = [_seek(row) for row in self._known.values() if row.table_id is None]
            apart = set()
            for one, other in combinations(waiting, 2):
                if pairing.fit(one, other, now) and await self.apart(one.account, other.account):
                    apart.add(frozenset((one.account, other.account)))
            together = pairing.groups(waiting, now, lambda one, other: frozenset((one, other)) in apart)
            for group in together:
                await self._seat(list(group))
            if together:
                await self._changed()

    async def _drop_who_left(self) -> None:
        since_ms = now_ms() - GRACE_MS
        gone = [
            (row.account, row.since_ms)
            for row in self._known.values()
            if row.table_id is None and self._has_left(row, since_ms)
        ]
        if gone:
            await self._store.write(rows.drop, gone)
            await self._changed()

    def _has_left(self, row: rows.Row, since_ms: int) -> bool:
        there = self._tables.presence.presence_of(LOBBY, row.account)
        return not there.connected and max(there.since_ms, row.since_ms) < since_ms

    async def _seat(self, group: list[Seek]) -> None:
        wanted = group[0].wanted
        _rng.shuffle(group)
        names = [(seek.account, (await self._accounts.get(Person(seek.account))).name) for seek in group]
        seats = {side: Seat.person(*who) for side, who in zip(wanted.game.seats, names, strict=True)}
        terms = Terms(wanted.clock, wanted.rated, public=True, watchable=True, opener=group[0].account)
        table_id, wishes = new_id(), [(seek.account, seek.since_ms) for seek in group]
        along = partial(rows.pair, wishes=wishes, table_id=table_id, now_ms=now_ms())
        with suppress(Conflict):  # somebody has given up meanwhile, or was paired by another process
            await self._tables.open(wanted.game.start(), seats, terms, table_id=table_id, along=along)

    async def _changed(self) -> None:
        """Take note of what was just written, and let others do so."""
        await self.refresh()
        if self.news:
            self.news.publish(HALL, "lobby")


def _seek(row: rows.Row) -> Seek:
    wanted = Wanted(game(row.game, **row.options), TimeControl.parse(row.clock), row.rated)
    return Seek(row.account, wanted, row.rating, row.since_ms)
