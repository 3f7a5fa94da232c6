"""What games change, in the transaction that ends them."""

from pathlib import Path

import taflheim
from rated_tables import Played, people, table_of, write
from stores import NOW, with_store
from taflheim.hall.measured import bot_rating
from taflheim.hall.rating_games import rate
from taflheim.store import ratings as rows
from taflheim.store.store import Store
from taflheim.table.rated_game import rated_game
from taflheim.table.rating import Rating
from taflheim.table.terms import Terms


async def _ratings(store: Store, account: str) -> dict[str, str]:
    found = await store.read(rows.of, account)
    return {row.category: str(Rating(row.mu, row.sigma)) for row in found}


def test_both_sides_of_a_game_have_ratings_of_their_own(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await store.write(write, table_of(Played("t", [anna, bo], NOW, game="hnefatafl")))
        assert await _ratings(store, anna) == {"hnefatafl/attackers": "1578?"}
        assert await _ratings(store, bo) == {"hnefatafl/defenders": "1422?"}
        changed = (await store.read(rows.changes, ["t"]))["t"]
        assert changed["attackers"].rank == 1 and changed["defenders"].rank == 2
        assert changed["attackers"].mu_before == 25 and changed["attackers"].bot_rating is None

    with_store(where, test)


def test_a_bot_of_the_house_stays_and_a_person_moves_half_as_far(where: Path | str) -> None:
    async def test(store: Store) -> None:
        (anna,) = (await people(store, "anna")).values()
        await store.write(write, table_of(Played("t", [anna, 4], NOW)))
        changed = (await store.read(rows.changes, ["t"]))["t"]
        assert changed["b"].account_id is None and changed["b"].mu_before == changed["b"].mu_after
        assert changed["b"].bot_rating == bot_rating(taflheim.game("quoridor"), 4, "b")
        assert await _ratings(store, anna) == {"quoridor": "1551?"}

    with_store(where, test)


def test_a_game_played_over_again_counts_nowhere(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        played = Played("1", [anna, bo], NOW)
        games = [
            (played, True),
            (played._replace(id="2", ended_ms=NOW + 2), False),  # the same as the last
            (played._replace(id="3", ended_ms=NOW + 3, seats=[bo, anna]), False),  # and with sides swapped
            (played._replace(id="4", ended_ms=NOW + 4, seats=[cy, anna]), True),  # other people
            (played._replace(id="5", ended_ms=NOW + 5, leaves=[0]), True),  # another winner
            (played._replace(id="6", ended_ms=NOW + 6, rounds=3), True),  # other moves
            (played._replace(id="7", ended_ms=NOW + 7), True),  # not one of the last two
            (played._replace(id="8", ended_ms=NOW + 8, rounds=3), False),  # the last but one
        ]
        for game, counts in games:
            await store.write(write, table_of(game))
            assert bool(await store.read(rows.changes, [game.id])) == counts, game.id

    with_store(where, test)


def test_what_is_casual_or_too_short_changes_nothing(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        await store.write(write, table_of(Played("1", [anna, bo], NOW, terms=Terms())))
        await store.write(write, table_of(Played("2", [anna, bo], NOW, rounds=1)))
        assert await _ratings(store, anna) == {}
        assert await store.read(rows.changes, ["1", "2"]) == {}

    with_store(where, test)


def test_games_written_in_the_other_order_are_rated_in_that_of_their_ends(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy, dee = (await people(store, "anna", "bo", "cy", "dee")).values()
        first = Played("first", [anna, bo], NOW)
        rest = [Played("second", [anna, cy], NOW + 1), Played("third", [cy, dee], NOW + 2)]
        for game in (*rest, first):
            await store.write(write, table_of(game))
        changed = await store.read(rows.changes, ["first", "second", "third"])
        assert changed["first"]["a"].mu_before == 25
        assert changed["second"]["a"].mu_before == changed["first"]["a"].mu_after
        assert changed["third"]["a"].mu_before == changed["second"]["b"].mu_after
        assert [row.games for row in await store.read(rows.of, anna)] == [2]

    with_store(where, test)


def test_a_game_that_is_written_late_leaves_those_before_it_alone(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        games = [Played(f"t{n}", [anna, (bo, cy)[n % 2]], NOW + n, rounds=2 + n // 2) for n in range(4)]
        for n in (0, 1, 3, 2):
            await store.write(write, table_of(games[n]))
        changed = await store.read(rows.changes, [game.id for game in games])
        assert [changed[game.id]["a"].mu_before for game in games] == [
            25.0,
            *(changed[game.id]["a"].mu_after for game in games[:3]),
        ]
        assert [row.games for row in await store.read(rows.of, anna)] == [4]
        assert (await store.read(rows.of, anna))[0].mu == changed["t3"]["a"].mu_after

    with_store(where, test)


def test_a_bot_that_was_not_measured_changes_nothing() -> None:
    table = table_of(Played("t", ["anna", 4], NOW))
    played = rated_game(table)
    assert played and rate(played, {}, [])
    unknown = played._replace(places=tuple(place._replace(category="toy") for place in played.places))
    assert rate(unknown, {}, []) == []
    assert rate(unknown, {}, [], {"b": 1600.0})[1].bot_rating == 1600
    # What was written down when it was played counts, not what is measured today.
    assert rate(played, {}, [], {"b": 1600.0})[1].bot_rating == 1600
    nobody = played._replace(places=tuple(place._replace(level=None) for place in played.places))
    assert rate(nobody, {}, []) == []


def test_the_last_changes_are_told_in_their_order(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = (await people(store, "anna", "bo")).values()
        for n in range(4):
            await store.write(write, table_of(Played(f"t{n}", [anna, bo], NOW + n, rounds=2 + n % 3)))
        history = await store.read(rows.history, anna, "quoridor", 3)
        assert [change.table_id for change in history] == ["t1", "t2", "t3"]
        assert history[0].mu_after == history[1].mu_before

    with_store(where, test)
