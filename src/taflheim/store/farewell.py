"""What is left of an account that was deleted: its games, under a name that says so."""

from sqlalchemy import BindParameter, Connection, bindparam, delete, select, union, update

from taflheim.store.schema import (
    access_tokens,
    accounts,
    chat,
    events,
    feeds,
    lessons,
    recovery_codes,
    relations,
    seats,
    seeks,
    sessions,
    tables,
)

_ACCOUNT: BindParameter[str] = bindparam("this_account")
_UNFINISHED = union(
    select(seats.c.table_id).where(seats.c.account_id == _ACCOUNT, seats.c.ended_ms.is_(None)),
    select(tables.c.id).where(tables.c.opener_id == _ACCOUNT, tables.c.state == "open"),
)
_LEAVE = (
    update(accounts)
    .where(accounts.c.id == _ACCOUNT)
    .values(name=bindparam("new_name"), kind="deleted", password_hash=None, host=False, preferences="{}")
)
_LEAVE_SEATS = update(seats).where(seats.c.account_id == _ACCOUNT).values(name=bindparam("new_name"))
_LEAVE_EVENTS = (
    update(events).where(events.c.account_id == _ACCOUNT, events.c.kind == "sit").values(text=bindparam("new_name"))
)
_LEAVE_CHAT = update(chat).where(chat.c.account_id == _ACCOUNT).values(name=bindparam("new_name"))
_FORGET = [
    *(
        delete(table).where(table.c.account_id == _ACCOUNT)
        for table in (access_tokens, feeds, lessons, recovery_codes, relations, sessions)
    ),
    delete(relations).where(relations.c.other_id == _ACCOUNT),
    delete(seeks).where(seeks.c.account == _ACCOUNT),
]


def unfinished(connection: Connection, account_id: str) -> list[str]:
    """The ids of all tables at which an account sits and the game lasts, and of those it has opened that still wait."""
    return list(connection.execute(_UNFINISHED, {"this_account": account_id}).scalars())


def leave(connection: Connection, account_id: str, name: str) -> None:
    """Forget an account but for its games, which are under this name from now on.

    Its old names stay blocked, so that nobody is taken for the one who left.
    """
    for renaming in (_LEAVE, _LEAVE_SEATS, _LEAVE_EVENTS, _LEAVE_CHAT):
        connection.execute(renaming, {"this_account": account_id, "new_name": name})
    for forgetting in _FORGET:
        connection.execute(forgetting, {"this_account": account_id})
