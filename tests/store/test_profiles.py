"""Profiles and balance: what the store finds of somebody's games, and who has won at which ratings."""

from dataclasses import replace
from pathlib import Path

from rated_tables import RATED, Played, people, table_of, write
from stores import NOW, with_store
from taflheim.store import balance, games, profiles
from taflheim.store.games import Wanted
from taflheim.store.store import Store
from taflheim.table.terms import Terms


def test_games_with_their_opponents_and_only_public_ones_for_others(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        private = replace(RATED, public=False)
        for played in (
            Played("1", [anna, bo], NOW + 1),
            Played("2", [bo, anna], NOW + 2, terms=private),
            Played("3", [anna, cy, bo], NOW + 3, [1, 2]),
            Played("4", [anna, anna], NOW + 4, terms=Terms(public=True)),  # two at one screen
            Played("5", [anna, 3], NOW + 5),
        ):
            await store.write(write, table_of(played))
        own = await store.read(profiles.met, anna, 100, public=False)
        assert [(one.side, one.outcome, [who.name for who in one.opponents]) for one in own] == [
            ("a", "won", ["Bo"]),
            ("b", "lost", ["Bo"]),
            ("a", "won", ["Cy", "Bo"]),
            ("a", "won", ["Torben"]),
        ]
        assert own[3].opponents[0].level == 3 and own[3].opponents[0].account_id is None
        public = await store.read(profiles.met, anna, 100, public=True)
        assert public == [own[0], own[2], own[3]]
        assert await store.read(profiles.met, anna, 1, public=False) == own[3:]
        listed = await store.read(games.listed, anna, Wanted(public=True), 10)
        assert [line.id for line in listed] == ["5", "4", "3", "1"]

    with_store(where, test)


def test_balance_by_bands_of_ratings(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy, dee = (await people(store, "anna", "bo", "cy", "dee")).values()
        for played in (
            Played("1", [anna, bo], NOW + 1, [1], game="hnefatafl"),
            Played("2", [cy, dee], NOW + 2, [0], game="hnefatafl"),
            Played("3", [bo, cy], NOW + 3, agreed=True, game="hnefatafl"),
        ):
            await store.write(write, table_of(played))
        found = await store.read(balance.bands, "hnefatafl/attackers", "hnefatafl/defenders", 25.0, 200 / 29.5)
        assert sum(band.games for band in found) == 3
        assert sorted((band.rank, band.other_rank) for band in found) == [(1, 1), (1, 2), (2, 1)]
        assert {band.number for band in found} == {0}
        assert await store.read(balance.bands, "halatafl/sheep", "halatafl/foxes", 25.0, 7.0) == []

    with_store(where, test)
