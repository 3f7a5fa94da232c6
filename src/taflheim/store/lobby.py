"""The tables that everybody may find: open ones, and games that are going on. Values in, values out; no rules."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection, select

from taflheim.store.schema import seats, tables
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


class PublicTable(NamedTuple):
    """A public table that is not over."""

    id: str
    game: str
    options: Mapping[str, object]
    seats: Mapping[str, Seat]
    """By side, in no particular order."""
    terms: Terms
    is_open: bool
    moves: int


_LISTED = (
    select(tables, seats.c.side, seats.c.name, seats.c.account_id, seats.c.level)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(tables.c.public, tables.c.state.in_(("open", "playing")))
)


def listed(connection: Connection) -> list[PublicTable]:
    """All public tables that are not over."""
    found: dict[str, PublicTable] = {}
    seated: dict[str, dict[str, Seat]] = {}
    for row in connection.execute(_LISTED):
        if row.id not in found:
            seated[row.id] = {}
            terms = replace(Terms.parse(row.terms), created_ms=row.created_ms)
            found[row.id] = PublicTable(
                row.id,
                row.game,
                json.loads(row.options),
                seated[row.id],
                terms,
                row.state == "open",
                row.plies or 0,
            )
        seated[row.id][row.side] = Seat(row.name, row.account_id, row.level)
    return list(found.values())
