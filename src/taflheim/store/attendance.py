"""Who is connected where, as each of the processes that serve a hall sees it. PostgreSQL alone."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from taflheim.store.schema import attendance


class Seen(NamedTuple):
    """Whom one worker sees at a table (or, under no table, anywhere)."""

    table_id: str
    account: str
    connections: int
    """0: they have gone."""
    since_ms: int
    away_ms: int


_NEW = insert(attendance)
_PUT = _NEW.on_conflict_do_update(
    index_elements=[attendance.c.worker, attendance.c.table_id, attendance.c.account],
    set_={name: _NEW.excluded[name] for name in ("connections", "since_ms", "away_ms")},
)
_REMOVE = delete(attendance).where(
    attendance.c.worker == bindparam("this_worker"),
    attendance.c.table_id == bindparam("this_table"),
    attendance.c.account == bindparam("this_account"),
)
_COLUMNS = [attendance.c[name] for name in Seen._fields]
_OTHERS = select(*_COLUMNS).where(attendance.c.worker != bindparam("this_worker"))
_AT = _OTHERS.where(attendance.c.table_id == bindparam("this_table"))
_ABSENT = attendance.c.worker.not_in(bindparam("living", expanding=True))
_END = (
    update(attendance)
    .where(_ABSENT, attendance.c.connections > 0)
    .values(connections=0, since_ms=bindparam("now_ms"), away_ms=bindparam("now_ms"))
)
_FORGET = delete(attendance).where(_ABSENT, attendance.c.since_ms < bindparam("before_ms"))


def put(connection: Connection, worker: str, seen: Sequence[Seen], gone: Iterable[tuple[str, str]]) -> None:
    """Keep what has changed: whom a worker sees, and whom (table and account) it has forgotten."""
    if seen:
        # Always in one order: no two workers wait for each other.
        connection.execute(_PUT, [{"worker": worker, **one._asdict()} for one in sorted(seen)])
    if left := sorted(gone):
        this = {"this_worker": worker}
        connection.execute(_REMOVE, [{**this, "this_table": table, "this_account": account} for table, account in left])


def others(connection: Connection, worker: str) -> list[Seen]:
    """Whom all other workers see."""
    return [Seen(*row) for row in connection.execute(_OTHERS, {"this_worker": worker})]


def at(connection: Connection, worker: str, table_id: str) -> list[Seen]:
    """Whom all other workers see at one table."""
    return [Seen(*row) for row in connection.execute(_AT, {"this_worker": worker, "this_table": table_id})]


def end(connection: Connection, living: Sequence[str], now_ms: int, before_ms: int) -> None:
    """Count all as gone who were connected to workers that are no more; forget them when that is long ago."""
    connection.execute(_END, {"living": list(living), "now_ms": now_ms})
    connection.execute(_FORGET, {"living": list(living), "before_ms": before_ms})
