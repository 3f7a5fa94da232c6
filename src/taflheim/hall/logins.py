"""Coming in by name: registering, logging in, passwords, and recovery codes for who has forgotten one.

What is answered, and how long it takes, is the same whether there is an account of a name or not.
"""

import base64
import secrets

from taflheim.games.errors import TaflheimError
from taflheim.hall import names, passwords
from taflheim.hall.accounts import Accounts, hash_of
from taflheim.hall.attempts import Attempts
from taflheim.hall.clock import now_ms
from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.passwords import Passwords
from taflheim.hall.settings import Settings
from taflheim.store import accounts, recovery_codes
from taflheim.store.accounts import Account
from taflheim.store.errors import Conflict
from taflheim.store.store import Store
from taflheim.table.actor import Person

CODES = 10
_CODE_BYTES = 10
"""80 bits."""


class WrongPassword(TaflheimError):
    """Name and password, or name and code, do not belong together."""


class Logins:
    """Lets people in by name. Used in one event loop."""

    def __init__(self, store: Store, accounts: Accounts, settings: Settings, counting: Counting = ALONE):
        self._store = store
        self._accounts = accounts
        self._passwords = Passwords()
        # Several windows each, so that who goes on guessing waits longer and longer.
        self.attempts = Attempts(settings.log_in_limits, "log-in", counting)
        self.registrations = Attempts(settings.register_limits, "register", counting)

    async def register(self, name: str, password: str, address: str, guest: Person | None = None) -> Account:
        """Make an account; a guest keeps the one they have, with all they have played.

        Raises InvalidName, InvalidPassword, TooOften, and Conflict if the name is taken.
        """
        name = names.checked(name)
        password = passwords.checked(password, name)
        await self.registrations.take(address=address, all="")
        if guest is None:
            return await self.add(name, password)
        kept = await self._passwords.hash(password)
        if not await self._store.write(accounts.register, guest.account, name, names.key(name), now_ms(), kept):
            raise Conflict("you have an account already: log out to make another")
        account = Account(guest.account, name, "registered")
        # Whoever had the guest's session does not get the account with it.
        await self._accounts.end_others(guest)
        self._accounts.changed(account)
        return account

    async def add(self, name: str, password: str) -> Account:
        """Make an account, as often as one likes; raises InvalidName, InvalidPassword, Conflict."""
        name = names.checked(name)
        kept = await self._passwords.hash(passwords.checked(password, name))
        account = await self._store.write(
            accounts.add, "registered", name, names.key(name), now_ms(), password_hash=kept
        )
        self._accounts.changed(account)
        return account

    async def log_in(self, name: str, password: str, address: str) -> Account:
        """The account of this name, if this is its password; raises WrongPassword, TooOften."""
        key = names.key(name.strip())
        await self.attempts.take(account=key, address=address, all="")
        found = await self._store.read(accounts.named, *names.keys(name.strip()))
        right = await self._passwords.verify(password, found.password_hash if found else None)
        if found is None or not right or found.account.banned:
            raise WrongPassword("name and password do not belong together: try again")
        await self.attempts.forgive(account=key)
        return found.account

    async def check(self, person: Person, password: str, address: str) -> None:
        """Raise WrongPassword, if this is not somebody's password. Who has none needs none."""
        found = await self._store.read(accounts.credentials, person.account)
        if found is None or found.password_hash is None:
            return
        key = names.key(found.account.name)
        await self.attempts.take(account=key, address=address, all="")
        if not await self._passwords.verify(password, found.password_hash):
            raise WrongPassword("that is not your password: try again")
        await self.attempts.forgive(account=key)

    async def has_password(self, person: Person) -> bool:
        """Whether somebody can log in by name."""
        found = await self._store.read(accounts.credentials, person.account)
        return found is not None and found.password_hash is not None

    async def set_password(self, person: Person, password: str) -> None:
        """Let somebody log in by this password from now on.

        All sessions end, if there was another before: somebody else may know it.
        """
        account = await self._accounts.get(person)
        kept = await self._passwords.hash(passwords.checked(password, account.name))
        had_one = await self.has_password(person)
        await self._store.write(accounts.set_password, account.id, kept)
        if had_one:
            await self._accounts.end_others(person)

    async def new_codes(self, person: Person) -> list[str]:
        """Ten new recovery codes in place of all that somebody had. They are shown once and kept nowhere."""
        codes = [_code() for _ in range(CODES)]
        await self._store.write(recovery_codes.replace, person.account, [hash_of(_plain(code)) for code in codes])
        return codes

    async def codes_left(self, person: Person) -> int:
        """How many recovery codes somebody has left."""
        return await self._store.read(recovery_codes.left, person.account)

    async def recover(self, name: str, code: str, password: str, address: str) -> Account:
        """The account of this name, with a new password, if this is one of its codes.

        The code is used up; all sessions end and all access tokens are revoked. Raises WrongPassword, InvalidPassword,
        TooOften.
        """
        key = names.key(name.strip())
        checked = passwords.checked(password, name)
        await self.attempts.take(account=key, address=address, all="")
        found = await self._store.read(accounts.named, *names.keys(name.strip()))
        kept = await self._passwords.hash(checked)  # first, so that it takes as long if the code is wrong
        used = found is not None and await self._store.write(
            recovery_codes.use, found.account.id, hash_of(_plain(code))
        )
        if found is None or not used or found.account.banned:
            raise WrongPassword("name and code do not belong together: try again, perhaps with another code")
        await self._store.write(accounts.set_password, found.account.id, kept)
        await self.attempts.forgive(account=key)
        await self._accounts.end_everything(Person(found.account.id))
        return found.account

    def close(self) -> None:
        """Let go of the threads that hash."""
        self._passwords.close()


def _code() -> str:
    """A recovery code as people read it: four groups of four letters and digits."""
    text = base64.b32encode(secrets.token_bytes(_CODE_BYTES)).decode().lower()
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def _plain(code: str) -> str:
    """A code as it is hashed, however it was typed.

    >>> _plain(" ABCD-efgh 2345 klm0 ")
    'abcdefgh2345klmo'
    """
    # The alphabet of base32 has neither 0 nor 1: they were read for O and L.
    return "".join(code.split()).replace("-", "").lower().replace("0", "o").replace("1", "l")
