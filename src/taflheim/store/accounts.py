"""Accounts: the people whom the hall knows, and programs that play."""

from typing import Literal, NamedTuple, get_args

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from taflheim.store import names
from taflheim.store.ids import new_id
from taflheim.store.schema import accounts
from taflheim.store.schema import names as names_table

Kind = Literal["owner", "registered", "guest", "bot", "deleted"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Account(NamedTuple):
    """A person, or a program that plays."""

    id: str
    name: str
    kind: Kind
    host: bool = False
    """Whether somebody has been given the rights of a host."""
    banned: bool = False
    maker: str | None = None
    """Of a program, the account of who has made it."""


class Credentials(NamedTuple):
    """An account, and what its password is checked by; None where there is no log-in by name."""

    account: Account
    password_hash: str | None


_COLUMNS = tuple(accounts.c[name] for name in ("id", "name", "kind", "host", "banned_ms", "maker_id"))
_OWNER = select(*_COLUMNS).where(accounts.c.kind == "owner").order_by(accounts.c.created_ms, accounts.c.id).limit(1)
_THIS = accounts.c.id == bindparam("this_account")
_BY_ID = select(*_COLUMNS, accounts.c.password_hash).where(_THIS)
_BY_KEY = (
    select(*_COLUMNS, accounts.c.password_hash)
    .join(names_table, names_table.c.account_id == accounts.c.id)
    .where(names_table.c.key == bindparam("this_key"))
)
_MADE_BY = (
    select(*_COLUMNS)
    .where(accounts.c.maker_id == bindparam("this_maker"), accounts.c.kind == "bot")
    .order_by(accounts.c.created_ms, accounts.c.id)
)
_RENAME = update(accounts).where(_THIS).values(name=bindparam("new_name"))
_SET_PASSWORD = update(accounts).where(_THIS).values(password_hash=bindparam("new_hash"))
_LISTED = select(*_COLUMNS).where(accounts.c.kind != "deleted").order_by(accounts.c.created_ms, accounts.c.id)
_SET_HOST = update(accounts).where(_THIS).values(host=bindparam("is_host"))
_REGISTER = update(accounts).where(_THIS, accounts.c.kind == "guest").values(kind="registered")


def owner(connection: Connection, name: str, key: str, now_ms: int) -> Account:
    """The person whose hall this is, made under this name when there is none."""
    row = connection.execute(_OWNER).first()
    return _account(row) if row else add(connection, "owner", name, key, now_ms)


def add(
    connection: Connection,
    kind: Kind,
    name: str,
    key: str,
    now_ms: int,
    *,
    password_hash: str | None = None,
    maker: str | None = None,
) -> Account:
    """Make an account. A conflict, if the name is taken."""
    account = Account(new_id(), name, kind, maker=maker)
    row = {
        "id": account.id,
        "name": name,
        "kind": kind,
        "password_hash": password_hash,
        "maker_id": maker,
        "created_ms": now_ms,
    }
    connection.execute(insert(accounts), row)
    names.give(connection, account.id, key, now_ms, chosen=password_hash is not None)
    return account


def made_by(connection: Connection, maker: str) -> list[Account]:
    """The programs that somebody has made, the oldest first."""
    return [_account(row) for row in connection.execute(_MADE_BY, {"this_maker": maker})]


def get(connection: Connection, account_id: str) -> Account | None:
    """The account with this id."""
    row = connection.execute(_BY_ID, {"this_account": account_id}).first()
    return _account(row) if row else None


def named(connection: Connection, *keys: str) -> Credentials | None:
    """The account that has, or had, a name with the first of these keys that is known, and its password."""
    for key in keys:
        if row := connection.execute(_BY_KEY, {"this_key": key}).first():
            return Credentials(_account(row), row.password_hash)
    return None


def credentials(connection: Connection, account_id: str) -> Credentials | None:
    """The account with this id, and its password."""
    row = connection.execute(_BY_ID, {"this_account": account_id}).first()
    return Credentials(_account(row), row.password_hash) if row else None


def rename(connection: Connection, account_id: str, name: str, key: str, now_ms: int, *, not_since_ms: int) -> None:
    """Give an account another name that its person has chosen.

    A conflict, if it is taken, or if the present one was chosen after `not_since_ms`.
    """
    names.change(connection, account_id, key, now_ms, not_since_ms=not_since_ms)
    connection.execute(_RENAME, {"this_account": account_id, "new_name": name})


def set_password(connection: Connection, account_id: str, password_hash: str) -> None:
    """Let somebody log in by this password from now on."""
    connection.execute(_SET_PASSWORD, {"this_account": account_id, "new_hash": password_hash})


def register(connection: Connection, account_id: str, name: str, key: str, now_ms: int, password_hash: str) -> bool:
    """Make a guest a registered person, who keeps the account. False if this is no guest; a conflict, if the name is
    taken."""
    if not connection.execute(_REGISTER, {"this_account": account_id}).rowcount:
        return False
    rename(connection, account_id, name, key, now_ms, not_since_ms=now_ms)
    set_password(connection, account_id, password_hash)
    return True


def listed(connection: Connection) -> list[Account]:
    """All accounts that are not deleted, the oldest first."""
    return [_account(row) for row in connection.execute(_LISTED)]


def set_host(connection: Connection, account_id: str, host: bool) -> None:
    """Give somebody the rights of a host, or take them."""
    connection.execute(_SET_HOST, {"this_account": account_id, "is_host": host})


def _account(row: Row) -> Account:  # type: ignore[type-arg]
    return Account(row.id, row.name, row.kind, row.host, row.banned_ms is not None, row.maker_id)
