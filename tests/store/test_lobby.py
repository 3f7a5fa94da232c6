"""Public tables, in both databases."""

from dataclasses import replace
from pathlib import Path

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import lobby, tables
from taflheim.store.store import Store
from taflheim.store.tables import Ended, Standing
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

DAYS = Terms(TimeControl.parse("days 3"), public=True, watchable=True)


def test_public_tables(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        mine = Seat.person(anna.id, "Anna")
        await new_table(store, "open", {"a": mine, "b": Seat.free()}, NOW + 4, DAYS)
        await new_table(store, "playing", {"a": mine, "b": Seat.bot(1, "Nils")}, terms=DAYS)
        await new_table(store, "private", {"a": mine, "b": Seat.free()})
        await new_table(store, "over", {"a": mine, "b": Seat.bot(1, "Nils")}, terms=DAYS)
        end = Ended("b", "resigned", {"a": "lost", "b": "won"})
        await store.write(tables.append, "over", [Event(1, "resign", "a", "", NOW)], None, end)
        found = {table.id: table for table in await store.read(lobby.listed)}
        assert set(found) == {"open", "playing"}
        assert found["open"].is_open and not found["playing"].is_open
        assert found["open"].terms == replace(DAYS, created_ms=NOW + 4)
        assert found["playing"].seats == {"a": mine, "b": Seat.bot(1, "Nils")}
        assert found["open"].seats == {"a": mine, "b": Seat.free()}
        assert (found["open"].options, found["open"].moves) == ({"players": 2}, 0)
        await store.write(tables.append, "playing", [move(1, anna.id)], None, None, Standing(1, "x", "b", 0))
        found = {table.id: table for table in await store.read(lobby.listed)}
        assert {table_id: table.moves for table_id, table in found.items()} == {"open": 0, "playing": 1}

    with_store(where, test)
