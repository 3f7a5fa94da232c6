"""Ratings kept game by game are those that all games give, whatever the order in which they were written."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from rated_tables import Played, people, random_history, table_of, write
from stores import NOW, run, with_store
from taflheim.hall import recalculation
from taflheim.hall.recalculation import recalculate
from taflheim.store import ratings as rows
from taflheim.store import sqlite
from taflheim.store.ratings import Change, Row
from taflheim.store.schema import rating_changes, ratings
from taflheim.store.store import Store
from taflheim.table.rating import Rating


def _all(connection: Connection) -> tuple[list[Row], list[Change]]:
    kept = connection.execute(ratings.select().order_by(ratings.c.account_id, ratings.c.category))
    changed = connection.execute(rating_changes.select().order_by(rating_changes.c.table_id, rating_changes.c.side))
    return [Row(*row) for row in kept], [Change(*row) for row in changed]


async def _write(store: Store, history: Sequence[Played], at_once: int = 1) -> None:
    for first in range(0, len(history), at_once):
        some = history[first : first + at_once]
        await asyncio.gather(*(store.write(write, table_of(played)) for played in some))


@pytest.mark.parametrize("seed", range(4))
def test_recalculating_gives_the_same_numbers(where: Path | str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(recalculation, "BATCH", 7)

    async def test(store: Store) -> None:
        known = await people(store, "anna", "bo", "cy", "dee", "eve")
        history = random_history(rng, list(known.values()), 40)
        await _write(store, history, at_once=rng.choice([1, 5]))
        kept = await store.read(_all)
        assert kept[0] and kept[1]
        told: list[tuple[int, int]] = []
        assert await recalculate(store, lambda done, of: told.append((done, of))) == 40
        assert await store.read(_all) == kept
        assert told[-1] == (40, 40) and len(told) == 6

    with_store(where, test)


def test_numbers_that_were_tampered_with_are_put_right(where: Path | str) -> None:
    async def test(store: Store) -> None:
        known = await people(store, "anna", "bo")
        history = [Played(f"t{n}", list(known.values()), NOW + n, rounds=2 + n % 3) for n in range(6)]
        await _write(store, history)
        kept = await store.read(_all)
        await store.write(lambda connection: connection.execute(update(ratings).values(mu=99.0)))
        await store.write(lambda connection: connection.execute(update(rating_changes).values(mu_after=99.0)))
        await recalculate(store)
        assert await store.read(_all) == kept

    with_store(where, test)


def test_what_a_bot_was_measured_at_is_kept_with_the_game(where: Path | str) -> None:
    async def test(store: Store) -> None:
        (anna,) = (await people(store, "anna")).values()
        await _write(store, [Played("t", [anna, 3], NOW)])
        later = update(rating_changes).where(rating_changes.c.side == "b").values(bot_rating=2000.0)
        await store.write(lambda connection: connection.execute(later))
        await recalculate(store)
        changed = (await store.read(rows.changes, ["t"]))["t"]
        assert changed["b"].bot_rating == 2000
        assert changed["b"].mu_before == changed["b"].mu_after == Rating.of_bot(2000).mu

    with_store(where, test)


def test_games_that_end_meanwhile_count_too(tmp_path: Path) -> None:
    file = tmp_path / "taflheim.sqlite"

    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        first = Played("first", [anna, bo], NOW)
        # One is the game before it over again, and counts nowhere.
        meanwhile = [first._replace(id="again", ended_ms=NOW + 1), Played("new", [anna, bo], NOW + 2, rounds=3)]
        await _write(store, [first])
        kept: list[object] = []

        def end_games(done: int, of: int) -> None:
            assert (done, of) == (1, 1)
            engine = sqlite.engine(file, "write")
            with engine.begin() as connection:
                for played in meanwhile:
                    write(connection, table_of(played))
                kept.append(_all(connection))
                # What was written down of them is not what is relied on.
                connection.execute(update(rating_changes).where(rating_changes.c.table_id == "new").values(mu_after=9))
            engine.dispose()

        assert await recalculate(store, end_games) == 3
        assert await store.read(_all) == kept[0]
        assert [change.table_id for change in kept[0][1]] == ["first", "first", "new", "new"]

    with_store(file, test)


def test_an_empty_store_has_nothing_to_calculate(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store.open(tmp_path / "taflheim.sqlite")
        assert await recalculate(store) == 0
        store.close()

    run(work())
