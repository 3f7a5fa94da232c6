"""Accounts: the people whom the hall knows."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from taflheim.store.ids import new_id
from taflheim.store.schema import accounts


class Account(NamedTuple):
    """A person."""

    id: str
    name: str


_COLUMNS = (accounts.c.id, accounts.c.name)
_OLDEST = select(*_COLUMNS).order_by(accounts.c.created_ms, accounts.c.id).limit(1)
_BY_ID = select(*_COLUMNS).where(accounts.c.id == bindparam("id"))


def owner(connection: Connection, name: str, now_ms: int) -> Account:
    """The person whose hall this is: the oldest account, made under this name when there is none."""
    row = connection.execute(_OLDEST).first()
    if row is not None:
        return Account(row.id, row.name)
    account = Account(new_id(), name)
    connection.execute(insert(accounts), {"id": account.id, "name": name, "created_ms": now_ms})
    return account


def get(connection: Connection, account_id: str) -> Account | None:
    """The account with this id."""
    row = connection.execute(_BY_ID, {"id": account_id}).first()
    return None if row is None else Account(row.id, row.name)
