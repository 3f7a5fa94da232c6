"""Somebody's games: listed in a fixed number of queries, filtered before they are cut, and taken off the list."""

from pathlib import Path

from sqlalchemy import Connection, event, select

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import accounts, daily, games, reviews, schema, tables
from taflheim.store.accounts import Account
from taflheim.store.games import Seated, Wanted
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Standing
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

WON = Ended("a", "resigned", {"a": "won", "b": "lost"})
LOST = Ended("b", "resigned", {"a": "lost", "b": "won"})
DRAWN = Ended(None, "repetition", {"a": "drawn", "b": "drawn"})
ABORTED = Ended(None, "aborted", {"a": None, "b": None})
NILS, LIV = Seat.bot(1, "Nils"), Seat.bot(2, "Liv")


async def bo(store: Store) -> Account:
    """Another person."""

    return await store.write(accounts.add, "registered", "Bo", "bo", NOW + 1)


async def play(
    store: Store,
    me: Account,
    name: str,
    other: Seat,
    ended: Ended | None = None,
    *,
    at: int = 1,
    game: str = "quoridor",
) -> None:
    """A game of somebody against somebody, with one move at some time."""
    seats = {"a": Seat.person(me.id, me.name), "b": other}
    await store.write(tables.add, NewTable(name, game, {"players": 2}, "start", seats, Terms(created_ms=NOW), turn="a"))
    standing = Standing(at, f"position {at}", "b", 1000)
    await store.write(tables.append, name, [move(1, me.id)._replace(at_ms=NOW + at)], {}, ended, standing)


EVERY = Wanted()


async def listed(store: Store, me: Account, wanted: Wanted = EVERY, limit: int = 99, offset: int = 0) -> list[str]:
    return [line.id for line in await store.read(games.listed, me.id, wanted, limit, offset)]


