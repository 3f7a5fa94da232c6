"""Who waits to be paired. Values in, values out; who fits is decided elsewhere."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from taflheim.store.errors import Conflict
from taflheim.store.schema import events, seats, seeks, tables

_THEIR_FAULT = ("abort", "late", "claimed")


class Row(NamedTuple):
    """Somebody's wish, and the table it has led to."""

    account: str
    game: str
    options: Mapping[str, int | str]
    clock: str
    rated: bool
    rating: float
    since_ms: int
    table_id: str | None = None
    paired_ms: int | None = None
    told: bool = False


_COLUMNS = [seeks.c[name] for name in Row._fields]
_ALL = select(*_COLUMNS)
_THIS = seeks.c.account == bindparam("this_account")
_REMOVE = delete(seeks).where(_THIS, seeks.c.table_id.is_(None))
_WISH = and_(_THIS, seeks.c.since_ms == bindparam("this_since"), seeks.c.table_id.is_(None))
_DROP = delete(seeks).where(_WISH)
_PAIR = update(seeks).where(_WISH).values(table_id=bindparam("table"), paired_ms=bindparam("now_ms"))
_TOLD = update(seeks).where(_THIS, seeks.c.table_id == bindparam("table")).values(told=True)
_FORGET = delete(seeks).where(seeks.c.paired_ms <= bindparam("before_ms"))
_others = seats.alias()
_PEOPLE = (
    select(func.count(_others.c.account_id.distinct())).where(_others.c.table_id == seats.c.table_id).scalar_subquery()
)
_ABORTS = (
    select(events.c.at_ms)
    .join(seats, and_(seats.c.table_id == events.c.table_id, seats.c.side == events.c.side))
    .join(tables, tables.c.id == events.c.table_id)
    .where(
        seats.c.account_id == bindparam("account"),
        seats.c.ended_ms > bindparam("since_ms"),
        tables.c.state == "aborted",
        events.c.kind == "aborted",
        events.c.text.in_(_THEIR_FAULT),
        _PEOPLE > 1,
    )
)


def put(connection: Connection, row: Row) -> None:
    """Keep a wish, in place of the one from before."""
    connection.execute(delete(seeks).where(seeks.c.account == row.account))
    connection.execute(insert(seeks), {**row._asdict(), "options": json.dumps(dict(row.options))})


def remove(connection: Connection, account: str) -> bool:
    """Somebody waits no longer; whether they did."""
    return bool(connection.execute(_REMOVE, {"this_account": account}).rowcount)


def drop(connection: Connection, gone: Iterable[tuple[str, int]]) -> None:
    """Forget the wishes (account, and since when) of who has left."""
    if those := sorted(gone):
        connection.execute(_DROP, [{"this_account": account, "this_since": since_ms} for account, since_ms in those])


def pair(connection: Connection, wishes: Sequence[tuple[str, int]], table_id: str, now_ms: int) -> None:
    """Have these wishes come true at a table: all of them, or none. Raises Conflict if somebody waits no longer."""
    for account, since_ms in sorted(wishes):  # always in one order: no two workers wait for each other
        given = {"this_account": account, "this_since": since_ms, "table": table_id, "now_ms": now_ms}
        if not connection.execute(_PAIR, given).rowcount:
            raise Conflict("somebody waits no longer: look again")


def told(connection: Connection, account: str, table_id: str) -> None:
    """Note that somebody knows at which table they were paired."""
    connection.execute(_TOLD, {"this_account": account, "table": table_id})


def everybody(connection: Connection) -> list[Row]:
    """All who wait, and who were paired a while ago."""
    return [Row(*row)._replace(options=json.loads(row.options)) for row in connection.execute(_ALL)]


def forget(connection: Connection, before_ms: int) -> None:
    """Forget who was paired by then."""
    connection.execute(_FORGET, {"before_ms": before_ms})


def aborts(connection: Connection, account: str, since_ms: int) -> list[int]:
    """When, since then, somebody has aborted a game, or did not begin it, while other people waited."""
    return list(connection.execute(_ABORTS, {"account": account, "since_ms": since_ms}).scalars())
