"""What is kept, and how it is found again."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from taflheim.games.registry import game
from taflheim.store import schema
from taflheim.store.database import Writer, bring_up_to_date, connect
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.table import Table

Answer = TypeVar("Answer")


class Account(NamedTuple):
    """A person."""

    id: str
    name: str


class TableInfo(NamedTuple):
    """A line in a list of tables."""

    id: str
    game: str
    options: Mapping[str, object]
    seats: Mapping[str, str]
    """Names by side."""
    changed_at: str
    finished: bool


class Stat(NamedTuple):
    """How somebody has fared with a game and side."""

    game: str
    side: str
    played: int
    won: int
    lost: int
    drawn: int


class Store:
    """The database of a hall. All methods answer once what they did is on the disk."""

    def __init__(self, file: Path):
        engine = connect(file)
        bring_up_to_date(engine)
        self._writer = Writer(engine)

    def close(self) -> None:
        """Finish and let go of the file."""
        self._writer.close()

    async def _do(self, work: Callable[[Connection], Answer]) -> Answer:
        return await asyncio.wrap_future(self._writer.submit(work))

    # ---- accounts -------------------------------------------------------------------------------------------------

    async def owner(self, name: str) -> Account:
        """The person on this machine: the first account, made when there is none."""

        def work(connection: Connection) -> Account:
            oldest = select(schema.accounts).order_by(schema.accounts.c.created_at).limit(1)
            row = connection.execute(oldest).first()
            if row is None:
                account = Account(new_id(), name)
                connection.execute(insert(schema.accounts).values(**account._asdict(), created_at=_now()))
                return account
            return Account(row.id, row.name)

        return await self._do(work)

    # ---- tables ---------------------------------------------------------------------------------------------------

    async def add_table(self, table: Table) -> None:
        """Keep a new table."""

        def work(connection: Connection) -> None:
            now = _now()
            connection.execute(
                insert(schema.tables).values(
                    id=table.id,
                    game=table.game.name,
                    options=json.dumps(dict(table.game.options)),
                    start=str(table.record.start),
                    created_at=now,
                    changed_at=now,
                )
            )
            connection.execute(
                insert(schema.seats),
                [
                    {"table_id": table.id, "side": side, "name": s.name, "account_id": s.account, "level": s.level}
                    for side, s in table.seats.items()
                ],
            )

        await self._do(work)

    async def add_event(self, table: Table, event: Event) -> None:
        """Keep an event; `table` is the one it has led to."""

        def work(connection: Connection) -> None:
            now = _now()
            connection.execute(insert(schema.events).values(table_id=table.id, at=now, **event._asdict()))
            ended = {"winner": table.result.winner, "reason": table.result.reason} if table.result else {}
            this_table = schema.tables.c.id == table.id
            connection.execute(update(schema.tables).where(this_table).values(changed_at=now, **ended))
            for side in table.seats if table.result else ():
                this_seat = (schema.seats.c.table_id == table.id) & (schema.seats.c.side == side)
                connection.execute(update(schema.seats).where(this_seat).values(outcome=table.outcome(side)))

        await self._do(work)

    async def table(self, table_id: str) -> Table | None:
        """A table with everything that has happened at it."""

        def work(connection: Connection) -> Table | None:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
            if row is None:
                return None
            seats = connection.execute(select(schema.seats).where(schema.seats.c.table_id == table_id))
            of_table = schema.events.c.table_id == table_id
            events = connection.execute(select(schema.events).where(of_table).order_by(schema.events.c.number))
            start = game(row.game, **json.loads(row.options)).position(row.start)
            filled = {seat.side: Seat(seat.name, seat.account_id, seat.level) for seat in seats}
            return Table.replayed(
                table_id,
                start,
                {side: filled[side] for side in start.game.seats},
                [Event(e.number, e.kind, e.side, e.text, e.ply, e.request) for e in events],
            )

        return await self._do(work)

    async def tables(self, account: str, limit: int) -> list[TableInfo]:
        """The tables at which somebody sits, those last played at first."""

        def work(connection: Connection) -> list[TableInfo]:
            mine = select(schema.seats.c.table_id).where(schema.seats.c.account_id == account)
            newest = schema.tables.c.changed_at.desc(), schema.tables.c.created_at.desc()
            rows = connection.execute(
                select(schema.tables).where(schema.tables.c.id.in_(mine)).order_by(*newest).limit(limit)
            ).all()
            return [
                TableInfo(
                    row.id,
                    row.game,
                    json.loads(row.options),
                    {
                        seat.side: seat.name
                        for seat in connection.execute(select(schema.seats).where(schema.seats.c.table_id == row.id))
                    },
                    row.changed_at,
                    row.reason is not None,
                )
                for row in rows
            ]

        return await self._do(work)

    async def stats(self, account: str) -> list[Stat]:
        """How somebody has fared, for each game and side."""
        outcome = schema.seats.c.outcome

        def counted(what: str) -> ColumnElement[int]:
            return func.count().filter(outcome == what)

        def work(connection: Connection) -> list[Stat]:
            rows = connection.execute(
                select(
                    schema.tables.c.game,
                    schema.seats.c.side,
                    func.count(),
                    *(counted(what) for what in ("won", "lost", "drawn")),
                )
                .join(schema.tables, schema.tables.c.id == schema.seats.c.table_id)
                .where(schema.seats.c.account_id == account, outcome.is_not(None))
                .group_by(schema.tables.c.game, schema.seats.c.side)
                .order_by(schema.tables.c.game, schema.seats.c.side)
            )
            return [Stat(*row) for row in rows]

        return await self._do(work)


def new_id() -> str:
    """A name for something new that nobody can guess."""
    return secrets.token_urlsafe(9)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
