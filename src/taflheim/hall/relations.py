"""Whom people want nothing to do with: muted, their lines are not shown to one; blocked, there is no chat, no pairing
and no seat at each other's tables."""

from typing import Literal, get_args

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.games.rulebook import either
from taflheim.hall import names
from taflheim.hall.clock import now_ms
from taflheim.store import accounts, relations
from taflheim.store.accounts import Account
from taflheim.store.relations import Apart, Relation
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person

Change = Literal["mute", "unmute", "block", "unblock"]
CHANGES: tuple[Change, ...] = get_args(Change)
MOST = 1000
"""People whom one can have muted or blocked."""
_NOBODY: frozenset[str] = frozenset()
_MOST_KNOWN = 10_000


class NoSuchPerson(TaflheimError):
    """Nobody here has this name."""


class InvalidRelation(TaflheimError):
    """This cannot be between these two."""


class Relations:
    """The relations of all people in a hall. Used in one event loop."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, Apart] = {}
        """By account, as far as they were asked for: every line of chat needs them."""
        self._changes = 0

    async def change(self, person: Person, name: str, change: str) -> None:
        """Mute or block somebody, or take that back."""
        if change not in CHANGES:
            raise InvalidRelation(f"{quoted(change)}: expected {either(CHANGES)}")
        other = await find_person(self._store, name)
        if other.id == person.account:
            raise InvalidRelation("that is yourself: choose somebody else")
        before = await self._of(person.account)
        if len(before.muted | before.blocked) >= MOST and change in ("mute", "block"):
            raise InvalidRelation(f"there are {MOST} people on your list already: take somebody off it first")
        muted = change == "mute" if change in ("mute", "unmute") else other.id in before.muted
        blocked = change == "block" if change in ("block", "unblock") else other.id in before.blocked
        await self._store.write(relations.put, person.account, other.id, muted=muted, blocked=blocked, now_ms=now_ms())
        self._changes += 1
        for account in (person.account, other.id):
            self._known.pop(account, None)

    def forget(self) -> None:
        """Ask the store again: another process may have changed something."""
        self._known.clear()

    async def listed(self, person: Person) -> list[Relation]:
        """Whom somebody has muted or blocked, the latest first."""
        return await self._store.read(relations.listed, person.account)

    async def unheard(self, actor: Actor) -> frozenset[str]:
        """The accounts whose lines are not shown to somebody."""
        if not isinstance(actor, Person):
            return _NOBODY
        found = await self._of(actor.account)
        return found.muted | found.blocked | found.blocked_by

    async def blocked_between(self, one: str, other: str) -> bool:
        """Whether one of two accounts has blocked the other."""
        return other in await self.blocked_with(one)

    async def blocked_with(self, account: str) -> frozenset[str]:
        """The accounts that have blocked this one, or that it has blocked."""
        found = await self._of(account)
        return found.blocked | found.blocked_by

    async def _of(self, account: str) -> Apart:
        if known := self._known.get(account):
            return known
        changes = self._changes
        found = await self._store.read(relations.apart, account)
        if changes == self._changes:  # else it may be older than what was written meanwhile
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[account] = found
        return found


async def find_person(store: Store, name: str) -> Account:
    """The account that has, or had, a name; raises NoSuchPerson."""
    found = await store.read(accounts.named, *names.keys(name)) if len(name) <= 100 and name.isprintable() else None
    if found is None or found.account.kind == "deleted":
        raise NoSuchPerson(f"nobody here is called {quoted(name)}")
    return found.account
