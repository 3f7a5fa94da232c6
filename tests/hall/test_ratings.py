"""Ratings in a hall: real games at its tables, and what is asked for afterwards."""

import asyncio
from pathlib import Path

import taflheim
from rated_tables import people
from stores import run
from taflheim.hall.hall import Hall
from taflheim.hall.recalculation import recalculate
from taflheim.table.actor import House, Person
from taflheim.table.event import Move, Resign
from taflheim.table.rating import Category
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
