"""Access tokens: with them programs act for an account, within some scopes. Only hashes are kept."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from taflheim.store.schema import access_tokens, accounts


class AccessToken(NamedTuple):
    """A token as it is listed; its text is known to nobody but its owner."""

    id: str
    """The hash of the token."""
    account: str
    name: str
    """What it is for."""
    scopes: frozenset[str]
    created_ms: int
    used_ms: int | None


_COLUMNS = (
    access_tokens.c.token_hash,
    access_tokens.c.account_id,
    access_tokens.c.name,
    access_tokens.c.scopes,
    access_tokens.c.created_ms,
    access_tokens.c.used_ms,
)
_OF_ACCOUNT = access_tokens.c.account_id == bindparam("this_account")
_THIS = access_tokens.c.token_hash == bindparam("this_hash")
_MAKER = accounts.alias("maker")
_FIND = (
    select(*_COLUMNS)
    .join(accounts, accounts.c.id == _COLUMNS[1])
    .outerjoin(_MAKER, _MAKER.c.id == accounts.c.maker_id)
    .where(_THIS, accounts.c.banned_ms.is_(None), _MAKER.c.banned_ms.is_(None))
)
_LISTED = select(*_COLUMNS).where(_OF_ACCOUNT).order_by(access_tokens.c.created_ms, access_tokens.c.token_hash)
_USE = update(access_tokens).where(_THIS).values(used_ms=bindparam("now_ms"))
_REMOVE = delete(access_tokens).where(_OF_ACCOUNT, _THIS)
_REMOVE_ALL = delete(access_tokens).where(_OF_ACCOUNT)


def add(connection: Connection, token: AccessToken) -> None:
    """Keep a new token."""
    row = {
        "token_hash": token.id,
        "account_id": token.account,
        "name": token.name,
        "scopes": " ".join(sorted(token.scopes)),
        "created_ms": token.created_ms,
    }
    connection.execute(insert(access_tokens), row)


def find(connection: Connection, token_hash: str) -> AccessToken | None:
    """The token with this hash; None if there is none, or if its account, or who has made that, is banned."""
    row = connection.execute(_FIND, {"this_hash": token_hash}).first()
    return _token(*row) if row else None


def listed(connection: Connection, account_id: str) -> list[AccessToken]:
    """All tokens of an account, the oldest first."""
    return [_token(*row) for row in connection.execute(_LISTED, {"this_account": account_id})]


def use(connection: Connection, token_hash: str, now_ms: int) -> None:
    """Note that a token is in use."""
    connection.execute(_USE, {"this_hash": token_hash, "now_ms": now_ms})


def remove(connection: Connection, account_id: str, token_hash: str) -> bool:
    """Revoke a token of an account; False if it has none such."""
    return connection.execute(_REMOVE, {"this_account": account_id, "this_hash": token_hash}).rowcount > 0


def remove_all(connection: Connection, account_id: str) -> None:
    """Revoke all tokens of an account."""
    connection.execute(_REMOVE_ALL, {"this_account": account_id})


def _token(
    token_hash: str, account_id: str, name: str, scopes: str, created_ms: int, used_ms: int | None
) -> AccessToken:
    return AccessToken(token_hash, account_id, name, frozenset(scopes.split()), created_ms, used_ms)
