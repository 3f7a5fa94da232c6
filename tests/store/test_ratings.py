"""Ratings in the store: kept with the changes that games bring, and the games found in the order of their ends."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rated_tables import RATED, Played, people, table_of, write
from stores import NOW, new_table, with_store
from taflheim.store import ratings
from taflheim.store.ratings import Change, Row
from taflheim.store.store import Store
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

TOY, OTHER = "toy", "other"


def change(
    table_id: str, account: str | None, mu: float, ended_ms: int, side: str = "a", category: str = TOY
) -> Change:
    return Change(table_id, side, account, category, mu - 1, 5.0, mu, 4.0, 1, ended_ms, None if account else 1500.0)


async def tables(store: Store, *table_ids: str) -> None:
    """Tables that changes of ratings can belong to."""
    for table_id in table_ids:
        await new_table(store, table_id, {"a": Seat.free(), "b": Seat.free()})


def test_a_change_makes_a_rating_or_replaces_it(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await tables(store, "1", "2", "3")
        await store.write(ratings.add, [change("1", None, 30.0, NOW, "b"), change("1", anna, 26.0, NOW)])
        assert await store.read(ratings.of, anna) == [Row(anna, TOY, 26.0, 4.0, 1, NOW)]
        await store.write(ratings.add, [change("2", bo, 24.0, NOW + 1), change("2", anna, 27.0, NOW + 1, "b")])
        await store.write(ratings.add, [change("3", anna, 10.0, NOW + 2, category=OTHER)])
        await store.write(ratings.add, [])
        of_anna = [Row(anna, OTHER, 10.0, 4.0, 1, NOW + 2), Row(anna, TOY, 27.0, 4.0, 2, NOW + 1)]
        assert await store.read(ratings.of, anna) == of_anna
        assert await store.read(ratings.one, anna, TOY) == of_anna[1]
        assert await store.read(ratings.one, bo, OTHER) is None
        wanted = [(anna, TOY), (bo, TOY), (bo, OTHER)]
        assert await store.read(ratings.some, wanted) == {(anna, TOY): (27.0, 4.0), (bo, TOY): (24.0, 4.0)}

        changed = await store.read(ratings.changes, ["1", "2", "none"])
        assert {table: sorted(sides) for table, sides in changed.items()} == {"1": ["a", "b"], "2": ["a", "b"]}
        assert changed["1"]["b"] == change("1", None, 30.0, NOW, "b")
        assert await store.read(ratings.changes, []) == {}

        await store.write(ratings.remove, ["1"])
        await store.write(ratings.remove, [])
        assert set(await store.read(ratings.changes, ["1", "2", "3"])) == {"2", "3"}
        await store.write(ratings.remove_rating, anna, TOY)
        assert await store.read(ratings.of, anna) == of_anna[:1]
        assert await store.read(ratings.one, bo, TOY) is not None
        await store.write(ratings.remove_all_ratings)
        await store.write(ratings.put, [])
        assert await store.read(ratings.of, anna) == await store.read(ratings.of, bo) == []
        await store.write(ratings.put, of_anna)
        assert await store.read(ratings.of, anna) == of_anna

    with_store(where, test)


def test_changes_in_the_order_of_their_games(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await tables(store, *"abcdef")
        kept = [change("c", anna, 26.0, NOW), change("a", anna, 27.0, NOW + 1), change("b", anna, 28.0, NOW + 1)]
        kept += [
            change("d", anna, 1.0, NOW, category=OTHER),
            change("e", bo, 2.0, NOW),
            change("f", anna, 3.0, NOW + 2),
        ]
        await store.write(ratings.add_changes, kept[::-1])
        await store.write(ratings.add_changes, [])
        assert await store.read(ratings.of, anna) == [], "changes alone make no rating"
        assert await store.read(ratings.history, anna, TOY, 10) == [*kept[:3], kept[5]]
        assert await store.read(ratings.history, anna, TOY, 2) == [kept[2], kept[5]]
        for key, last in (
            ((NOW, "c"), None),
            ((NOW, "d"), kept[0]),
            ((NOW + 1, "a"), kept[0]),
            ((NOW + 1, "b"), kept[1]),
            ((NOW + 1, "c"), kept[2]),
            ((NOW + 2, "a"), kept[2]),
            ((NOW + 3, ""), kept[5]),
        ):
            assert await store.read(ratings.before, anna, TOY, key) == last, key

    with_store(where, test)


async def play(store: Store, *games: Played) -> None:
    for game in games:
        await store.write(write, table_of(game))


def test_games_that_are_rated(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await play(
            store,
            Played("d", [anna, bo], NOW + 3),
            Played("c", [anna, bo], NOW + 1),
            Played("a", [anna, bo], NOW + 2, terms=Terms()),
            Played("b", [anna, bo], NOW + 1),
        )
        seats = {"a": Seat.person(anna, "Anna"), "b": Seat.person(bo, "Bo")}
        await new_table(store, "going on", seats, terms=RATED)
        assert await store.read(ratings.rated_games) == [(NOW + 1, "b"), (NOW + 1, "c"), (NOW + 3, "d")]

    with_store(where, test)


def test_games_that_follow_from_one(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy, dee, eve = (await people(store, "anna", "bo", "cy", "dee", "eve")).values()

        async def later(*accounts: str, after: tuple[int, str]) -> Sequence[str]:
            return [table_id for _, table_id in await store.read(ratings.later, accounts, after)]

        await play(
            store,
            Played("first", [anna, bo], NOW + 1),
            Played("second", [bo, cy], NOW + 2),
            Played("same", [bo, 3], NOW + 2),
            Played("third", [dee, cy], NOW + 3),
            Played("apart", [eve, 3], NOW + 4),
            Played("casual", [cy, eve], NOW + 5, terms=replace(RATED, rated=False)),
        )
        # Whom Bo has met later has met others still later, and so on; what a bot plays elsewhere is not its doing.
        assert await later(anna, after=(NOW, "x")) == ["first", "same", "second", "third"]
        assert await later(anna, after=(NOW + 1, "first")) == []
        assert await later(anna, bo, after=(NOW + 1, "first")) == ["same", "second", "third"]
        assert await later(bo, after=(NOW + 2, "same")) == ["second", "third"]
        assert await later(bo, after=(NOW + 2, "second")) == []
        assert await later(eve, after=(NOW + 3, "")) == ["apart"]
        assert await later(after=(NOW, "")) == []

    with_store(where, test)


def test_games_of_the_same_company(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        last = (NOW + 100, "")

        async def together(*seated: str | int, key: tuple[int, str] = last, game: str = "quoridor") -> list[str]:
            who = [(one, None) if isinstance(one, str) else (None, one) for one in seated]
            found = await store.read(lambda connection: list(ratings.played_together(connection, game, who, key)))
            return [one.table_id for one in found]

        await play(
            store,
            Played("2", [anna, bo], NOW + 1),
            Played("1", [bo, anna], NOW + 1),
            Played("3", [anna, cy], NOW + 2),
            Played("4", [anna, 3], NOW + 3),
            Played("5", [5, anna], NOW + 4),
            Played("6", [anna, bo, cy], NOW + 5, [1, 2]),
            Played("7", [anna, bo], NOW + 6, game="hnefatafl"),
            Played("8", [anna, bo], NOW + 7, terms=replace(RATED, rated=False)),
        )
        assert await together(anna, bo) == await together(bo, anna) == ["6", "2", "1"]
        assert await together(anna, bo, game="hnefatafl") == ["7"]
        assert await together(cy, anna) == ["6", "3"] and await together(anna, bo, cy) == ["6"]
        assert await together(3, anna) == ["4"] and await together(anna, 5) == ["5"] and await together(bo, 3) == []
        # Only those before a game; of two with the same end the one whose table comes first.
        assert (
            await together(anna, bo, key=(NOW + 5, "6")) == await together(anna, bo, key=(NOW + 1, "3")) == ["2", "1"]
        )
        assert await together(anna, bo, key=(NOW + 2, "1")) == ["2", "1"]
        assert await together(anna, bo, key=(NOW + 1, "2")) == ["1"]
        assert await together(anna, bo, key=(NOW + 1, "1")) == await together(anna, bo, key=(NOW, "9")) == []

        (one,) = await store.read(
            lambda connection: list(
                ratings.played_together(connection, "quoridor", [(anna, None), (bo, None), (cy, None)], last)
            )
        )
        assert one.options["players"] == 3 and one.winner == "a"
        assert await store.read(ratings.first_moves, "2", 3) == ("e8", "e2", "e7")
        assert len(await store.read(ratings.first_moves, "2", 100)) == 4

    with_store(where, test)
