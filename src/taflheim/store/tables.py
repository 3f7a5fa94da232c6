"""Tables: what they are, who sits at them, and the events that have happened. Values in, values out; no rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from sqlalchemy import Connection, bindparam, exists, func, insert, or_, select, update

from taflheim.store.errors import Conflict
from taflheim.store.prepared import prepared
from taflheim.store.schema import events, seats, tables
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


class NewTable(NamedTuple):
    """A table that is being opened."""

    id: str
    game: str
    options: Mapping[str, object]
    start: str
    seats: Mapping[str, Seat]
    terms: Terms
    """With the time at which it is opened."""
    turn: str | None = None
    """The side to move."""
    request: str | None = None
    """Under which its opener has asked for it."""
    digest: str | None = None
    """Of what was asked for."""


class Stored(NamedTuple):
    """A table with everything that has happened at it."""

    id: str
    game: str
    options: dict[str, object]
    start: str
    seats: dict[str, Seat]
    """By side, in no particular order."""
    events: list[Event]
    terms: Terms


class Standing(NamedTuple):
    """How a table stands, for lists."""

    plies: int
    position: str
    turn: str
    """The side to move."""
    more_ms: int
    """How much longer it was played at than before."""


class Ended(NamedTuple):
    """How a game has ended. A side without an outcome (of an aborted game) counts nowhere."""

    winner: str | None
    reason: str
    outcomes: Mapping[str, str | None]
    state: Literal["over", "aborted"] = "over"


class Later(NamedTuple):
    """What has happened at a table after some event, and who sits there now."""

    events: list[Event]
    seats: dict[str, Seat]


class Opened(NamedTuple):
    """A table that was opened under a request id, and the digest of what was asked for."""

    id: str
    digest: str | None


# ---- writing ------------------------------------------------------------------------------------------------------

# Made once: making statements takes longer than running them. A move is the most frequent thing that is written.
_ADD_TABLE = insert(tables)
_ADD_SEATS = insert(seats)
_add_events = prepared(insert(events))
_THIS_TABLE = tables.c.id == bindparam("this_table")
_THIS_SEAT = (seats.c.table_id == bindparam("this_table")) & (seats.c.side == bindparam("this_side"))
_STANDING = {
    "plies": bindparam("plies"),
    "position": bindparam("position"),
    "turn": bindparam("turn"),
    "played_ms": func.coalesce(tables.c.played_ms, 0) + bindparam("more_ms"),
}
_UNKNOWN_STANDING = dict.fromkeys(Standing._fields)
_STAND = update(tables).where(_THIS_TABLE, tables.c.played_ms.is_(None)).values(_STANDING)
_CHANGE = update(tables).where(_THIS_TABLE).values(_STANDING | {"changed_ms": bindparam("changed_ms")})
_change = prepared(_CHANGE)
_BEGIN = update(tables).where(_THIS_TABLE).values(state="playing")
_END = _CHANGE.values(winner=bindparam("winner"), reason=bindparam("reason"), state=bindparam("state"))
_CHANGE_SEAT = (
    update(seats)
    .where(_THIS_SEAT)
    .values(name=bindparam("name"), account_id=bindparam("account_id"), level=bindparam("level"))
)
_END_SEATS = update(seats).where(seats.c.table_id == bindparam("this_table")).values(ended_ms=bindparam("changed_ms"))
_END_SEAT = update(seats).where(_THIS_SEAT).values(outcome=bindparam("outcome"))


def add(connection: Connection, table: NewTable) -> None:
    """Keep a new table. An id that is there, or a request of the same opener, is a conflict."""
    terms = table.terms
    row = {
        "id": table.id,
        "game": table.game,
        "options": json.dumps(dict(table.options)),
        "start": table.start,
        "terms": str(replace(terms, created_ms=0)),
        "public": terms.public,
        "rated": terms.rated,
        "opener_id": terms.opener,
        "request": table.request,
        "digest": table.digest,
        "state": "open" if any(seat.is_free for seat in table.seats.values()) else "playing",
        "plies": 0,
        "position": table.start,
        "turn": table.turn,
        "played_ms": 0,
        "created_ms": terms.created_ms,
        "changed_ms": terms.created_ms,
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
    standing: Standing | None = None,
    *,
    begins: bool = False,
) -> None:
    """Keep what one action has brought about, all of it or nothing. A number or request that is there is a conflict,
    and so is a table that is not.

    How the table stands then is unknown without `standing`; see `unknown` and `stand`. `begins` says that every seat of
    an open table is taken now.
    """
    change = {"this_table": table_id, "changed_ms": new_events[-1].at_ms, **_standing_row(standing)}
    if ended:
        end = {"winner": ended.winner, "reason": ended.reason, "state": ended.state}
        found = connection.execute(_END, {**change, **end}).rowcount
        connection.execute(_END_SEATS, {"this_table": table_id, "changed_ms": new_events[-1].at_ms})
        outcomes = [
            {"this_table": table_id, "this_side": side, "outcome": outcome}
            for side, outcome in ended.outcomes.items()
            if outcome
        ]
        if outcomes:
            connection.execute(_END_SEAT, outcomes)
    else:
        found = _change(connection, [change])
        if begins:
            connection.execute(_BEGIN, {"this_table": table_id})
    if not found:
        raise Conflict("this table was removed meanwhile: go back to the menu")
    _add_events(connection, [_event_row(table_id, event) for event in new_events])
    if seats_changed:
        rows = [{"this_table": table_id, "this_side": side, **_seat_row(s)} for side, s in seats_changed.items()]
        connection.execute(_CHANGE_SEAT, rows)


def stand(connection: Connection, table_id: str, standing: Standing) -> None:
    """Fill in how a table stands of which that is unknown."""
    connection.execute(_STAND, {"this_table": table_id, **_standing_row(standing)})


def _standing_row(standing: Standing | None) -> Mapping[str, object]:
    return _UNKNOWN_STANDING if standing is None else standing._asdict()


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
_LATER = _EVENTS.where(events.c.number > bindparam("after"))
_NUMBERS = (
    select(events.c.table_id, func.max(events.c.number))
    .where(events.c.table_id.in_(bindparam("these", expanding=True)))
    .group_by(events.c.table_id)
)
_OPENED = select(tables.c.id, tables.c.digest).where(
    tables.c.opener_id == bindparam("this_opener"), tables.c.request == bindparam("this_request")
)
_BOTS = (
    select(tables.c.id)
    .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.side == tables.c.turn))
    .where(tables.c.reason.is_(None), seats.c.level.is_not(None))
    .order_by(tables.c.changed_ms, tables.c.id)
)
_held = seats.alias("held")
_TIMED = (
    select(tables.c.id)
    .where(
        tables.c.reason.is_(None),
        or_(
            tables.c.state == "open",
            tables.c.terms.contains('"clock"'),
            exists().where(
                _held.c.table_id == tables.c.id, _held.c.account_id.is_not(None), _held.c.level.is_not(None)
            ),
        ),
    )
    .order_by(tables.c.changed_ms, tables.c.id)
)
_UNKNOWN = select(tables.c.id).where(tables.c.played_ms.is_(None)).order_by(tables.c.changed_ms.desc(), tables.c.id)


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
        _seated(connection, this),
        [Event(*event) for event in connection.execute(_EVENTS, this)],
        replace(Terms.parse(row.terms), created_ms=row.created_ms),
    )


def _seated(connection: Connection, this: Mapping[str, object]) -> dict[str, Seat]:
    return {seat.side: Seat(seat.name, seat.account_id, seat.level) for seat in connection.execute(_SEATS, this)}


def later(connection: Connection, table_id: str, number: int) -> Later | None:
    """What has happened at a table after the event with this number; None if the table is gone."""
    this = {"this_table": table_id}
    seated = _seated(connection, this)
    if not seated:
        return None
    return Later([Event(*event) for event in connection.execute(_LATER, {**this, "after": number})], seated)


def numbers(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The number of the last event at each of these tables; those without events are missing."""
    found = connection.execute(_NUMBERS, {"these": list(table_ids)})
    return {row[0]: row[1] for row in found}


def opened(connection: Connection, opener: str, request: str) -> Opened | None:
    """The table that somebody has opened under a request id."""
    row = connection.execute(_OPENED, {"this_opener": opener, "this_request": request}).first()
    return None if row is None else Opened(*row)


def bots_to_move(connection: Connection) -> list[str]:
    """Tables at which a bot is to move, those that wait longest first."""
    return list(connection.execute(_BOTS).scalars())


def timed(connection: Connection) -> list[str]:
    """Tables at which something may be due by itself: open ones, those with a clock, those where a bot holds a seat."""
    return list(connection.execute(_TIMED).scalars())


def unknown(connection: Connection) -> list[str]:
    """Tables of which it is not known how they stand, those last played at first."""
    return list(connection.execute(_UNKNOWN).scalars())
