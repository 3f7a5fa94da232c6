"""Private feeds of the games in which somebody is to move: an address that only they know, and can revoke."""

import secrets

from taflheim.hall.accounts import hash_of
from taflheim.hall.clock import now_ms
from taflheim.store import feeds, turns
from taflheim.store.store import Store
from taflheim.store.turns import Turn
from taflheim.table.actor import Person

MOST = 50
"""Games in a feed."""


class Feeds:
    """The feeds of all people in a hall."""

    def __init__(self, store: Store):
        self._store = store

    async def make(self, person: Person) -> str:
        """The token of a new feed, which is shown once and kept nowhere; one from before is of no use any more."""
        token = secrets.token_urlsafe(24)
        await self._store.write(feeds.put, hash_of(token), person.account, now_ms())
        return token

    async def revoke(self, person: Person) -> None:
        """Let nobody read somebody's feed any more."""
        await self._store.write(feeds.remove, person.account)

    async def since(self, person: Person) -> int | None:
        """Since when somebody has a feed; None without one."""
        return await self._store.read(feeds.since, person.account)

    async def reader(self, token: str) -> Person | None:
        """Whose feed has this token."""
        account = await self._store.read(feeds.account_of, hash_of(token))
        return None if account is None else Person(account)

    async def turns(self, person: Person, limit: int = MOST) -> list[Turn]:
        """The games with other people in which somebody is to move, the one that waits longest first."""
        return await self._store.read(turns.turns, person.account, limit)
