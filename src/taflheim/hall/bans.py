"""Bans by account and by address.

The functions write to the store, and can be called while a hall runs in another process: `Bans.refresh` of that hall
notices it within seconds. No right follows from an address, but it can be banned: nothing is changed from there.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.store import accounts as account_rows
from taflheim.store import bans
from taflheim.store.bans import AddressBan
from taflheim.store.errors import StoreUnavailable
from taflheim.store.store import Store
from taflheim.table.actor import Person

log = logging.getLogger(__name__)

Network = IPv4Network | IPv6Network

_WIDEST_4, _WIDEST_6 = 8, 32
"""Networks with a shorter prefix are no neighbourhood any more."""
_HOME_6 = 64
"""What one household has: within it an address of IPv6 can be changed at will."""
_LONGEST_REASON = 200
_MOST_SEEN = 10_000


class CannotBan(TaflheimError):
    """This account or address cannot be banned."""


async def ban_account(store: Store, account_id: str) -> None:
    """Ban an account; raises CannotBan. Its sessions are good for nothing from now on."""
    account = await store.read(account_rows.get, account_id)
    if account is None or account.kind == "deleted":
        raise CannotBan("there is no such account")
    if account.kind == "owner":
        raise CannotBan("this hall belongs to them: the owner cannot be banned")
    await store.write(bans.ban, account_id, now_ms())


async def pardon_account(store: Store, account_id: str) -> None:
    """Let somebody who was banned come in again."""
    await store.write(bans.pardon, account_id)


async def ban_address(store: Store, address: str, reason: str) -> str:
    """Ban an address or a network; gives what is banned, in its usual form. Raises CannotBan."""
    banned = str(network(address))
    await store.write(bans.add_address, AddressBan(banned, now_ms(), reason[:_LONGEST_REASON]))
    return banned


async def pardon_address(store: Store, address: str) -> bool:
    """Lift the ban of an address or a network; False if there was none."""
    return await store.write(bans.remove_address, str(network(address)))


async def banned_addresses(store: Store) -> list[AddressBan]:
    """All addresses that are banned, the latest first."""
    return await store.read(bans.addresses)


def network(address: str) -> Network:
    """What is banned with an address: of IPv6, all that one household has.

    >>> str(network("203.0.113.7")), str(network("2001:db8::7")), str(network("203.0.113.0/24"))
    ('203.0.113.7/32', '2001:db8::/64', '203.0.113.0/24')
    >>> network("127.0.0.1")
    Traceback (most recent call last):
    taflheim.hall.bans.CannotBan: '127.0.0.1' is this machine itself: it cannot be banned
    """
    try:
        found = ip_network(address.strip(), strict=False)
        if isinstance(found, IPv6Network) and found.network_address.ipv4_mapped and found.prefixlen >= 96:
            found = ip_network((found.network_address.ipv4_mapped, found.prefixlen - 96), strict=False)
    except ValueError:
        raise CannotBan(f"{quoted(address)} is no address: expected one as 203.0.113.7 or 203.0.113.0/24") from None
    if found.is_loopback or found.is_unspecified:
        raise CannotBan(f"{quoted(address)} is this machine itself: it cannot be banned")
    if found.prefixlen < (_WIDEST_4 if found.version == 4 else _WIDEST_6):
        raise CannotBan(f"{quoted(address)} is too much of the world: name a smaller network")
    if isinstance(found, IPv6Network) and found.prefixlen > _HOME_6:
        return found.supernet(new_prefix=_HOME_6)
    return found


class Bans:
    """The bans of a running hall: known without asking the store. Used in one event loop."""

    def __init__(self, store: Store, accounts: Accounts):
        self._store = store
        self._accounts = accounts
        self._banned: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()
        self._seen: dict[str, str] = {}
        """Where accounts have last come from, in memory only."""
        self._open: set[tuple[str, Callable[[], None]]] = set()
        """What is to be closed when an address is banned."""

    async def refresh(self) -> None:
        """Look up what is banned, and let nobody stay who is. While that cannot be read, what was known holds."""
        try:
            addresses, banned = await self._store.read(bans.addresses), await self._store.read(bans.banned)
        except StoreUnavailable as error:
            log.warning("it cannot be looked up who is banned: %s", error)
            return
        self._networks = tuple(ip_network(one.address) for one in addresses)
        for address, close in [*self._open]:
            if self.refuses(address):
                close()
        for account_id in banned - self._banned:
            person = Person(account_id)
            await self._accounts.end_everything(person)
            self._accounts.changed((await self._accounts.get(person))._replace(banned=True))
        for account_id in self._banned - banned:
            self._accounts.changed((await self._accounts.get(Person(account_id)))._replace(banned=False))
        self._banned = banned

    def refuses(self, address: str) -> bool:
        """Whether nothing is changed from an address."""
        if not self._networks:
            return False
        try:
            found: IPv4Address | IPv6Address = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in one for one in self._networks)

    def seen(self, account_id: str, address: str) -> None:
        """Note where somebody comes from, so that a host can ban the address, too."""
        if account_id not in self._seen and len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        self._seen[account_id] = address

    def close_with(self, address: str, close: Callable[[], None]) -> Callable[[], None]:
        """Have something closed when an address is banned; gives what takes that back."""
        one = (address, close)
        self._open.add(one)
        return lambda: self._open.discard(one)

    async def ban(self, account_id: str, *, address_too: bool = False, reason: str = "") -> None:
        """Ban an account, and the address that it has last come from, if that is known and can be banned."""
        await ban_account(self._store, account_id)
        if address_too and (address := self._seen.get(account_id)):
            with suppress(CannotBan):
                await ban_address(self._store, address, reason)
        await self.refresh()

    async def pardon(self, account_id: str) -> None:
        """Let somebody who was banned come in again."""
        await pardon_account(self._store, account_id)
        await self.refresh()

    async def ban_address(self, address: str, reason: str = "") -> str:
        """Ban an address or a network; gives what is banned, in its usual form. Raises CannotBan."""
        banned = await ban_address(self._store, address, reason)
        await self.refresh()
        return banned

    async def pardon_address(self, address: str) -> bool:
        """Lift the ban of an address or a network; False if there was none."""
        lifted = await pardon_address(self._store, address)
        await self.refresh()
        return lifted

    async def listed(self) -> list[AddressBan]:
        """All addresses that are banned, the latest first."""
        return await banned_addresses(self._store)
