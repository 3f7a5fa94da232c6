"""Ratings in a hall: real games at its tables, and what is asked for afterwards."""

import asyncio
from pathlib import Path

import pytest

import taflheim
from fake_time import FakeTime
from rated_tables import Played, people, table_of, write
from stores import NOW, run, with_store
from taflheim.hall.hall import Hall
from taflheim.hall.ratings import Ratings
from taflheim.hall.recalculation import recalculate
from taflheim.store import ratings as rows
from taflheim.store.ratings import Row
from taflheim.store.store import Store
from taflheim.table.actor import House, Person
from taflheim.table.event import Move, Resign
from taflheim.table.rating import MOST_SIGMA, Category
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
MOVES = ("e8", "e2", "e7", "e3")


async def _play(hall: Hall, anna: str, other: Seat, terms: Terms) -> Table:
    """A game that Anna wins."""
    table = await hall.tables.open(QUORIDOR.start(), {"a": Seat.person(anna, "Anna"), "b": other}, terms)
    for text in MOVES:
        table = await hall.tables.get(table.id)
        seat = table.seats[table.record.turn]
        actor = Person(seat.account) if seat.account else House()
        await hall.tables.act(table.id, actor, Move(table.position_number, text))
    loser = other.account
    assert loser is not None
    return (await hall.tables.act(table.id, Person(loser), Resign())).table


def test_a_rated_game_changes_ratings_with_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        hall = await Hall.open(tmp_path)
        try:
            known = await people(hall._store, "anna", "bo")
            anna, bo = known["anna"], Seat.person(known["bo"], "Bo")
            category = Category.of(QUORIDOR, "a")
            terms = Terms(TimeControl.parse("5+3"), rated=True, opener=anna)
            assert await hall.ratings.of(anna, category) is None
            table = await _play(hall, anna, bo, terms)
            assert str(await hall.ratings.of(anna, category)) == "1578?"
            assert {side: str(one) for side, one in (await hall.ratings.at_table(table)).items()} == {
                "a": "1578?",
                "b": "1422?",
            }
            changed = (await hall.ratings.changes([table.id]))[table.id]
            assert changed["a"].ended_ms == table.events[-1].at_ms
            # A casual game changes nothing.
            casual = await _play(hall, anna, bo, Terms(opener=anna))
            assert await hall.ratings.changes([casual.id]) == {}
            before = await hall.ratings.all_of(anna)
            assert await recalculate(hall._store) == 1
            assert await hall.ratings.all_of(anna) == before
        finally:
            await hall.close()

    run(asyncio.wait_for(work(), 100))


def test_what_is_asked_for(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        known = await people(store, "anna", "bo", "cy")
        anna, bo, cy = known.values()
        for n in range(3):
            await store.write(write, table_of(Played(f"t{n}", [anna, bo], NOW + n, rounds=2 + n), known))
        ratings = Ratings(store)
        (row,) = await ratings.all_of(anna)
        assert (row.category, row.games) == ("quoridor", 3) and await ratings.all_of(cy) == []
        assert [change.table_id for change in await ratings.history(anna, "quoridor", 2)] == ["t1", "t2"]
        # Nobody is certain yet.
        quoridor = Category.of(QUORIDOR, "a")
        assert await ratings.leaders(quoridor, programs=False, limit=9) == []
        assert await ratings.place(anna, quoridor) is None
        certain = [
            Row(account, "quoridor/players=4", mu, MOST_SIGMA, 9, NOW) for account, mu in ((bo, 30.0), (cy, 20.0))
        ]
        await store.write(rows.put, certain)
        four = Category.of(taflheim.game("quoridor", players=4), "a")
        assert [one.name for one in await ratings.leaders(four, programs=False, limit=9)] == ["Bo", "Cy"]
        assert [one.name for one in await ratings.leaders(four, programs=False, limit=1)] == ["Bo"]
        assert await ratings.leaders(four, programs=True, limit=9) == []
        assert await ratings.place(cy, four) == 2

    with_store(tmp_path / "taflheim.sqlite", test)


def test_the_balance_of_many_games_is_counted_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.ratings._MANY", 2)
    now, hnefatafl = FakeTime(monkeypatch), taflheim.game("hnefatafl")

    async def test(store: Store) -> None:
        ratings = Ratings(store)
        anna, bo = (await people(store, "anna", "bo")).values()

        async def counted() -> float:
            return sum(band.games for band in await ratings.balance(hnefatafl))

        assert await counted() == 0
        for n, expected in enumerate((1, 2, 2, 2)):
            played = Played(f"t{n}", [anna, bo], NOW + n, rounds=2 + n % 3, leaves=[n % 2], game="hnefatafl")
            await store.write(write, table_of(played))
            assert await counted() == expected
        assert await ratings.balance(taflheim.game("halatafl")) == []
        now.go_on(600_000)
        assert await counted() == 2
        now.go_on(1)
        assert await counted() == 4

    with_store(tmp_path / "taflheim.sqlite", test)


def test_strength_is_that_of_all_sides(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        points = {"hnefatafl/attackers": 1600, "hnefatafl/defenders": 1700, "quoridor": 1800, "quoridor/players=3": 900}
        kept = [Row(anna, category, 25 + (value - 1500) / 29.5, 8.0, 1, NOW) for category, value in points.items()]
        await store.write(rows.put, [*kept, Row(bo, "hnefatafl/defenders", 25.0, 8.0, 1, NOW)])
        ratings, hnefatafl = Ratings(store), taflheim.game("hnefatafl")
        assert await ratings.strength(anna, hnefatafl) == pytest.approx(1650)
        assert await ratings.strength(anna, QUORIDOR) == pytest.approx(1800)
        assert await ratings.strength(bo, hnefatafl) == 1500 and await ratings.strength(bo, QUORIDOR) is None

    with_store(tmp_path / "taflheim.sqlite", test)


def test_a_bot_about_as_strong_stands_in(tmp_path: Path) -> None:
    async def work() -> None:
        hall = await Hall.open(tmp_path)
        try:
            known = await people(hall._store, "anna", "bo")
            four = taflheim.game("quoridor", players=4)
            assert await hall.ratings.stand_in(four, "a", known["anna"]) is None
            terms = Terms(TimeControl.parse("5+3"), rated=True, opener=known["anna"])
            await _play(hall, known["anna"], Seat.person(known["bo"], "Bo"), terms)
            # 1578 and 1422: Astrid was measured at 1515, Leif at 1637, Torben at 1367.
            assert await hall.ratings.stand_in(four, "c", known["anna"]) in (4, 5)
            assert await hall.ratings.stand_in(four, "c", known["bo"]) == 3
            toy = taflheim.game("toy")
            assert await hall.ratings.stand_in(toy, toy.seats[0], known["anna"]) is None
        finally:
            await hall.close()

    run(asyncio.wait_for(work(), 100))
