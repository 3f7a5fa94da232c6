"""Stats: how people have fared."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from taflheim.store.schema import seats, tables


class Stat(NamedTuple):
    """How somebody has fared with a game and side."""

    game: str
    side: str
    played: int
    won: int
    lost: int
    drawn: int


_STATS = (
    select(
        tables.c.game,
        seats.c.side,
        func.count(),
        *(func.count().filter(seats.c.outcome == outcome) for outcome in ("won", "lost", "drawn")),
    )
    .join(tables, tables.c.id == seats.c.table_id)
    .where(seats.c.account_id == bindparam("account"), seats.c.outcome.is_not(None))
    .group_by(tables.c.game, seats.c.side)
    .order_by(tables.c.game, seats.c.side)
)


def stats(connection: Connection, account_id: str) -> list[Stat]:
    """How somebody has fared, for each game and side; games that last or were aborted do not count."""
    return [Stat(*row) for row in connection.execute(_STATS, {"account": account_id})]
