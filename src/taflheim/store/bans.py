"""Bans: accounts that may not come in any more, and addresses from which nothing is changed."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from taflheim.store.schema import accounts, address_bans, seeks


class AddressBan(NamedTuple):
    """An address, or a network, from which nothing is changed here."""

    address: str
    at_ms: int
    reason: str


_BAN = (
    update(accounts)
    .where(accounts.c.id == bindparam("this_account"), accounts.c.banned_ms.is_(None))
    .values(banned_ms=bindparam("now_ms"))
)
_NO_WISH = delete(seeks).where(seeks.c.account == bindparam("this_account"))
_PARDON = update(accounts).where(accounts.c.id == bindparam("this_account")).values(banned_ms=None)
_BANNED = select(accounts.c.id).where(accounts.c.banned_ms.is_not(None))
_REMOVE = delete(address_bans).where(address_bans.c.address == bindparam("this_address"))
_ADDRESSES = select(address_bans).order_by(address_bans.c.at_ms.desc(), address_bans.c.address)


def ban(connection: Connection, account: str, now_ms: int) -> None:
    """Ban an account, and pair it with nobody.

    Sessions and tokens of one that is banned are good for nothing; a running hall ends them.
    """
    connection.execute(_BAN, {"this_account": account, "now_ms": now_ms})
    connection.execute(_NO_WISH, {"this_account": account})


def pardon(connection: Connection, account: str) -> None:
    """Let somebody come in again."""
    connection.execute(_PARDON, {"this_account": account})


def banned(connection: Connection) -> frozenset[str]:
    """All accounts that are banned."""
    return frozenset(connection.execute(_BANNED).scalars())


def add_address(connection: Connection, new: AddressBan) -> None:
    """Ban an address; the last reason counts."""
    remove_address(connection, new.address)
    connection.execute(insert(address_bans), new._asdict())


def remove_address(connection: Connection, address: str) -> bool:
    """Lift the ban of an address; False if there is none."""
    return connection.execute(_REMOVE, {"this_address": address}).rowcount > 0


def addresses(connection: Connection) -> list[AddressBan]:
    """All addresses that are banned, the latest first."""
    return [AddressBan(*row) for row in connection.execute(_ADDRESSES)]
