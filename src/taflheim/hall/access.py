"""Access tokens: programs act with them for somebody, within the scopes that were given."""

import secrets
from collections.abc import Iterable
from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.games.rulebook import either
from taflheim.hall.accounts import Accounts, hash_of
from taflheim.hall.clock import now_ms
from taflheim.store import access_tokens
from taflheim.store.access_tokens import AccessToken
from taflheim.store.store import Store
from taflheim.table.actor import Person

SCOPES = ("read", "play")
"""What a token can be good for. None lets a program change passwords or make tokens."""
MOST = 50
_PREFIX = "taflheim_"
"""Tells people, and programs that look for leaked secrets, what it is."""
_LONGEST_NAME = 60
_MOST_KNOWN = 10_000
_USED_EVERY_MS = 3_600_000


class InvalidToken(TaflheimError):
    """A token cannot be made like this."""


class Access(NamedTuple):
    """What a program may do, and for whom."""

    person: Person
    scopes: frozenset[str]


class AccessTokens:
    """The access tokens of all people in a hall. Used in one event loop."""

    def __init__(self, store: Store, accounts: Accounts):
        self._store = store
        self._accounts = accounts
        self._used_ms: dict[str, int] = {}
        """When each token was last noted to be in use."""

    async def add(self, person: Person, name: str, scopes: Iterable[str]) -> str:
        """A new token, which is shown once and kept nowhere."""
        wanted = frozenset(scopes)
        name = " ".join(name.split())
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            raise InvalidToken(f"say what the token is for, in 1 to {_LONGEST_NAME} letters")
        if not wanted or not wanted <= set(SCOPES):
            unknown = sorted(wanted - set(SCOPES))
            raise InvalidToken(f"scope {quoted(unknown[0]) if unknown else 'missing'}: expected {either(SCOPES)}")
        if len(await self.listed(person)) >= MOST:
            raise InvalidToken(f"there are {MOST} tokens already: revoke one first")
        token = _PREFIX + secrets.token_urlsafe(32)
        await self._store.write(
            access_tokens.add, AccessToken(hash_of(token), person.account, name, wanted, now_ms(), None)
        )
        return token

    async def access(self, token: str) -> Access | None:
        """What a program with this token may do; None if it is none of ours."""
        found = await self._store.read(access_tokens.find, hash_of(token))
        if found is None:
            return None
        now = now_ms()
        if now - self._used_ms.get(found.id, 0) > _USED_EVERY_MS:
            if len(self._used_ms) >= _MOST_KNOWN:
                self._used_ms.clear()
            self._used_ms[found.id] = now
            await self._store.write(access_tokens.use, found.id, now)
        return Access(Person(found.account), found.scopes)

    async def listed(self, person: Person) -> list[AccessToken]:
        """All tokens of somebody, the oldest first."""
        return await self._store.read(access_tokens.listed, person.account)

    async def revoke(self, person: Person, token_id: str) -> bool:
        """Revoke a token, and close what was opened with it; False if somebody has none such."""
        revoked = await self._store.write(access_tokens.remove, person.account, token_id)
        if revoked:
            self._accounts.hang_up(token_id)
        return revoked
