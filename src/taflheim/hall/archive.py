"""Games that are kept and not played any more: those from elsewhere are added, any can be read, also without a hall."""

import asyncio
from collections.abc import Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from taflheim.games.errors import InvalidRecord
from taflheim.games.message import quoted
from taflheim.games.record import ABORTED, Record
from taflheim.games.tree import Tree
from taflheim.hall import names
from taflheim.hall.clock import now_ms
from taflheim.hall.folder import FolderLock
from taflheim.hall.kept import events_of, replayed
from taflheim.hall.records import annotated
from taflheim.hall.settings_sources import load
from taflheim.hall.tables import NoSuchTable
from taflheim.store import accounts, ratings
from taflheim.store import tables as rows
from taflheim.store.accounts import Account
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def keep_record(store: Store, owner: Account, record: Record) -> str:
    """Keep a game that was played elsewhere, as one that is over; gives its table's id.

    It counts nowhere: no seat has an outcome. One that had not ended is aborted. The names in its headers sit there.
    """
    if not record.moves_made:
        raise InvalidRecord("there are no moves in it: expected a game that was played")
    over = record if record.result else record.end(ABORTED)
    assert over.result is not None
    seats = {side: Seat.person(owner.id, record.headers.get(side) or owner.name) for side in record.game.seats}
    played_ms = _played_ms(record)
    options = dict(record.game.options)
    terms = Terms(opener=owner.id, created_ms=played_ms)
    new = rows.NewTable(new_id(), record.game.name, options, str(record.start), seats, terms, record.start.turn)
    ended = rows.Ended(over.result.winner, over.result.reason, {}, "aborted" if over.aborted else "over")
    standing = rows.Standing(over.moves_made, str(over.position), over.turn, 0)
    events = [event._replace(account=owner.id) for event in events_of(over, played_ms)]
    await store.write(_keep, new, events, ended, standing)
    return new.id


def _keep(
    connection: Connection, new: rows.NewTable, events: Sequence[Event], ended: rows.Ended, standing: rows.Standing
) -> None:
    rows.add(connection, new)
    rows.append(connection, new.id, events, None, ended, standing)


def _played_ms(record: Record) -> int:
    """When a game was played, as its header says; now if it does not, or names a time that has yet to come."""
    try:
        day = datetime.fromisoformat(record.headers.get("Date", "")).replace(tzinfo=UTC)
        at_ms = int(day.timestamp() * 1000)
    except (ValueError, OverflowError):
        return now_ms()
    return min(at_ms, now_ms()) if at_ms > 0 else now_ms()


# ---- without a hall -----------------------------------------------------------------------------------------------


async def import_records(folder: Path, owner_name: str, records: Sequence[Record]) -> list[str]:
    """Keep games in a data folder that no hall holds; raises HallTaken if one does."""
    lock = await asyncio.to_thread(FolderLock, folder)
    try:
        async with _store(folder) as store:
            owner = await store.write(accounts.owner, owner_name, names.key(owner_name), now_ms())
            return [await keep_record(store, owner, record) for record in records]
    finally:
        lock.release()


async def stored_tree(folder: Path, table_id: str) -> Tree:
    """A game of a data folder, whether a hall holds it or not: it is only read."""
    where = load(folder=folder).settings.database
    # Looking for a game must not make an empty hall.
    if isinstance(where, str) or where.exists():
        async with _store(folder) as store:
            stored = await store.read(rows.load, table_id)
            changes = await store.read(ratings.changes, [table_id])
        if stored is not None:
            return annotated(replayed(stored), changes.get(table_id, {}))
    raise NoSuchTable(f"there is no file and no game {quoted(table_id)}: the address of a table ends with its id")


@asynccontextmanager
async def _store(folder: Path) -> "AsyncIterator[Store]":
    store = await asyncio.to_thread(Store.open, load(folder=folder).settings.database)
    try:
        yield store
    finally:
        await asyncio.to_thread(store.close)
