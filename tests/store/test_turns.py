"""Games that wait for somebody's move, feeds, and public tables, in both databases."""

from dataclasses import replace
from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.hall.names import key
from taflheim.store import accounts, feeds, lobby, tables, turns
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

DAYS = Terms(TimeControl.parse("days 3"), public=True, watchable=True)


async def add(store: Store, table_id: str, seats: dict[str, Seat], terms: Terms = DAYS, turn: str = "a") -> None:
    terms = replace(terms, created_ms=NOW + len(table_id))
    await store.write(tables.add, NewTable(table_id, "quoridor", {"players": 2}, "start", seats, terms, turn))


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


def test_public_tables(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        mine = Seat.person(anna.id, "Anna")
        await add(store, "open", {"a": mine, "b": Seat.free()})
        await add(store, "playing", {"a": mine, "b": Seat.bot(1, "Nils")})
        await add(store, "private", {"a": mine, "b": Seat.free()}, Terms())
        await add(store, "over", {"a": mine, "b": Seat.bot(1, "Nils")})
        end = Ended("b", "resigned", {"a": "lost", "b": "won"})
        await store.write(tables.append, "over", [Event(1, "resign", "a", "", NOW)], None, end)
        found = {table.id: table for table in await store.read(lobby.listed)}
        assert set(found) == {"open", "playing"}
        assert found["open"].is_open and not found["playing"].is_open
        assert found["open"].terms == replace(DAYS, created_ms=NOW + 4)
        assert found["playing"].seats == {"a": mine, "b": Seat.bot(1, "Nils")}
        assert (found["open"].options, found["open"].moves) == ({"players": 2}, 0)

    with_store(where, test)


def test_feeds(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(feeds.since, anna.id) is None
        await store.write(feeds.put, "one", anna.id, NOW)
        assert await store.read(feeds.account_of, "one") == anna.id
        await store.write(feeds.put, "two", anna.id, NOW + 1)
        assert await store.read(feeds.account_of, "one") is None, "the old address is of no use any more"
        assert await store.read(feeds.since, anna.id) == NOW + 1
        await store.write(feeds.remove, anna.id)
        assert await store.read(feeds.account_of, "two") is None
        assert await store.read(feeds.since, anna.id) is None

    with_store(where, test)
