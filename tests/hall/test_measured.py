"""What the house's bots were measured at: with the usual options only."""

from dataclasses import replace

import pytest

import taflheim
from taflheim.engine.bots.ratings import ratings
from taflheim.hall.measured import bot_rating, measured


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("quoridor", {}, True),
        ("quoridor", {"players": 3}, False),
        ("quoridor", {"rules": "strict"}, False),
        ("halatafl", {"sheep": 18}, False),
        ("hnefatafl", {}, True),
        ("hivolts", {}, False),
        ("toy", {}, False),
    ],
)
def test_bots_are_measured_with_the_usual_options(name: str, options: dict[str, object], expected: bool) -> None:
    assert measured(taflheim.game(name, **options)) == expected


def test_all_bots_have_to_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    quoridor = taflheim.game("quoridor")
    known = ratings(quoridor)
    assert known
    some = replace(known, ratings=tuple(rating for rating in known.ratings if rating.bot != "Nils"))
    monkeypatch.setattr("taflheim.hall.measured.ladder", lambda _: some)
    assert not measured(quoridor)


def test_what_a_bot_was_measured_at() -> None:
    hnefatafl, known = taflheim.game("hnefatafl"), ratings(taflheim.game("hnefatafl"))
    assert known
    by_side = {(rating.bot, rating.side): rating.value for rating in known.ratings}
    for side in hnefatafl.seats:
        assert bot_rating(hnefatafl, 1, side) == by_side["Nils", side]
    assert bot_rating(taflheim.game("toy"), 1, "a") is None
