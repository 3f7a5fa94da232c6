"""Tries of the day in the store."""

from pathlib import Path

from rated_tables import people
from stores import NOW, move, new_table, with_store
from taflheim.store import daily, games, tables
from taflheim.store.daily import Try
from taflheim.store.store import Store
from taflheim.store.tables import Standing
from taflheim.table.seat import Seat

DAY = "2026-11-01"


async def _try(store: Store, account: str, table_id: str, day: str = DAY) -> None:
    await new_table(store, table_id, {"a": Seat.person(account, "x")})
    await store.write(daily.open_try, "toy", day, account, table_id, NOW)


def test_one_try_a_day_and_its_end(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        await _try(store, anna, "1")
        await store.write(daily.open_try, "toy", DAY, anna, "1", NOW + 5)  # asked for again
        assert await store.read(daily.own, "toy", DAY, anna) == Try("toy", DAY, anna, "1", "playing", 0, 0, NOW, None)
        assert await store.read(daily.results, "toy", DAY, 10) == []
        for account, table_id, state, moves, jumps in (
            (anna, "1", "won", 9, 1),
            (bo, "2", "lost", 2, 0),
            (cy, "3", "won", 9, 0),
        ):
            if table_id != "1":
                await _try(store, account, table_id)
            await store.write(daily.end_try, Try("toy", DAY, account, table_id, state, moves, jumps, NOW, NOW + 9))  # type: ignore[arg-type]
        found = await store.read(daily.results, "toy", DAY, 10)
        assert [(one.name, one.state, one.moves, one.jumps) for one in found] == [
            ("Cy", "won", 9, 0),
            ("Anna", "won", 9, 1),
            ("Bo", "lost", 2, 0),
        ]
        await _try(store, anna, "4", "2026-11-02")
        assert await store.read(daily.days, "toy", anna) == {DAY: "won", "2026-11-02": "playing"}
        assert (await store.read(daily.at, "3")) is not None
        await store.write(daily.forget, "3")
        assert await store.read(daily.at, "3") is None and await store.read(daily.moves_made, "3") == 0

    with_store(where, test)


def test_a_try_that_was_given_up_is_replaced(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await _try(store, anna, "1")
        await _try(store, bo, "2")
        await _try(store, anna, "3", "2026-11-02")
        await new_table(store, "4", {"a": Seat.person(anna, "x")})
        await store.write(daily.open_try, "other", DAY, anna, "4", NOW)
        await _try(store, anna, "5")
        tries = [await store.read(daily.at, table_id) for table_id in "12345"]
        assert [one and one.table_id for one in tries] == [None, "2", "3", "4", "5"]
        assert await store.read(daily.days, "toy", anna) == {DAY: "playing", "2026-11-02": "playing"}

    with_store(where, test)


def test_how_many_moves_were_made(where: Path | str) -> None:
    async def test(store: Store) -> None:
        (anna,) = (await people(store, "anna")).values()
        for table_id in ("1", "2"):
            await _try(store, anna, table_id)
        await store.write(tables.append, "1", [move(1, anna)], {}, None, Standing(3, "x", "a", 0))
        assert [await store.read(daily.moves_made, table_id) for table_id in ("1", "2", "3")] == [3, 0, 0]

    with_store(where, test)


def test_a_try_that_counts_is_hidden_not_removed_and_an_untouched_one_goes(where: Path | str) -> None:
    async def test(store: Store) -> None:
        (anna,) = (await people(store, "anna")).values()
        await _try(store, anna, "1")
        assert await store.write(games.remove, "1", anna) == "hidden"
        assert await store.write(games.remove_untouched, "1", NOW + 1)
        assert await store.read(daily.own, "toy", DAY, anna) is None

    with_store(where, test)
