"""Tables: what is kept comes back, once."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from stores import NOW, move, new_table, opened, owner, run, with_store
from taflheim.store import games, schema, tables
from taflheim.store.errors import Conflict
from taflheim.store.games import Wanted
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Standing, Stored
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

OVER = Ended("a", "resigned", {"a": "won", "b": "lost"})


def test_a_table_comes_back_as_it_was(where: Path | str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            seats = {"a": Seat.person(anna.id, "Ánna"), "b": Seat.bot(2, "Bot"), "c": Seat.free()}
            options = {"players": 3, "rules": "strict"}
            clock = TimeControl.parse("5+3")
            terms = Terms(clock, True, True, True, opener=anna.id, created_ms=NOW)
            await store.write(tables.add, NewTable("t1", "quoridor", options, "the start", seats, terms))
            first = Event(1, "move", "a", "e8", NOW + 5, 20, anna.id, "r1", "d1")
            await store.write(tables.append, "t1", [first], {}, None)
            second = Event(2, "sit", "c", "Bit", NOW + 6, 0, anna.id, "r2", "d2")
            third = Event(3, "move", "b", "e2", NOW + 2**33)
            sits = {"c": Seat.bot(1, "Bit")}
            await store.write(tables.append, "t1", [second, third], sits, None)
            # Another table of the same time.
            await store.write(tables.add, NewTable("t2", "quoridor", {}, "", {"a": Seat.free()}, Terms(created_ms=NOW)))
            await store.write(tables.append, "t2", [move(1, anna.id, "r1")], {}, None)
        async with opened(where) as again:
            events = [first, second, third]
            assert await again.read(tables.load, "t1") == Stored(
                "t1", "quoridor", options, "the start", {**seats, **sits}, events, terms
            )
            other = await again.read(tables.load, "t2")
            assert (
                other
                and other.terms == Terms(created_ms=NOW)
                and other.seats["a"].is_free
                and other.events == [move(1, anna.id, "r1")]
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
        assert [line.id for line in await store.read(games.listed, anna.id, Wanted(), 9)] == ["t1", "t2"]
        with pytest.raises(Conflict):
            await new_table(store, "t1", {"a": Seat.free()})

    with_store(where, test)


def test_a_bot_may_play_on_for_somebody_who_is_known(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        held = Seat.person(anna.id, "Anna").held(2)
        await new_table(store, "t", {"a": held})
        stored = await store.read(tables.load, "t")
        assert stored and stored.seats == {"a": held}
        with pytest.raises(IntegrityError):
            await new_table(store, "t1", {"a": Seat("Anna", "nobody")})
        assert await store.read(tables.load, "t1") is None

    with_store(where, test)


def test_bots_that_are_to_move(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me, bot = Seat.person(anna.id, "Anna"), Seat.bot(1, "Bot")
        for table_id, seats in {"late": (me, bot), "mine": (me, bot), "over": (me, bot), "early": (bot, bot)}.items():
            await new_table(store, table_id, dict(zip("ab", seats, strict=True)))
        assert await store.read(tables.bots_to_move) == ["early"]
        await store.write(tables.append, "over", [move(1)], {}, OVER, standing("b"))
        await store.write(tables.append, "late", [move(2)], {}, None, standing("b"))
        await store.write(tables.append, "early", [move(1)], {}, None, standing("b"))
        assert await store.read(tables.bots_to_move) == ["early", "late"]
        await store.write(tables.append, "mine", [move(1)], {"a": bot}, None, standing("a"))
        assert set(await store.read(tables.bots_to_move)) == {"early", "late", "mine"}

    with_store(where, test)


def test_where_a_table_is_in_its_life(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me, free = Seat.person(anna.id, "Anna"), Seat.free()

        def states(connection: Connection) -> dict[str, str]:
            return {row.id: row.state for row in connection.execute(select(schema.tables.c.id, schema.tables.c.state))}

        await new_table(store, "mine", {"a": me, "b": me})
        await new_table(store, "open", {"a": me, "b": free})
        await new_table(store, "withdrawn", {"a": me, "b": free})
        assert await store.read(states) == {"mine": "playing", "open": "open", "withdrawn": "open"}
        await store.write(tables.append, "open", [move(1)], {}, None, standing("a"))
        assert (await store.read(states))["open"] == "open"
        await store.write(tables.append, "open", [move(2)], {"b": me}, None, standing("a"), begins=True)
        await store.write(tables.append, "mine", [move(1)], {}, OVER, standing("a"))
        aborted = Ended(None, "aborted", {}, "aborted")
        await store.write(tables.append, "withdrawn", [move(1)], {}, aborted, standing("a"))
        assert await store.read(states) == {"mine": "over", "open": "playing", "withdrawn": "aborted"}
        terms = select(schema.tables.c.terms).distinct()
        assert await store.read(lambda connection: connection.execute(terms).scalars().all()) == ["{}"]

    with_store(where, test)


def test_a_request_opens_one_table(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        seats, terms = {"a": Seat.person(anna.id, "Anna")}, Terms(opener=anna.id, created_ms=NOW)
        new = NewTable("t1", "quoridor", {}, "start", seats, terms, "a", "r1", "d1")
        await store.write(tables.add, new)
        with pytest.raises(Conflict):
            await store.write(tables.add, new._replace(id="t2"))
        for other in ("t3", "t4"):  # without a request nothing is the same
            await store.write(tables.add, new._replace(id=other, request=None))
        assert await store.read(tables.opened, anna.id, "r1") == tables.Opened("t1", "d1")
        assert await store.read(tables.opened, anna.id, "r2") is None
        assert await store.read(tables.opened, "somebody", "r1") is None

    with_store(where, test)


def standing(turn: str, plies: int = 1) -> Standing:
    return Standing(plies, f"position {plies}", turn, 1000)


def test_how_a_table_stands(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)

        def stands(connection: Connection) -> list[tuple[object, ...]]:
            columns = (schema.tables.c[name] for name in ("plies", "position", "turn", "played_ms"))
            return [tuple(row) for row in connection.execute(select(*columns))]

        await new_table(store, "t", {"a": Seat.person(anna.id, "Anna"), "b": Seat.bot(1, "Bot")})
        assert await store.read(stands) == [(0, "start", "a", 0)]
        await store.write(tables.append, "t", [move(1)], {}, None, standing("b", 1))
        await store.write(tables.append, "t", [move(2)], {}, OVER, standing("a", 2))
        assert await store.read(stands) == [(2, "position 2", "a", 2000)]
        assert await store.read(tables.unknown) == []
        await store.write(tables.stand, "t", standing("b", 7))  # it is known already
        assert await store.read(stands) == [(2, "position 2", "a", 2000)]
        await store.write(tables.append, "t", [move(3)], {}, OVER)
        assert await store.read(stands) == [(None, None, None, None)]
        assert await store.read(tables.unknown) == ["t"]
        await store.write(tables.stand, "t", Standing(3, "position 3", "b", 3500))
        assert await store.read(stands) == [(3, "position 3", "b", 3500)]

    with_store(where, test)


def test_tables_at_which_something_may_be_due(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me, bot = Seat.person(anna.id, "Anna"), Seat.bot(1, "Bot")
        live = Terms(TimeControl.parse("5+3"), created_ms=NOW)
        await new_table(store, "quiet", {"a": me, "b": bot})
        await new_table(store, "open", {"a": me, "b": Seat.free()}, NOW + 1)
        await new_table(store, "held", {"a": me, "b": me.held(3)}, NOW + 2)
        for table_id in ("live", "over"):
            await store.write(tables.add, NewTable(table_id, "quoridor", {}, "start", {"a": me}, live, "a"))
        await store.write(tables.append, "over", [move(1)], {}, OVER)
        assert await store.read(tables.timed) == ["live", "open", "held"]

    with_store(where, test)


def test_what_has_happened_later(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.bot(1, "Bot")}
        for table_id in ("t", "u", "quiet"):
            await new_table(store, table_id, seats)
        await store.write(tables.append, "t", [move(1)], {}, None, standing("b"))
        await store.write(tables.append, "t", [move(2), move(3)], {}, None, standing("a"))
        await store.write(tables.append, "u", [move(1)], {}, None, standing("b"))
        assert await store.read(tables.later, "t", 1) == tables.Later([move(2), move(3)], seats)
        assert await store.read(tables.later, "t", 3) == tables.Later([], seats)
        assert await store.read(tables.later, "nowhere", 0) is None
        assert await store.read(tables.numbers, ["t", "u", "quiet", "nowhere"]) == {"t": 3, "u": 1}

    with_store(where, test)


def test_nothing_is_kept_of_a_table_that_was_removed(where: Path | str) -> None:
    """By another process, between a decision and its writing."""

    async def test(store: Store) -> None:
        for ended in (None, OVER):
            with pytest.raises(Conflict, match="removed"):
                await store.write(tables.append, "gone", [move(1)], {}, ended, standing("b"))
        assert await store.read(tables.numbers, ["gone"]) == {}

    with_store(where, test)
