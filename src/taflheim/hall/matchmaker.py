"""Quick pairing in a hall: who waits, and the tables that are opened for those who fit (pairing.py)."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import combinations

from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.game import Game
from taflheim.hall import pairing
from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.hall.pairing import Aborts, Seek, Wanted
from taflheim.hall.tables import Tables
from taflheim.hall.tasks import Tasks
from taflheim.table.actor import Person
from taflheim.table.errors import refused
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

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


@dataclass
class _Paired:
    table_id: str
    at_ms: int
    told: bool = False


class Matchmaker:
    """Those who wait to be paired. Used in one event loop."""

    def __init__(self, tables: Tables, accounts: Accounts, tell: Callable[[], None]):
        self.rating_of: RatingOf = _unknown
        self.apart: Apart = _nobody
        self.aborts = Aborts()
        self._tables, self._accounts = tables, accounts
        self._tell = tell
        """Called when somebody waits, does so no longer, or is paired."""
        self._here: set[str] = set()
        """Who has the lobby open."""
        self._left_ms: dict[str, int] = {}
        """When the others were there last."""
        self._seeks: dict[str, Seek] = {}
        self._paired: dict[str, _Paired] = {}
        self._pairing = asyncio.Lock()
        self._tasks = Tasks(expected=TaflheimError)
        tables.when_changed(self.aborts.note)

    async def close(self) -> None:
        """Pair nobody any more."""
        await self._tasks.cancel()

    def came(self, account: str) -> None:
        """Somebody has opened the lobby."""
        self._here.add(account)
        self._left_ms.pop(account, None)

    def went(self, account: str) -> None:
        """Somebody has closed the lobby everywhere."""
        self._here.discard(account)
        if account in self._seeks:
            self._left_ms[account] = now_ms()

    async def seek(self, person: Person, wanted: Wanted) -> None:
        """Wait to be paired; a wish from before is forgotten. Raises Paused, InvalidOption, SeatRefused."""
        self.aborts.check(person.account, now_ms())
        if len(wanted.game.seats) < 2:
            raise InvalidOption(f"{wanted.game.title} is for one: nobody has to be found for it")
        if wanted.rated and not wanted.clock.timed:
            raise refused("rated_clock")
        if wanted.rated and (await self._accounts.get(person)).kind == "guest":
            raise refused("rated_guest")
        rating = await self.rating_of(person.account, wanted.game)
        if person.account not in self._here:
            self._left_ms[person.account] = now_ms()
        self._seeks[person.account] = Seek(
            person.account, wanted, pairing.UNRATED if rating is None else rating, now_ms()
        )
        self._paired.pop(person.account, None)
        self._tell()
        await self.pair()

    def stop_seeking(self, person: Person) -> None:
        """Wait no longer."""
        if self._seeks.pop(person.account, None):
            self._tell()

    def sought(self, account: str | None) -> Wanted | None:
        """What somebody waits for."""
        seek = self._seeks.get(account or "")
        return seek.wanted if seek else None

    def table_for(self, account: str | None, since_ms: int) -> str | None:
        """The table that was opened for somebody since then, or of which they were not told yet."""
        paired = self._paired.get(account or "")
        if paired is None or (paired.told and paired.at_ms < since_ms):
            return None
        paired.told = True
        return paired.table_id

    def pair_soon(self) -> None:
        """Look whether somebody can be paired by now. To be called from time to time."""
        self.aborts.forget(now_ms())
        since_ms = now_ms() - _REMEMBERED_MS
        self._paired = {one: paired for one, paired in self._paired.items() if paired.at_ms > since_ms}
        if self._seeks:
            self._tasks.start(self.pair(), "pairing")

    async def pair(self) -> None:
        """Bring together who fits, and open their tables."""
        async with self._pairing:
            self._drop_who_left()
            now, waiting = now_ms(), list(self._seeks.values())
            apart = set()
            for one, other in combinations(waiting, 2):
                if pairing.fit(one, other, now) and await self.apart(one.account, other.account):
                    apart.add(frozenset((one.account, other.account)))
            together = pairing.groups(waiting, now, lambda one, other: frozenset((one, other)) in apart)
            for group in together:
                # Somebody may have given up meanwhile.
                if all(self._seeks.get(seek.account) == seek for seek in group):
                    await self._seat(list(group))

    def _drop_who_left(self) -> None:
        since_ms = now_ms() - GRACE_MS
        gone = {account for account, left_ms in self._left_ms.items() if left_ms < since_ms}
        self._left_ms = {account: at_ms for account, at_ms in self._left_ms.items() if account not in gone}
        self._seeks = {account: seek for account, seek in self._seeks.items() if account not in gone}

    async def _seat(self, group: list[Seek]) -> None:
        wanted = group[0].wanted
        _rng.shuffle(group)
        names = [(seek.account, (await self._accounts.get(Person(seek.account))).name) for seek in group]
        seats = {side: Seat.person(*who) for side, who in zip(wanted.game.seats, names, strict=True)}
        terms = Terms(wanted.clock, wanted.rated, public=True, watchable=True, opener=group[0].account)
        table = await self._tables.open(wanted.game.start(), seats, terms)
        for seek in group:
            self._seeks.pop(seek.account, None)
            self._paired[seek.account] = _Paired(table.id, now_ms())
        self._tell()
