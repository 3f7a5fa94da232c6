"""Games that wait for somebody's move, in both databases."""

from pathlib import Path

from stores import NOW, new_table, owner, with_store
from taflheim.hall.names import key
from taflheim.store import accounts, tables, turns
from taflheim.store.store import Store
from taflheim.store.tables import Ended
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

DAYS = Terms(TimeControl.parse("days 3"), public=True, watchable=True)


async def add(store: Store, table_id: str, seats: dict[str, Seat], terms: Terms = DAYS) -> None:
    await new_table(store, table_id, seats, NOW + len(table_id), terms)


def test_whose_turn_it_is(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        bo = await store.write(accounts.add, "registered", "Bo", key("Bo"), NOW)
        mine, theirs = Seat.person(anna.id, "Anna"), Seat.person(bo.id, "Bo")
        await add(store, "later", {"a": mine, "b": theirs})
        await add(store, "soon", {"a": mine, "b": theirs}, Terms())
        await add(store, "theirs", {"a": theirs, "b": mine})
        await add(store, "bot", {"a": mine, "b": Seat.bot(1, "Nils")})
        await add(store, "open", {"a": mine, "b": Seat.free()})
        await add(store, "held", {"a": mine.held(3), "b": theirs})
        await add(store, "over", {"a": mine, "b": theirs})
        end = Ended("b", "resigned", {"a": "lost", "b": "won"})
        await store.write(tables.append, "over", [Event(1, "resign", "a", "", NOW)], None, end)
        found = await store.read(turns.turns, anna.id, 10)
        assert [(turn.line.id, str(turn.clock)) for turn in found] == [("soon", "none"), ("later", "days 3")]
        assert found[0].line.seats["b"].name == "Bo"
        assert [turn.line.id for turn in await store.read(turns.turns, anna.id, 1)] == ["soon"]
        assert [turn.line.id for turn in await store.read(turns.turns, bo.id, 10)] == ["theirs"]

    with_store(where, test)
