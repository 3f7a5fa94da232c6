"""Tables of two processes on one store: what one of them has stored, the other takes over.

test_sharing.py has the same with PostgreSQL and Redis; here a test says itself when one looks at what the other did.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

import taflheim
from scripted_engines import ready
from stores import opened, owner, run
from taflheim.hall.news import HALL, Kind, News
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.store import games
from taflheim.store.store import Store
from taflheim.table.actor import Person
from taflheim.table.errors import Stale
from taflheim.table.event import Move, Resign, Sit
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

QUORIDOR = taflheim.game("quoridor")


class Told(News):
    """News as they are told, and the topics that are followed."""

    def __init__(self) -> None:
        self.published: list[tuple[str, Kind]] = []
        self.followed: set[str] = set()

    def publish(self, topic: str, kind: Kind) -> None:
        self.published.append((topic, kind))

    def follow(self, topic: str) -> None:
        self.followed.add(topic)

    def leave(self, topic: str) -> None:
        self.followed.remove(topic)


class Process:
    """One of the processes, and the tables that it has told of."""

    def __init__(self, store: Store):
        self.tables, self.news = Tables(store, ready), Told()
        self.tables.news = self.news
        self.told: list[Table] = []
        self.tables.when_changed(self.told.append)


class Two:
    """Two processes, and Anna who has both seats."""

    def __init__(self, store: Store, anna: Person):
        self.store, self.anna = store, anna
        self.one, self.other = Process(store), Process(store)
        self.seats = dict.fromkeys("ab", Seat.person(anna.account, "Anna"))

    async def open(self, terms: Terms | None = None) -> Table:
        """A table that the other one has loaded, too."""
        table = await self.one.tables.open(QUORIDOR.start(), self.seats, terms)
        assert await self.other.tables.get(table.id) == table
        return table

    async def play(self, process: Process, table: Table, number: int, move: str) -> Table:
        return (await process.tables.act(table.id, self.anna, Move(number, move))).table


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[Two]:
    async with opened(folder / "taflheim.sqlite") as store:
        two = Two(store, Person((await owner(store)).id))
        try:
            yield two
        finally:
            await two.one.tables.close()
            await two.other.tables.close()


def test_what_one_has_stored_the_other_shows_and_tells_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            table = await two.open()
            moved = await two.play(two.one, table, 0, "e8")
            with two.other.tables.watch(table.id) as changes:
                assert await two.other.tables.get(table.id) == moved
                change = await changes.get()
                assert [event.text for event in change.events] == ["e8"] and change.table == moved
            assert two.other.told == [table, moved]
            await two.other.tables.get(table.id)
            assert len(two.other.told) == 2, "nothing is new"

    run(work())


def test_a_table_that_one_has_removed_is_gone_at_the_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            table, another = await two.open(), await two.open()
            for gone in (table, another):
                await two.one.tables.remove(gone.id, games.remove, two.anna.account)
            with pytest.raises(NoSuchTable):
                await two.other.tables.get(table.id)
            with pytest.raises(NoSuchTable):  # it was decided, and could not be stored
                await two.play(two.other, another, 0, "e8")

    run(work())


def test_a_name_that_has_changed_is_seen_without_an_event(tmp_path: Path) -> None:
    def rename(connection: Connection) -> None:
        connection.execute(text("UPDATE seats SET name = 'Berta' WHERE side = 'b'"))

    async def work() -> None:
        async with two_processes(tmp_path) as two:
            table = await two.open()
            await two.store.write(rename)
            seen = await two.other.tables.get(table.id)
            assert {side: seat.name for side, seat in seen.seats.items()} == {"a": "Anna", "b": "Berta"}

    run(work())


def test_who_is_refused_by_what_is_old_is_decided_by_what_is_new(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            table = await two.open()
            await two.play(two.one, table, 0, "e8")
            await two.play(two.other, table, 1, "e2")  # the other one has not looked since
            with pytest.raises(Stale):
                await two.play(two.one, table, 1, "d1")
            assert (await two.one.tables.get(table.id)).record.entries == ("e8", "e2")
            with pytest.raises(Stale):
                await two.play(two.one, table, 1, "d1")  # nothing is new: it is refused for good

    run(work())


def test_of_two_moves_to_one_position_the_first_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            table = await two.open()
            moved = await two.play(two.one, table, 0, "e8")
            with two.other.tables.watch(table.id) as changes:
                with pytest.raises(Stale):
                    await two.play(two.other, table, 0, "d9")
                assert (await changes.get()).table == moved, "what came instead is told"

    run(work())


def test_others_are_told_of_events_and_of_what_the_lobby_lists(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            told = two.one.news.published
            table = await two.open()
            await two.play(two.one, table, 0, "e8")
            await two.one.tables.act(table.id, two.anna, Resign("b"))
            assert told == [(table.id, "events")] * 2, "nothing of it is in the lobby"
            told.clear()
            two.seats = two.seats | {"b": Seat.free()}
            public = await two.open(Terms(public=True, opener=two.anna.account))
            assert told == [(HALL, "lobby")]
            told.clear()
            await two.one.tables.act(public.id, two.anna, Sit("b", "Anna"))
            assert set(told) == {(public.id, "events"), (HALL, "lobby")}
            told.clear()
            await two.play(two.one, public, 0, "e8")
            assert told == [(public.id, "events")], "a move changes nothing there"

    run(work())


def test_news_of_a_table_are_followed_while_anybody_watches(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_processes(tmp_path) as two:
            with two.one.tables.watch("t"):
                with two.one.tables.watch("t"):
                    assert two.one.news.followed == {"t"}
                assert two.one.news.followed == {"t"}
            assert two.one.news.followed == set()

    run(work())


def test_all_tables_that_are_watched_are_looked_at(tmp_path: Path) -> None:
    """As after a gap of the news."""

    async def work() -> None:
        async with two_processes(tmp_path) as two:
            await two.other.tables.refresh_watched()
            await two.other.tables.refresh("nowhere")
            table, gone = await two.open(), await two.open()
            unloaded = await two.one.tables.open(QUORIDOR.start(), two.seats)
            watch = two.other.tables.watch
            with watch(table.id) as changes, watch(gone.id), watch(unloaded.id) as loaded:
                await two.one.tables.remove(gone.id, games.remove, two.anna.account)
                two.other.tables.evict(0, lambda _: False)
                moved = await two.play(two.one, table, 0, "e8")
                await two.other.tables.refresh_watched()
                assert (await changes.get()).table == moved
                change = await loaded.get()
                assert change.events == () and change.table == unloaded

    run(work())
