"""Tables: what is kept comes back, once; lists are filtered before they are cut."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError

from stores import NOW, move, new_table, opened, owner, run, with_store
from taflheim.store import tables
from taflheim.store.errors import Conflict
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Stored
from taflheim.table.event import Event
from taflheim.table.seat import Seat

OVER = Ended("a", "resigned", {"a": "won", "b": "lost"})


def test_a_table_comes_back_as_it_was(where: Path | str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            seats = {"a": Seat.person(anna.id, "Ánna"), "b": Seat.bot(2, "Bot"), "c": Seat.free()}
            options = {"players": 3, "rules": "strict"}
            await store.write(tables.add, NewTable("t1", "quoridor", options, "the start", seats, NOW, True))
            first = Event(1, "move", "a", "e8", NOW + 5, 20, anna.id, "r1", "d1")
            await store.write(tables.append, "t1", [first], {}, None)
            second = Event(2, "sit", "c", "Bit", NOW + 6, 0, anna.id, "r2", "d2")
            third = Event(3, "move", "b", "e2", NOW + 2**33)
            sits = {"c": Seat.bot(1, "Bit")}
            await store.write(tables.append, "t1", [second, third], sits, None)
            # Another table of the same time.
            await store.write(tables.add, NewTable("t2", "quoridor", {}, "", {"a": Seat.free()}, NOW))
            await store.write(tables.append, "t2", [move(1, anna.id, "r1")], {}, None)
        async with opened(where) as again:
            events = [first, second, third]
            assert await again.read(tables.load, "t1") == Stored(
                "t1", "quoridor", options, "the start", {**seats, **sits}, events, True
            )
            other = await again.read(tables.load, "t2")
            assert (
                other and not other.watchable and other.seats["a"].is_free and other.events == [move(1, anna.id, "r1")]
            )
            assert await again.read(tables.load, "t3") is None

    run(test())


def test_a_number_or_a_request_is_kept_once(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for table_id in ("t1", "t2"):
            await new_table(store, table_id, {"a": Seat.person(anna.id, "Anna")})
        await store.write(tables.append, "t1", [move(1, anna.id, "r1")], {}, None)
        refused = [
            [move(1, anna.id, "r2")],
            [move(2, anna.id, "r1")],
            [move(2), move(3, anna.id, "r1")],  # all of an action or nothing
        ]
        for events in refused:
            with pytest.raises(Conflict):
                await store.write(tables.append, "t1", events, {}, OVER)
        await store.write(tables.append, "t2", [move(1, anna.id, "r1")], {}, None)  # another table
        await store.write(tables.append, "t1", [move(2, None, "r1")], {}, None)  # another actor
        await store.write(tables.append, "t1", [move(3, None)], {}, None)
        stored = await store.read(tables.load, "t1")
        assert stored and [event.number for event in stored.events] == [1, 2, 3]
        assert [info.id for info in await store.read(tables.unfinished, anna.id, 9)] == ["t1", "t2"]
        with pytest.raises(Conflict):
            await new_table(store, "t1", {"a": Seat.free()})

    with_store(where, test)


def test_a_seat_is_never_a_persons_and_a_bots(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        with pytest.raises(IntegrityError):
            await new_table(store, "t1", {"a": Seat("Anna", anna.id, 2)})
        with pytest.raises(IntegrityError):
            await new_table(store, "t1", {"a": Seat("Anna", "nobody")})
        assert await store.read(tables.load, "t1") is None

    with_store(where, test)


def test_newer_games_do_not_hide_unfinished_ones(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(60):
            seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.person(anna.id, f"Guest {number}")}
            await new_table(store, f"t{number:02}", seats, NOW)
            ended = OVER if number >= 3 else None
            await store.write(tables.append, f"t{number:02}", [move(number + 1)], {}, ended)
        await new_table(store, "other", {"a": Seat.bot(1, "Bot")})

        unfinished = await store.read(tables.unfinished, anna.id, 50)
        assert [info.id for info in unfinished] == ["t02", "t01", "t00"]
        assert unfinished[0] == ("t02", "quoridor", {"players": 2}, {"a": "Anna", "b": "Guest 2"}, NOW + 3, False)
        assert [info.id for info in await store.read(tables.unfinished, anna.id, 1)] == ["t02"]

        recent = await store.read(tables.recent, anna.id, 58)
        assert [info.id for info in recent] == [f"t{number:02}" for number in range(59, 1, -1)]
        assert [info.finished for info in recent] == [True] * 57 + [False]
        assert await store.read(tables.recent, "nobody", 50) == []

    with_store(where, test)


def test_a_list_is_one_query(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(5):
            await new_table(store, f"t{number}", {"a": Seat.person(anna.id, "Anna"), "b": Seat.bot(1, "Bot")})
        statements: list[str] = []

        def listed(connection: Connection) -> int:
            event.listen(connection, "before_cursor_execute", lambda *args: statements.append(args[2]))
            return len(tables.unfinished(connection, anna.id, 9)) + len(tables.bots_to_move(connection))

        assert await store.read(listed) == 10
        assert len(statements) == 2

    with_store(where, test)


def test_bots_that_may_be_to_move(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me, bot = Seat.person(anna.id, "Anna"), Seat.bot(1, "Bot")
        for table_id, seats in {"late": (me, bot), "people": (me, me), "over": (me, bot), "early": (bot, bot)}.items():
            await new_table(store, table_id, dict(zip("ab", seats, strict=True)))
        await store.write(tables.append, "over", [move(1)], {}, OVER)
        await store.write(tables.append, "late", [move(2)], {}, None)
        await store.write(tables.append, "early", [move(1)], {}, None)
        assert await store.read(tables.bots_to_move) == ["early", "late"]
        await store.write(tables.append, "people", [move(1)], {"b": bot}, None)
        assert set(await store.read(tables.bots_to_move)) == {"early", "late", "people"}

    with_store(where, test)
