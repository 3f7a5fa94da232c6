"""Lists of tables: public ones, and those at which somebody sits or that somebody has opened. Values out; no rules."""

import json
from collections.abc import Mapping
from typing import Literal, NamedTuple

from sqlalchemy import Connection, Select, or_, select

from taflheim.store.schema import seats, tables
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

State = Literal["open", "playing", "over", "aborted"]


class Listed(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    options: Mapping[str, object]
    state: State
    terms: Terms
    seats: Mapping[str, Seat]
    """By side, in no particular order."""
    turn: str | None
    winner: str | None
    reason: str | None
    created_ms: int
    changed_ms: int


_SEATED = seats.alias("mine")


def public(connection: Connection, state: State, game: str | None, limit: int) -> list[Listed]:
    """Public tables in a state, those at which something happened last first."""
    return _listed(connection, select(tables).where(tables.c.public, tables.c.state == state), game, limit)


def of_account(connection: Connection, account_id: str, state: State, game: str | None, limit: int) -> list[Listed]:
    """Tables in a state at which an account sits, or that it has opened, the last changed first."""
    sits = select(_SEATED.c.table_id).where(_SEATED.c.account_id == account_id)
    mine = or_(tables.c.id.in_(sits), tables.c.opener_id == account_id)
    return _listed(connection, select(tables).where(mine, tables.c.state == state), game, limit)


def _listed(connection: Connection, wanted: Select, game: str | None, limit: int) -> list[Listed]:  # type: ignore[type-arg]
    if game is not None:
        wanted = wanted.where(tables.c.game == game)
    rows = connection.execute(wanted.order_by(tables.c.changed_ms.desc(), tables.c.id).limit(limit)).all()
    sitting: dict[str, dict[str, Seat]] = {row.id: {} for row in rows}
    for seat in connection.execute(select(seats).where(seats.c.table_id.in_(list(sitting)))):
        sitting[seat.table_id][seat.side] = Seat(seat.name, seat.account_id, seat.level)
    return [
        Listed(
            row.id,
            row.game,
            json.loads(row.options),
            row.state,
            Terms.parse(row.terms),
            sitting[row.id],
            row.turn,
            row.winner,
            row.reason,
            row.created_ms,
            row.changed_ms,
        )
        for row in rows
    ]
