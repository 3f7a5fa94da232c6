"""Sessions: which token stands for which account. Only a hash of the token is kept."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from taflheim.store.schema import access_tokens, accounts, sessions

UNUSED_MS = 90 * 24 * 3600 * 1000
"""A session that has not been used for this long is over."""


class Session(NamedTuple):
    """A session as it is listed."""

    id: str
    """The hash of its token."""
    label: str
    """The browser, as it calls itself."""
    created_ms: int
    used_ms: int


_THIS = sessions.c.token_hash == bindparam("this_hash")
_OF_ACCOUNT = sessions.c.account_id == bindparam("this_account")
_ADD = insert(sessions)
_ACCOUNT_OF = (
    select(accounts.c.id)
    .join(sessions, sessions.c.account_id == accounts.c.id)
    .where(_THIS, sessions.c.used_ms > bindparam("since_ms"), accounts.c.banned_ms.is_(None))
)
_TOKEN = access_tokens.c.token_hash
_LIVING = select(sessions.c.token_hash).where(sessions.c.token_hash.in_(bindparam("these", expanding=True)))
_LIVING_TOKENS = select(access_tokens.c.token_hash).where(
    access_tokens.c.token_hash.in_(bindparam("these", expanding=True))
)
_USE = update(sessions).where(_THIS).values(used_ms=bindparam("now_ms"))
_REMOVE = delete(sessions).where(_THIS)
_REMOVE_OTHERS = delete(sessions).where(_OF_ACCOUNT, sessions.c.token_hash != bindparam("this_hash"))
_REMOVE_UNUSED = delete(sessions).where(sessions.c.used_ms <= bindparam("since_ms"))
_LISTED = (
    select(sessions.c.token_hash, sessions.c.label, sessions.c.created_ms, sessions.c.used_ms)
    .where(_OF_ACCOUNT, sessions.c.used_ms > bindparam("since_ms"))
    .order_by(sessions.c.used_ms.desc(), sessions.c.token_hash)
)


def add(connection: Connection, token_hash: str, account_id: str, now_ms: int, label: str = "") -> None:
    """Begin a session."""
    row = {
        "token_hash": token_hash,
        "account_id": account_id,
        "created_ms": now_ms,
        "used_ms": now_ms,
        "label": label,
    }
    connection.execute(_ADD, row)


def account_of(connection: Connection, token_hash: str, now_ms: int) -> str | None:
    """The id of the account whose session this is. Reads only: see `use`.

    None if there is no such session, if it was not used for too long, or if the account is banned.
    """
    return connection.execute(_ACCOUNT_OF, {"this_hash": token_hash, "since_ms": now_ms - UNUSED_MS}).scalar()


def living(connection: Connection, token_hashes: Collection[str]) -> set[str]:
    """Which of these are sessions or access tokens that are still good."""
    given = {"these": [*token_hashes]}
    return {*connection.execute(_LIVING, given).scalars(), *connection.execute(_LIVING_TOKENS, given).scalars()}


def listed(connection: Connection, account_id: str, now_ms: int) -> list[Session]:
    """All sessions of an account, the last used first."""
    rows = connection.execute(_LISTED, {"this_account": account_id, "since_ms": now_ms - UNUSED_MS})
    return [Session(*row) for row in rows]


def use(connection: Connection, token_hash: str, now_ms: int) -> None:
    """Note that a session is in use; once a day is enough to keep it."""
    connection.execute(_USE, {"this_hash": token_hash, "now_ms": now_ms})


def remove(connection: Connection, token_hash: str) -> None:
    """End a session."""
    connection.execute(_REMOVE, {"this_hash": token_hash})


def remove_others(connection: Connection, account_id: str, token_hash: str = "") -> None:
    """End all sessions of an account but the one with this token, if it is named."""
    connection.execute(_REMOVE_OTHERS, {"this_account": account_id, "this_hash": token_hash})


def remove_unused(connection: Connection, now_ms: int) -> int:
    """Forget the sessions of all accounts that were not used for too long; gives how many."""
    return connection.execute(_REMOVE_UNUSED, {"since_ms": now_ms - UNUSED_MS}).rowcount
