"""Programs that play: accounts with a token instead of a password, each made by a registered person."""

from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.hall import names
from taflheim.hall.access import SCOPES, AccessTokens
from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.store import accounts as rows
from taflheim.store.accounts import Account
from taflheim.store.store import Store
from taflheim.table.actor import Person

MOST = 10
_MAKERS = ("owner", "registered")


class NoProgram(TaflheimError):
    """Somebody cannot make a program, or not another one."""


class Made(NamedTuple):
    """A program, and its token, which is shown once and kept nowhere."""

    account: Account
    token: str


class Programs:
    """The programs that people in a hall have made."""

    def __init__(self, store: Store, accounts: Accounts, access: AccessTokens):
        self._store = store
        self._accounts = accounts
        self._access = access

    async def add(self, maker: Person, name: str) -> Made:
        """Make a program; raises NoProgram, InvalidName, and Conflict if the name is taken."""
        if (await self._accounts.get(maker)).kind not in _MAKERS:
            raise NoProgram("only who is registered makes programs: register first")
        if len(await self.listed(maker)) >= MOST:
            raise NoProgram(f"you have {MOST} programs already: let one go first")
        called = names.of_a_program(name)
        account = await self._store.write(rows.add, "bot", called, names.key(called), now_ms(), maker=maker.account)
        return Made(account, await self._access.add(Person(account.id), called, SCOPES))

    async def renew(self, maker: Person, program: str) -> Made:
        """Another token for a program that somebody has made, in place of all it had; raises NoProgram."""
        account = next((each for each in await self.listed(maker) if each.id == program), None)
        if account is None:
            raise NoProgram("there is no such program of yours: look again")
        await self._accounts.revoke_tokens(account.id)
        return Made(account, await self._access.add(Person(account.id), account.name, SCOPES))

    async def listed(self, maker: Person) -> list[Account]:
        """The programs that somebody has made, the oldest first."""
        return await self._store.read(rows.made_by, maker.account)
