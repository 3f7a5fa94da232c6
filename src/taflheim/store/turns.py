"""Games between people in which somebody is to move. Values in, values out; no rules."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, select

from taflheim.store.games import Line, lines
from taflheim.store.schema import seats, tables
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

_mine, _other = seats.alias("mine"), seats.alias("other")
_TURNS = (
    select(tables.c.id, tables.c.terms)
    .join(_mine, (_mine.c.table_id == tables.c.id) & (_mine.c.side == tables.c.turn))
    .where(
        _mine.c.account_id == bindparam("account"),
        _mine.c.ended_ms.is_(None),
        _mine.c.level.is_(None),
        tables.c.state == "playing",
        exists().where(_other.c.table_id == tables.c.id, _other.c.account_id != bindparam("account")),
    )
    .order_by(tables.c.changed_ms, tables.c.id)
    .limit(bindparam("limit"))
)


class Turn(NamedTuple):
    """A game that waits for somebody's move."""

    line: Line
    clock: TimeControl


def turns(connection: Connection, account_id: str, limit: int) -> list[Turn]:
    """The games with other people in which an account is to move, the one that waits longest first."""
    found = connection.execute(_TURNS, {"account": account_id, "limit": limit}).all()
    known = lines(connection, [row.id for row in found])
    return [Turn(known[row.id], Terms.parse(row.terms).clock) for row in found]
