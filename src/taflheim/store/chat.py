"""Chat: the lines said at tables, numbered for each table. Which of them somebody may read is for the caller to say."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from taflheim.store.schema import chat
from taflheim.table.chat import Room


class NewLine(NamedTuple):
    """A line that somebody says."""

    table_id: str
    room: Room
    account: str
    name: str
    text: str
    at_ms: int
    request: str | None = None
    digest: str | None = None
    """Of what was said under the request id."""


class Line(NamedTuple):
    """A line that was said."""

    table_id: str
    number: int
    room: Room
    account: str
    name: str
    text: str
    at_ms: int
    hidden: bool
    """By a host."""


class Kept(NamedTuple):
    """A line with the digest that it was kept with."""

    line: Line
    digest: str | None


_COLUMNS = [chat.c["account_id" if name == "account" else name] for name in Line._fields]
_THIS_TABLE = chat.c.table_id == bindparam("this_table")
_THIS = _THIS_TABLE & (chat.c.number == bindparam("this_number"))
_LAST = select(func.max(chat.c.number)).where(_THIS_TABLE)
_GET = select(*_COLUMNS).where(_THIS)
_REQUESTED = select(*_COLUMNS, chat.c.digest).where(
    _THIS_TABLE, chat.c.account_id == bindparam("account"), chat.c.request == bindparam("asked")
)
_AFTER = (
    select(*_COLUMNS)
    .where(_THIS_TABLE, chat.c.number > bindparam("after"), chat.c.room.in_(bindparam("rooms")))
    .order_by(chat.c.number.desc())
)
_OF_ACCOUNT = (
    select(*_COLUMNS)
    .where(chat.c.account_id == bindparam("account"))
    .order_by(chat.c.at_ms, chat.c.table_id, chat.c.number)
)
_MARKS = (
    select(chat.c.table_id, func.max(chat.c.number), func.count().filter(chat.c.hidden))
    .where(chat.c.table_id.in_(bindparam("these", expanding=True)))
    .group_by(chat.c.table_id)
)
_HIDE = update(chat).where(_THIS).values(hidden=bindparam("hide"))


def add(connection: Connection, new: NewLine) -> Line:
    """Keep a line under the next number of its table. A conflict, if the request was kept already."""
    number = (connection.execute(_LAST, {"this_table": new.table_id}).scalar() or 0) + 1
    row = new._asdict()
    row["account_id"] = row.pop("account")
    connection.execute(insert(chat), {**row, "number": number})
    return Line(new.table_id, number, new.room, new.account, new.name, new.text, new.at_ms, False)


def requested(connection: Connection, table_id: str, account: str, request: str) -> Kept | None:
    """The line that somebody has said under a request id."""
    row = connection.execute(_REQUESTED, {"this_table": table_id, "account": account, "asked": request}).first()
    return Kept(_line(row), row.digest) if row else None


def get(connection: Connection, table_id: str, number: int) -> Line | None:
    """One line."""
    row = connection.execute(_GET, {"this_table": table_id, "this_number": number}).first()
    return _line(row) if row else None


def after(connection: Connection, table_id: str, number: int, rooms: Collection[Room], most: int) -> list[Line]:
    """The last lines, at most so many, that were said in some rooms after the line with this number, in order."""
    given = {"this_table": table_id, "after": number, "rooms": list(rooms)}
    return [_line(row) for row in connection.execute(_AFTER.limit(most), given)][::-1]


def of_account(connection: Connection, account: str) -> list[Line]:
    """Everything that somebody has said, in the order in which it was said."""
    return [_line(row) for row in connection.execute(_OF_ACCOUNT, {"account": account})]


def marks(connection: Connection, table_ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """The number of the last line at each of these tables, and how many are hidden; nothing where all is quiet."""
    return {table: (number, hidden) for table, number, hidden in connection.execute(_MARKS, {"these": [*table_ids]})}


def hide(connection: Connection, table_id: str, number: int, hidden: bool) -> bool:
    """Hide a line, or show it again; False if there is none such."""
    given = {"this_table": table_id, "this_number": number, "hide": hidden}
    return connection.execute(_HIDE, given).rowcount > 0


def _line(row: Row) -> Line:  # type: ignore[type-arg]
    return Line(*row[: len(Line._fields)])
