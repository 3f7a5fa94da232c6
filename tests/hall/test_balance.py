"""Balance: games counted by side and by bands of ratings, those of a hall and those of the ladder."""

from pathlib import Path

import pytest

import taflheim
from rated_tables import Played, people, table_of, write
from stores import NOW, with_store
from taflheim.engine.bots.ratings import HeadToHead, Rating, Ratings
from taflheim.hall import balance
from taflheim.hall.balance import Band, of_bots, played_here
from taflheim.store import ratings as rows
from taflheim.store.store import Store
from taflheim.table.rating import FIRST_MU, POINTS

HNEFATAFL = taflheim.game("hnefatafl")


def test_rated_games_by_bands(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy, dee = (await people(store, "anna", "bo", "cy", "dee")).values()
        assert await played_here(store, HNEFATAFL) == []
        # At 1900 and 1500: on average 1700.
        strong = FIRST_MU + 400 / POINTS
        await store.write(rows.put, [rows.Row(dee, "hnefatafl/attackers", strong, 3.0, 1, NOW)])
        for played in (
            Played("1", [anna, bo], NOW + 1, [1]),
            Played("2", [bo, anna], NOW + 2, [1], rounds=3),
            Played("3", [cy, anna], NOW + 3, [0]),
            Played("4", [anna, cy], NOW + 4, agreed=True),
            Played("5", [dee, cy], NOW + 5, [0]),
        ):
            await store.write(write, table_of(played._replace(game="hnefatafl")))
        assert await played_here(store, HNEFATAFL) == [Band(1400, 1600, 2, 1, 1), Band(1600, 1800, 0, 0, 1)]

    with_store(tmp_path / "taflheim.sqlite", test)


def _ladder(results: tuple[HeadToHead, ...], **values: tuple[float, float]) -> Ratings:
    rated = [
        Rating(bot, side, value, 0, 0, 1)
        for bot, both in values.items()
        for side, value in zip("ab", both, strict=True)
    ]
    return Ratings("Elo", 1, "1", "2026-11-18", tuple(rated), results)


def test_games_of_the_ladder_between_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"Nils": (1500.0, 1650.0), "Liv": (1651.0, 1500.0), "Ada": (1920.0, 1900.0)}
    results = (
        HeadToHead(("Ada", "Ada"), 4, 1.5),
        HeadToHead(("Nils", "Nils"), 10, 4.0),  # 150 apart, on average 1575
        HeadToHead(("Nils", "Liv"), 2, 1.5),
        HeadToHead(("Liv", "Liv"), 100, 1.0),  # 151 apart
        HeadToHead(("Liv", "Nils"), 0, 0.0),
        HeadToHead(("Nils", "somebody else"), 100, 1.0),
        HeadToHead(("somebody else", "Nils"), 100, 1.0),
    )
    monkeypatch.setattr(balance, "ladder", lambda _: _ladder(results, **values))
    quoridor = taflheim.game("quoridor")
    assert of_bots(quoridor) == [Band(1400, 1600, 5.5, 0, 6.5), Band(1800, 2000, 1.5, 0, 2.5)]
    assert of_bots(quoridor)[0].games == 12


def test_what_was_not_measured_has_no_bands() -> None:
    assert of_bots(taflheim.game("toy")) == []
    assert of_bots(HNEFATAFL)


def test_bands_are_put_together() -> None:
    assert Band(1400, 1600, 1, 2, 3).plus(Band(1200, 1400, 4, 5, 6)) == Band(1200, 1600, 5, 7, 9)
    assert Band(1400, 1600, 1, 2, 3).games == 6
