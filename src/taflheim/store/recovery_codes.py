"""Recovery codes: each lets somebody who has forgotten the password in, once. Only hashes are kept."""

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from taflheim.store.schema import recovery_codes

_OF_ACCOUNT = recovery_codes.c.account_id == bindparam("this_account")
_REMOVE_ALL = delete(recovery_codes).where(_OF_ACCOUNT)
_USE = delete(recovery_codes).where(_OF_ACCOUNT, recovery_codes.c.code_hash == bindparam("this_hash"))
_LEFT = select(func.count()).select_from(recovery_codes).where(_OF_ACCOUNT)


def replace(connection: Connection, account_id: str, code_hashes: Collection[str]) -> None:
    """Give an account new codes in place of all it had."""
    connection.execute(_REMOVE_ALL, {"this_account": account_id})
    if code_hashes:
        rows = [{"code_hash": code_hash, "account_id": account_id} for code_hash in code_hashes]
        connection.execute(insert(recovery_codes), rows)


def use(connection: Connection, account_id: str, code_hash: str) -> bool:
    """Use a code up; False if the account has none such."""
    return connection.execute(_USE, {"this_account": account_id, "this_hash": code_hash}).rowcount > 0


def left(connection: Connection, account_id: str) -> int:
    """How many codes an account has left."""
    return connection.execute(_LEFT, {"this_account": account_id}).scalar_one()
