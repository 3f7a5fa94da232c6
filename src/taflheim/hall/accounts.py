"""Who people are: the owner of the hall, and sessions that stand for accounts."""

import hashlib
import secrets

from taflheim.hall.clock import now_ms
from taflheim.hall.tokens import Tokens, mint
from taflheim.store import sessions
from taflheim.store.accounts import Account
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person, Spectator

_MOST_KNOWN = 10_000


class Accounts:
    """Sessions of the people in a hall. Used in one event loop."""

    def __init__(self, store: Store, owner: Account, secret: bytes):
        self.owner = owner
        """The person whose hall this is."""
        self._store = store
        self._secret = secret
        self.tokens = Tokens(secret)
        self._known: dict[str, str] = {}
        """Accounts by the hash of a session's token, as far as they were asked for."""

    def login_token(self) -> str:
        """A token with which the owner comes in, once and within a minute."""
        return mint(self._secret, now_ms())

    async def redeem(self, token: str) -> str | None:
        """The token of a new session of the owner, if this login token is good."""
        if not self.tokens.redeem(token, now_ms()):
            return None
        session = secrets.token_urlsafe(32)
        await self._store.write(sessions.add, _hash(session), self.owner.id, now_ms())
        return session

    async def actor(self, session: str | None) -> Actor:
        """Whom a session stands for; without one, a spectator."""
        if not session:
            return Spectator()
        token_hash = _hash(session)
        if account_id := self._known.get(token_hash):
            return Person(account_id)
        account = await self._store.read(sessions.account_of, token_hash, now_ms())
        if account is None:
            return Spectator()
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[token_hash] = account.id
        await self._store.write(sessions.use, token_hash, now_ms())
        return Person(account.id)

    async def end(self, session: str) -> None:
        """End a session."""
        self._known.pop(_hash(session), None)
        await self._store.write(sessions.remove, _hash(session))


def _hash(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()
