"""Names: which account has, or had, a name. An old name stays blocked, so that nobody is taken for somebody else.

Names with the same key are taken for the same; what the key of a name is, the caller knows.
"""

from sqlalchemy import Connection, bindparam, insert, select, update

from taflheim.store.errors import Conflict
from taflheim.store.schema import names

_HOLDER = select(names.c.account_id).where(names.c.key == bindparam("this_key"))
_GIVE = insert(names)
_GIVE_AGAIN = (
    update(names)
    .where(names.c.key == bindparam("this_key"))
    .values(given_ms=bindparam("now_ms"), chosen=bindparam("by_choice"))
)
_LAST_CHOSEN = (
    select(names.c.given_ms)
    .where(names.c.account_id == bindparam("this_account"), names.c.chosen)
    .order_by(names.c.given_ms.desc())
    .limit(1)
)


def give(connection: Connection, account_id: str, key: str, now_ms: int, *, chosen: bool) -> None:
    """Enter the name of an account. A conflict, if another account has or had it."""
    holder = connection.execute(_HOLDER, {"this_key": key}).scalar()
    if holder == account_id:
        connection.execute(_GIVE_AGAIN, {"this_key": key, "now_ms": now_ms, "by_choice": chosen})
    elif holder is not None:
        raise Conflict("that name is taken: choose another")
    else:
        connection.execute(_GIVE, {"key": key, "account_id": account_id, "given_ms": now_ms, "chosen": chosen})


def change(connection: Connection, account_id: str, key: str, now_ms: int, *, not_since_ms: int) -> None:
    """Enter a name that somebody has chosen. A conflict, if they have chosen another after `not_since_ms`."""
    last_ms = last_chosen_ms(connection, account_id)
    if last_ms is not None and last_ms > not_since_ms:
        raise Conflict("a name can be changed once in 30 days: try again later")
    give(connection, account_id, key, now_ms, chosen=True)


def last_chosen_ms(connection: Connection, account_id: str) -> int | None:
    """When somebody has last chosen a name."""
    return connection.execute(_LAST_CHOSEN, {"this_account": account_id}).scalar()


def taken(connection: Connection, key: str) -> bool:
    """Whether some account has or had a name with this key."""
    return connection.execute(_HOLDER, {"this_key": key}).scalar() is not None
