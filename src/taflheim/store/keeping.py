"""What is not kept for ever: guests who never played, request ids, and chat of casual games."""

from collections.abc import Collection

from sqlalchemy import BindParameter, Connection, bindparam, delete, exists, or_, select, update

from taflheim.store.schema import (
    access_tokens,
    accounts,
    chat,
    events,
    feeds,
    lessons,
    names,
    recovery_codes,
    relations,
    seats,
    sessions,
    tables,
)

_BEFORE = bindparam("before_ms", type_=accounts.c.created_ms.type)
_IDS: BindParameter[list[str]] = bindparam("ids")

_GUESTS = select(accounts.c.id).where(
    accounts.c.kind == "guest",
    accounts.c.created_ms < _BEFORE,
    ~exists().where(sessions.c.account_id == accounts.c.id, sessions.c.used_ms >= _BEFORE),
    *(
        ~exists().where(column == accounts.c.id)
        for column in (seats.c.account_id, tables.c.opener_id, chat.c.account_id)
    ),
)
_FORGET_GUESTS = [
    *(
        delete(table).where(table.c.account_id.in_(_IDS))
        for table in (access_tokens, feeds, lessons, names, recovery_codes, relations, sessions)
    ),
    delete(relations).where(relations.c.other_id.in_(_IDS)),
    # An account whose person is not known any more. To delete the row, every event would have to be looked at.
    update(accounts).where(accounts.c.id.in_(_IDS)).values(name="deleted-guest", kind="deleted", preferences="{}"),
]


def forget_guests(connection: Connection, before_ms: int, here: Collection[str] = ()) -> list[str]:
    """Forget guests who came before this time, were not here since, and neither play nor have talked; gives their ids.

    Those who are `here` stay.
    """
    found = connection.execute(_GUESTS, {"before_ms": before_ms}).scalars()
    gone = [account for account in found if account not in here]
    for statement in _FORGET_GUESTS if gone else ():
        connection.execute(statement, {"ids": gone})
    return gone


_WITH_REQUESTS = (
    select(tables.c.id)
    .where(
        tables.c.reason.is_not(None),
        tables.c.changed_ms < _BEFORE,
        or_(
            tables.c.request.is_not(None),
            exists().where(events.c.table_id == tables.c.id, events.c.request.is_not(None)),
            exists().where(chat.c.table_id == tables.c.id, chat.c.request.is_not(None)),
        ),
    )
    .limit(bindparam("most"))
)
_FORGET_REQUESTS = [
    update(table).where(column.in_(_IDS)).values(request=None, digest=None)
    for table, column in ((tables, tables.c.id), (events, events.c.table_id), (chat, chat.c.table_id))
]


def with_requests(connection: Connection, before_ms: int, most: int) -> list[str]:
    """Some tables at which nothing has happened since this time, the game is over, and request ids are still kept."""
    return list(connection.execute(_WITH_REQUESTS, {"before_ms": before_ms, "most": most}).scalars())


def forget_requests(connection: Connection, table_ids: Collection[str]) -> None:
    """Forget under which request ids things were done at tables."""
    for statement in _FORGET_REQUESTS:
        connection.execute(statement, {"ids": list(table_ids)})


_FORGET_CHAT = delete(chat).where(
    chat.c.at_ms < _BEFORE, chat.c.table_id.in_(select(tables.c.id).where(tables.c.rated.is_(False)))
)


def forget_chat(connection: Connection, before_ms: int) -> int:
    """Forget what was said at casual games before this time; gives how many lines that were."""
    return connection.execute(_FORGET_CHAT, {"before_ms": before_ms}).rowcount
