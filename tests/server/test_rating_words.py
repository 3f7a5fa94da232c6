"""Ratings in words."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

import taflheim
from seated import seated
from stores import run
from taflheim.server.rating_words import (
    before_after,
    category_title,
    changes_at,
    day,
    game_title,
    ordinal,
    read_category,
    side_title,
)
from taflheim.store.ratings import Change
from taflheim.table.rating import Category
from taflheim.table.seat import Seat


@pytest.mark.parametrize(
    ("text", "title", "side"),
    [
        ("quoridor", "Quoridor", ""),
        ("quoridor/players=3/rules=strict", "Quoridor, 3 players, strict rules", ""),
        ("halatafl/foxes", "Halatafl · Foxes", "Foxes"),
        ("hnefatafl/attackers", "Hnefatafl · Attackers", "Attackers"),
    ],
)
def test_what_a_rating_is_for(text: str, title: str, side: str) -> None:
    category = Category.parse(text)
    assert (category_title(category), side_title(category)) == (title, side)
    assert game_title(category.game) == title.partition(" · ")[0]


def test_a_category_of_another_version_is_not_known() -> None:
    assert read_category("halatafl/sheep") == Category(taflheim.game("halatafl"), "sheep")
    assert read_category("chess") is None and read_category("quoridor/players=9") is None


@pytest.mark.parametrize(
    "text", "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 101st 110th 111th 112th 121st 1003rd".split()
)
def test_places_in_a_list(text: str) -> None:
    assert ordinal(int(text[:-2])) == text


def test_a_day_begins_at_midnight_utc() -> None:
    assert day(1_709_164_799_999) == "28 Feb 2024" and day(1_709_164_800_000) == "29 Feb 2024"


def test_what_a_game_has_changed() -> None:
    table = seated(b=Seat.bot(10, "Odin"))
    fallen = Change(table.id, "a", "anna", "quoridor", 26.0, 3.0, 25.0, 3.0, 2, 0)
    of_bot = Change(table.id, "b", None, "quoridor", 30.0, 0.0, 31.0, 0.0, 1, 0)
    found: dict[str, dict[str, Change]] = {}

    async def changes(table_ids: list[str]) -> dict[str, dict[str, Change]]:
        assert table_ids == [table.id]
        return found

    hall = cast("Any", SimpleNamespace(ratings=SimpleNamespace(changes=changes)))

    async def work() -> None:
        assert await changes_at(hall, table) == [], "it does not count"
        found[table.id] = {"a": fallen, "b": of_bot}
        assert await changes_at(hall, table) == [
            {"side": "a", "title": "Anna", "change": "1530 → 1500", "now": "1500"}
        ], "bots keep theirs"

    run(work())
    assert before_after(fallen) == "1530 → 1500"
