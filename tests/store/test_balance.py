"""Balance: who has won how often, at which ratings."""

from pathlib import Path

from rated_tables import Played, people, table_of, write
from stores import NOW, with_store
from taflheim.store import balance, ratings
from taflheim.store.balance import Band
from taflheim.store.ratings import Row
from taflheim.store.store import Store


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


def test_bands_are_as_wide_as_asked_for(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy, dee = (await people(store, "anna", "bo", "cy", "dee")).values()
        for account, mu in ((anna, 30.0), (bo, 34.0), (cy, 10.0)):
            await store.write(
                ratings.put, [Row(account, f"hnefatafl/{side}", mu, 3.0, 1, NOW) for side in ("attackers", "defenders")]
            )
        for played in (
            Played("1", [anna, bo], NOW + 1, [0]),  # on average 32
            Played("2", [cy, dee], NOW + 2, [1]),  # on average 17.5
        ):
            await store.write(write, table_of(played._replace(game="hnefatafl")))
        sides = ("hnefatafl/attackers", "hnefatafl/defenders")
        assert await store.read(balance.bands, *sides, 25.0, 3.2) == [Band(-2, 1, 2, 1), Band(2, 2, 1, 1)]
        assert await store.read(balance.bands, *sides, 25.0, 13.0) == [Band(-1, 1, 2, 1), Band(1, 2, 1, 1)]
        assert await store.read(balance.bands, *sides[::-1], 32.0, 3.2) == [Band(-5, 2, 1, 1), Band(0, 1, 2, 1)]

    with_store(where, test)