def test_games_that_last_come_first_then_the_newest(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(60):
            await play(store, anna, f"t{number:02}", NILS, WON if number >= 3 else None, at=number + 1)
        order = ["t02", "t01", "t00", *(f"t{number:02}" for number in range(59, 2, -1))]
        assert await listed(store, anna) == order
        for offset in (0, 2, 3, 4, 58, 60, 99):
            assert await listed(store, anna, limit=4, offset=offset) == order[offset : offset + 4]
        assert await listed(store, anna, Wanted(result="unfinished"), limit=2, offset=1) == ["t01", "t00"]
        assert await store.read(games.count, anna.id, Wanted()) == 60
        assert await store.read(games.count, anna.id, Wanted(result="unfinished")) == 3
        assert await store.read(games.listed, "nobody", Wanted(), 9) == []
        (line,) = await store.read(games.listed, anna.id, Wanted(), 1, 3)
        assert line == games.Line(
            "t59",
            "quoridor",
            {"players": 2},
            {"a": Seated("Anna", anna.id, None, "won"), "b": Seated("Nils", None, 1, "lost")},
            "position 60",
            60,
            "b",
            "a",
            "resigned",
            NOW + 60,
        )

    with_store(where, test)


def test_filters(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        other = await bo(store)
        me = Seat.person(anna.id, "Anna")
        await play(store, anna, "won", NILS, WON, at=9)
        await play(store, anna, "lost", LIV, LOST, at=8, game="toy")
        await play(store, anna, "drawn", Seat.person(other.id, "Bo"), DRAWN, at=7)
        await play(store, anna, "aborted", NILS, ABORTED, at=6)
        await play(store, anna, "screen", me, WON, at=5)
        await play(store, anna, "lasts", LIV, at=4)
        await play(store, other, "theirs", NILS, WON, at=10)
        for wanted, expected in (
            (Wanted(), "lasts won lost drawn aborted screen"),
            (Wanted(game="toy"), "lost"),
            (Wanted(game="chess"), ""),
            (Wanted(result="won"), "won"),  # not the one at one screen
            (Wanted(result="lost"), "lost"),
            (Wanted(result="drawn"), "drawn"),
            (Wanted(result="aborted"), "aborted"),
            (Wanted(result="unfinished"), "lasts"),
            (Wanted(one_screen=True), "screen"),
            (Wanted(opponent="Nils"), "won aborted"),
            (Wanted(opponent="Bo"), "drawn"),
            (Wanted(opponent="Anna"), ""),
            (Wanted(opponent="Liv", result="unfinished"), "lasts"),
            (Wanted("quoridor", "Nils", False, "won"), "won"),
        ):
            assert await listed(store, anna, wanted) == expected.split(), wanted
            assert await store.read(games.count, anna.id, wanted) == len(expected.split())
        assert await store.read(games.opponents, anna.id) == ["Nils", "Liv", "Bo"]
        assert await store.read(games.opponents, other.id) == ["Nils", "Anna"]
        assert await listed(store, other) == ["theirs", "drawn"]
        lines = await store.read(games.listed, anna.id, Wanted(), 4)
        assert [(line.id, line.seats["b"].name) for line in lines] == [
            ("lasts", "Liv"),
            ("won", "Nils"),
            ("lost", "Liv"),
            ("drawn", "Bo"),
        ]

    with_store(where, test)


def test_others_see_what_is_public(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for name, public in {"public": True, "private": False}.items():
            seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.free()}
            await new_table(store, name, seats, terms=Terms(public=public))
        assert await listed(store, anna, Wanted(public=True)) == ["public"]
        assert set(await listed(store, anna)) == {"public", "private"}

    with_store(where, test)


def test_what_counts_stays_and_what_does_not_goes(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me = {"a": Seat.person(anna.id, "Anna")}
        for name in ("rated", "try", "casual"):
            await new_table(store, name, me, terms=Terms(rated=name == "rated"))
        await store.write(daily.open_try, "toy", "2026-11-01", anna.id, "try", NOW)
        for name, gone in {"rated": "hidden", "try": "hidden", "casual": "removed"}.items():
            assert await store.write(games.remove, name, anna.id) == gone, name
        assert await store.read(tables.load, "rated") and await store.read(tables.load, "try")
        assert await store.read(tables.load, "casual") is None

    with_store(where, test)


def test_a_list_takes_few_queries_however_long_it_is(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(12):
            await play(store, anna, f"t{number}", NILS, WON if number % 2 else None, at=number)
        statements: list[str] = []

        def work(connection: Connection, limit: int) -> int:
            statements.clear()
            event.listen(connection, "before_cursor_execute", note := lambda *args: statements.append(args[2]))
            try:
                return len(games.listed(connection, anna.id, Wanted(), limit))
            finally:
                event.remove(connection, "before_cursor_execute", note)

        assert await store.read(work, 10) == 10
        assert len(statements) == 3
        assert await store.read(work, 6) == 6
        assert len(statements) == 2, "those that last are enough"

    with_store(where, test)


def test_what_nobody_has_touched_is_not_listed_and_can_be_let_go(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        other = await bo(store)
        me, you = Seat.person(anna.id, "Anna"), Seat.person(other.id, "Bo")
        for name, seats in {
            "untouched": {"a": me, "b": NILS},
            "alone": {"a": me},
            "free": {"a": me, "b": Seat.free()},
            "bot began": {"a": NILS, "b": me},
            "with another": {"a": me, "b": you},
            "bots only": {"a": NILS, "b": LIV},
            "moved": {"a": me, "b": NILS},
            "resigned": {"a": me, "b": NILS},
        }.items():
            await new_table(store, name, seats)
        await new_table(store, "new", {"a": me}, NOW + 1000)
        await store.write(tables.append, "bot began", [move(1)])
        await store.write(tables.append, "bots only", [move(1)])
        await store.write(tables.append, "moved", [move(1, anna.id)])
        await store.write(tables.append, "resigned", [move(1)], {}, LOST)
        assert set(await listed(store, anna)) == {"with another", "moved", "resigned", "free"}

        assert await store.read(games.untouched, NOW) == []
        assert set(await store.read(games.untouched, NOW + 1)) == {"untouched", "alone", "bot began"}
        await store.write(tables.append, "alone", [move(1, anna.id)])  # in the last moment
        for name in ("untouched", "alone", "free", "bot began", "moved", "bots only", "new", "nowhere"):
            gone = await store.write(games.remove_untouched, name, NOW + 1)
            assert gone == (name in ("untouched", "bot began")), name
            assert (await store.read(tables.load, name) is None) == (gone or name == "nowhere")

    with_store(where, test)


def test_a_game_with_nobody_else_is_removed_another_is_hidden(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        other = await bo(store)
        await play(store, anna, "mine", Seat.person(anna.id, "Anna"), WON)
        await play(store, anna, "stays", NILS, WON)
        await play(store, anna, "ours", Seat.person(other.id, "Bo"), WON)
        await play(store, anna, "left", NILS)
        await store.write(tables.append, "left", [move(2, other.id)], {"b": NILS})  # Bo has sat there once
        await store.write(reviews.put, "mine", reviews.StoredReview("1", 1, {}), NOW)

        assert await store.read(games.shared, "mine", anna.id) is False
        assert await store.read(games.shared, "ours", anna.id) is True
        assert await store.read(games.shared, "mine", other.id) is None
        assert await store.write(games.remove, "mine", other.id) is None
        assert await store.write(games.remove, "nowhere", anna.id) is None
        assert await store.write(games.remove, "mine", anna.id) == "removed"
        assert await store.read(tables.load, "mine") is None
        assert await store.write(games.remove, "ours", anna.id) == "hidden"
        assert await store.write(games.remove, "left", anna.id) == "hidden"
        assert await listed(store, anna) == ["stays"]
        assert await listed(store, other) == ["ours"]
        await store.write(games.hide, "ours", anna.id, False)
        assert set(await listed(store, anna)) == {"stays", "ours"}

        def rows_left(connection: Connection) -> int:
            of = (schema.events.c.table_id, schema.seats.c.table_id, schema.reviews.c.table_id)
            return sum(len(connection.execute(select(column).where(column == "mine")).all()) for column in of)

        assert await store.read(rows_left) == 0

    with_store(where, test)
