"""Profiles: what everybody may know of somebody, and what only that person may."""

from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.hall import names
from taflheim.store import accounts, games, profiles
from taflheim.store.accounts import Account
from taflheim.store.games import Line, Wanted
from taflheim.store.profiles import Met
from taflheim.store.store import Store

LATELY = 1000
"""So many of somebody's last games are looked at: a profile takes no longer for who has played a lifetime."""


class NobodyCalledThat(TaflheimError):
    """There is no such account."""


class Profile(NamedTuple):
    """What there is to say of somebody's games."""

    met: list[Met]
    """The last ones with a result, the oldest first."""
    lines: list[Line]
    """The newest ones."""


class Profiles:
    """The profiles of the people in a hall."""

    def __init__(self, store: Store):
        self._store = store

    async def called(self, name: str) -> Account:
        """The account that has this name, or had it; raises NobodyCalledThat."""
        found = await self._store.read(accounts.named, *names.keys(name))
        if found is None or found.account.kind == "deleted":
            # A name that was given up says nothing of who has left.
            raise NobodyCalledThat("nobody here is called that: see how the name is written")
        return found.account

    async def get(self, account: Account, *, own: bool, lines: int) -> Profile:
        """What somebody has played: all of it for the person themselves, for others what was public."""
        met = await self._store.read(profiles.met, account.id, LATELY, public=not own)
        listed = await self._store.read(games.listed, account.id, Wanted(public=not own), lines)
        return Profile(met, listed)
