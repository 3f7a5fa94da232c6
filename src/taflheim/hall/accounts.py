"""Who people are: accounts, and the sessions that stand for them."""

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Iterable

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.hall import names
from taflheim.hall.clock import machine_ms, now_ms
from taflheim.hall.tokens import Tokens, mint
from taflheim.store import access_tokens, accounts, feeds, seeks, sessions
from taflheim.store.accounts import Account
from taflheim.store.errors import Conflict
from taflheim.store.sessions import Session
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person, Spectator

_MOST_KNOWN = 10_000
_NAME_STAYS_MS = 30 * 24 * 3600 * 1000
_LONGEST_LABEL = 200
_MOST_TRIES = 20


async def _always(_token_hash: str) -> bool:
    return True


class NoSuchAccount(TaflheimError):
    """There is no account of this name."""


class Accounts:
    """Accounts and sessions of the people in a hall. Used in one event loop."""

    def __init__(self, store: Store, owner: Account, secret: bytes):
        self.owner = owner
        """The person whose hall this is."""
        self._store = store
        self._secret = secret
        self.tokens = Tokens(secret)
        self.shared = False
        """Whether other processes end sessions, too: what a session stands for is asked for every time."""
        self.first: Callable[[str], Awaitable[bool]] = _always
        """Whether a one-time token is used for the first time, as far as other processes know."""
        self._known: dict[str, str] = {}
        """Accounts by the hash of a session's token, as far as they were asked for."""
        self._named: dict[str, Account] = {owner.id: owner}
        """Accounts by their id, as far as they were asked for."""
        self._ends: dict[str, set[Callable[[], None]]] = {}
        """What is to be closed with a session or an access token, by the hash of the token."""

    # ---- accounts -------------------------------------------------------------------------------------------------

    async def get(self, person: Person) -> Account:
        """The account of somebody."""
        if known := self._named.get(person.account):
            return known
        found = await self._store.read(accounts.get, person.account)
        if found is None:
            raise LookupError(f"no account {person.account}")
        self._remember(found)
        return found

    async def add_guest(self, label: str = "") -> str:
        """The token of a new session of a new guest."""
        for _ in range(_MOST_TRIES):
            name = names.of_a_guest()
            try:
                guest = await self._store.write(accounts.add, "guest", name, names.key(name), now_ms())
            except Conflict:
                continue
            self._remember(guest)
            return await self.begin_session(guest.id, label)
        raise Conflict("all names for guests seem to be taken: try again, or register under a name of your own")

    async def rename(self, person: Person, wanted: str, *, by_host: bool = False) -> str:
        """Call somebody otherwise from now on; raises InvalidName. Games that were played keep the name of then.

        Once in 30 days, unless a host does it.
        """
        name = names.checked(wanted)
        now = now_ms()
        since_ms = now if by_host else now - _NAME_STAYS_MS
        await self._store.write(accounts.rename, person.account, name, names.key(name), now, not_since_ms=since_ms)
        self.changed((await self.get(person))._replace(name=name))
        return name

    async def named(self, name: str) -> Account:
        """The account that has, or had, a name; raises NoSuchAccount."""
        found = await self._store.read(accounts.named, *names.keys(name.strip()))
        if found is None:
            raise NoSuchAccount(f"there is no account {quoted(name)}: `taflheim admin users list` names them all")
        return found.account

    async def listed(self) -> list[Account]:
        """All accounts, the oldest first."""
        return await self._store.read(accounts.listed)

    async def set_host(self, account: Account, host: bool) -> None:
        """Give somebody the rights of a host, or take them."""
        await self._store.write(accounts.set_host, account.id, host)
        self.changed(account._replace(host=host))

    def forget_known(self, accounts: Iterable[str] = ()) -> None:
        """Ask the store again whom each session stands for, and do not remember these accounts."""
        self._known.clear()
        for account in accounts:
            self._named.pop(account, None)

    def forget_named(self) -> None:
        """Ask the store again what it knows of each account: another process may have changed it."""
        self._named = {self.owner.id: self.owner}

    def changed(self, account: Account) -> None:
        """Take note of a change of an account that was written."""
        if account.id == self.owner.id:
            self.owner = account
        self._remember(account)

    # ---- sessions -------------------------------------------------------------------------------------------------

    def login_token(self) -> str:
        """A token with which the owner comes in, once and within a minute."""
        return mint(self._secret, machine_ms())

    async def redeem(self, token: str, label: str = "") -> str | None:
        """The token of a new session of the owner, if this login token is good."""
        good = self.tokens.redeem(token, machine_ms()) and await self.first(hash_of(token))
        return await self.begin_session(self.owner.id, label) if good else None

    async def begin_session(self, account_id: str, label: str = "") -> str:
        """The token of a new session of an account."""
        session = secrets.token_urlsafe(32)
        await self._store.write(sessions.add, hash_of(session), account_id, now_ms(), label[:_LONGEST_LABEL])
        return session

    async def actor(self, session: str | None) -> Actor:
        """Whom a session stands for; without one, a spectator."""
        if not session:
            return Spectator()
        token_hash = hash_of(session)
        known = self._known.get(token_hash)
        if known and not self.shared:
            return Person(known)
        account_id = await self._store.read(sessions.account_of, token_hash, now_ms())
        if account_id is None:
            return Spectator()
        if account_id == known:
            return Person(account_id)
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[token_hash] = account_id
        await self._store.write(sessions.use, token_hash, now_ms())
        return Person(account_id)

    async def sessions(self, person: Person) -> list[Session]:
        """All sessions of somebody, the last used first."""
        return await self._store.read(sessions.listed, person.account, now_ms())

    async def end(self, session: str) -> None:
        """End a session, and close what was opened with it."""
        await self.end_listed(hash_of(session))

    async def end_listed(self, session_id: str) -> None:
        """End a session that was listed."""
        await self._store.write(sessions.remove, session_id)
        self._forget(session_id)

    async def end_others(self, person: Person, session: str | None = None) -> None:
        """End all sessions of somebody but this one."""
        kept = hash_of(session) if session else ""
        ended = [each.id for each in await self.sessions(person) if each.id != kept]
        await self._store.write(sessions.remove_others, person.account, kept)
        for session_id in ended:
            self._forget(session_id)

    async def end_everything(self, person: Person) -> None:
        """End all sessions of somebody and revoke all access tokens, those of their programs too, and the feed.

        Somebody else may have them. Who is not here any more waits to be paired no longer.
        """
        programs = await self._store.read(accounts.made_by, person.account)
        for account_id in (person.account, *(program.id for program in programs)):
            await self.revoke_tokens(account_id)
        await self._store.write(feeds.remove, person.account)
        await self._store.write(seeks.remove, person.account)
        await self.end_others(person)

    async def revoke_tokens(self, account_id: str) -> None:
        """Revoke all access tokens of an account, and close what was opened with them."""
        revoked = await self._store.read(access_tokens.listed, account_id)
        await self._store.write(access_tokens.remove_all, account_id)
        for token in revoked:
            self.hang_up(token.id)

    def _forget(self, session_id: str) -> None:
        self._known.pop(session_id, None)
        self.hang_up(session_id)

    # ---- what is open ---------------------------------------------------------------------------------------------

    def close_with(self, token: str, close: Callable[[], None]) -> Callable[[], None]:
        """Have something closed when a session ends or an access token is revoked; gives what takes that back."""
        closing = self._ends.setdefault(hash_of(token), set())
        closing.add(close)

        def no_more() -> None:
            closing.discard(close)
            if not closing and self._ends.get(hash_of(token)) is closing:
                del self._ends[hash_of(token)]

        return no_more

    def hang_up(self, token_hash: str) -> None:
        """Close what was opened with a token that is good for nothing any more."""
        for close in self._ends.pop(token_hash, ()):
            asyncio.get_running_loop().call_soon(close)

    async def hang_up_ended(self) -> None:
        """Close what was opened with tokens that another process has ended."""
        if opened := set(self._ends):
            for token_hash in opened - await self._store.read(sessions.living, opened):
                self._forget(token_hash)

    def _remember(self, account: Account) -> None:
        if len(self._named) >= _MOST_KNOWN:
            self._named.clear()
        self._named[account.id] = account


def hash_of(token: str) -> str:
    """What is kept of a session's or program's token."""
    return hashlib.sha256(token.encode()).hexdigest()
