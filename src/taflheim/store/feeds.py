"""Private feeds: one for each account, by the hash of the token in its address. Values in, values out; no rules."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from taflheim.store.schema import feeds

_ADD = insert(feeds)
_REMOVE = delete(feeds).where(feeds.c.account_id == bindparam("this_account"))
_FIND = select(feeds.c.account_id).where(feeds.c.token_hash == bindparam("this_hash"))
_SINCE = select(feeds.c.created_ms).where(feeds.c.account_id == bindparam("this_account"))


def put(connection: Connection, token_hash: str, account_id: str, now_ms: int) -> None:
    """Give an account a feed in place of the one it had."""
    remove(connection, account_id)
    connection.execute(_ADD, {"token_hash": token_hash, "account_id": account_id, "created_ms": now_ms})


def remove(connection: Connection, account_id: str) -> None:
    """Take an account's feed away, if it has one."""
    connection.execute(_REMOVE, {"this_account": account_id})


def account_of(connection: Connection, token_hash: str) -> str | None:
    """Whose feed has this token."""
    return connection.execute(_FIND, {"this_hash": token_hash}).scalar()


def since(connection: Connection, account_id: str) -> int | None:
    """Since when an account has its feed; None without one."""
    return connection.execute(_SINCE, {"this_account": account_id}).scalar()
