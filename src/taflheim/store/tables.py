"""Tables: what they are, who sits at them, and the events that have happened. Values in, values out; no rules."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from taflheim.store.schema import events, seats, tables
from taflheim.table.event import Event
from taflheim.table.seat import Seat

Lines = Select[tuple[object, ...]]


class NewTable(NamedTuple):
    """A table that is being opened."""

    id: str
    game: str
    options: Mapping[str, object]
    start: str
    seats: Mapping[str, Seat]
    now_ms: int
    watchable: bool = False


class Stored(NamedTuple):
    """A table with everything that has happened at it."""

    id: str
    game: str
    options: dict[str, object]
    start: str
    seats: dict[str, Seat]
    """By side, in no particular order."""
    events: list[Event]
    watchable: bool


class Ended(NamedTuple):
    """How a game has ended. A side without an outcome (of an aborted game) counts nowhere."""

    winner: str | None
    reason: str
    outcomes: Mapping[str, str | None]


class TableInfo(NamedTuple):
    """A line in a list of tables."""

    id: str
    game: str
    options: Mapping[str, object]
    seats: Mapping[str, str]
    """Names by side, in no particular order."""
    changed_ms: int
    finished: bool


# ---- writing ------------------------------------------------------------------------------------------------------

# Made once: a move is the most frequent thing that is written, and making statements takes longer than running them.
_ADD_TABLE = insert(tables)
_ADD_SEATS = insert(seats)
_ADD_EVENTS = insert(events)
_THIS_TABLE = tables.c.id == bindparam("this_table")
_THIS_SEAT = (seats.c.table_id == bindparam("this_table")) & (seats.c.side == bindparam("this_side"))
_CHANGE = update(tables).where(_THIS_TABLE).values(changed_ms=bindparam("changed_ms"))
_END = _CHANGE.values(winner=bindparam("winner"), reason=bindparam("reason"))
_CHANGE_SEAT = (
    update(seats)
    .where(_THIS_SEAT)
    .values(name=bindparam("name"), account_id=bindparam("account_id"), level=bindparam("level"))
)
_END_SEAT = update(seats).where(_THIS_SEAT).values(outcome=bindparam("outcome"))


def add(connection: Connection, table: NewTable) -> None:
    """Keep a new table."""
    row = {
        "id": table.id,
        "game": table.game,
        "options": json.dumps(dict(table.options)),
        "start": table.start,
        "watchable": table.watchable,
        "created_ms": table.now_ms,
        "changed_ms": table.now_ms,
    }
    connection.execute(_ADD_TABLE, row)
    rows = [{"table_id": table.id, "side": side, **_seat_row(seat)} for side, seat in table.seats.items()]
    connection.execute(_ADD_SEATS, rows)


def append(
    connection: Connection,
    table_id: str,
    new_events: Sequence[Event],
    seats_changed: Mapping[str, Seat] | None = None,
    ended: Ended | None = None,
) -> None:
    """Keep what one action has brought about, all of it or nothing. A number or request that is there is a conflict."""
    connection.execute(_ADD_EVENTS, [_event_row(table_id, event) for event in new_events])
    change = {"this_table": table_id, "changed_ms": new_events[-1].at_ms}
    if ended:
        connection.execute(_END, {**change, "winner": ended.winner, "reason": ended.reason})
        outcomes = [
            {"this_table": table_id, "this_side": side, "outcome": outcome}
            for side, outcome in ended.outcomes.items()
            if outcome
        ]
        if outcomes:
            connection.execute(_END_SEAT, outcomes)
    else:
        connection.execute(_CHANGE, change)
    if seats_changed:
        rows = [{"this_table": table_id, "this_side": side, **_seat_row(s)} for side, s in seats_changed.items()]
        connection.execute(_CHANGE_SEAT, rows)


def _seat_row(seat: Seat) -> dict[str, object]:
    return {"name": seat.name, "account_id": seat.account, "level": seat.level}


def _event_row(table_id: str, event: Event) -> dict[str, object]:
    row = event._asdict()
    row["account_id"] = row.pop("account")
    row["table_id"] = table_id
    return row


# ---- reading ------------------------------------------------------------------------------------------------------

_TABLE = select(tables).where(_THIS_TABLE)
_SEATS = select(seats).where(seats.c.table_id == bindparam("this_table"))
_EVENTS = (
    # In the order of Event's fields.
    select(*(events.c["account_id" if name == "account" else name] for name in Event._fields))
    .where(events.c.table_id == bindparam("this_table"))
    .order_by(events.c.number)
)
_MINE = (
    select(tables)
    .where(tables.c.id.in_(select(seats.c.table_id).where(seats.c.account_id == bindparam("account"))))
    .order_by(tables.c.changed_ms.desc(), tables.c.created_ms.desc(), tables.c.id)
    .limit(bindparam("limit"))
)


def _with_seats(chosen: Lines) -> Lines:
    found = chosen.subquery()
    return (
        select(found, seats.c.side, seats.c.name)
        .join(seats, seats.c.table_id == found.c.id)
        .order_by(found.c.changed_ms.desc(), found.c.created_ms.desc(), found.c.id)
    )


_RECENT = _with_seats(_MINE)
_UNFINISHED = _with_seats(_MINE.where(tables.c.reason.is_(None)))
_BOTS = (
    select(tables.c.id)
    .where(tables.c.reason.is_(None), tables.c.id.in_(select(seats.c.table_id).where(seats.c.level.is_not(None))))
    .order_by(tables.c.changed_ms, tables.c.id)
)


def load(connection: Connection, table_id: str) -> Stored | None:
    """A table with everything that has happened at it."""
    this = {"this_table": table_id}
    row = connection.execute(_TABLE, this).first()
    if row is None:
        return None
    return Stored(
        row.id,
        row.game,
        json.loads(row.options),
        row.start,
        {seat.side: Seat(seat.name, seat.account_id, seat.level) for seat in connection.execute(_SEATS, this)},
        [Event(*event) for event in connection.execute(_EVENTS, this)],
        row.watchable,
    )


def recent(connection: Connection, account_id: str, limit: int) -> list[TableInfo]:
    """The tables at which somebody sits, those last played at first."""
    return _infos(connection, _RECENT, account_id, limit)


def unfinished(connection: Connection, account_id: str, limit: int) -> list[TableInfo]:
    """The same, only those where the game still lasts."""
    return _infos(connection, _UNFINISHED, account_id, limit)


def bots_to_move(connection: Connection) -> list[str]:
    """Tables where the game still lasts and a bot has a seat: one may be to move. Those that wait longest first."""
    return list(connection.execute(_BOTS).scalars())


def _infos(connection: Connection, lines: Lines, account_id: str, limit: int) -> list[TableInfo]:
    found: dict[str, TableInfo] = {}
    names: dict[str, dict[str, str]] = {}
    for row in connection.execute(lines, {"account": account_id, "limit": limit}):
        if row.id not in found:
            of_table = names[row.id] = {}
            options = json.loads(row.options)
            found[row.id] = TableInfo(row.id, row.game, options, of_table, row.changed_ms, row.reason is not None)
        names[row.id][row.side] = row.name
    return list(found.values())
