"""Sessions: which token stands for which account. Only a hash of the token is kept."""

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from taflheim.store.accounts import Account
from taflheim.store.schema import accounts, sessions

UNUSED_MS = 90 * 24 * 3600 * 1000
"""A session that has not been used for so long is over."""

_THIS = sessions.c.token_hash == bindparam("this_hash")
_ADD = insert(sessions)
_ACCOUNT_OF = (
    select(accounts.c.id, accounts.c.name)
    .join(sessions, sessions.c.account_id == accounts.c.id)
    .where(_THIS, sessions.c.used_ms > bindparam("since_ms"))
)
_USE = update(sessions).where(_THIS).values(used_ms=bindparam("now_ms"))
_REMOVE = delete(sessions).where(_THIS)


def add(connection: Connection, token_hash: str, account_id: str, now_ms: int) -> None:
    """Begin a session."""
    row = {"token_hash": token_hash, "account_id": account_id, "created_ms": now_ms, "used_ms": now_ms}
    connection.execute(_ADD, row)


def account_of(connection: Connection, token_hash: str, now_ms: int) -> Account | None:
    """Whose session this is; None if there is none, or if it was not used for too long. Reads only: see `use`."""
    row = connection.execute(_ACCOUNT_OF, {"this_hash": token_hash, "since_ms": now_ms - UNUSED_MS}).first()
    return None if row is None else Account(row.id, row.name)


def use(connection: Connection, token_hash: str, now_ms: int) -> None:
    """Note that a session is in use; once a day is enough to keep it."""
    connection.execute(_USE, {"this_hash": token_hash, "now_ms": now_ms})


def remove(connection: Connection, token_hash: str) -> None:
    """End a session."""
    connection.execute(_REMOVE, {"this_hash": token_hash})
