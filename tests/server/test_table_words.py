"""A table's terms in words."""

import pytest

import taflheim
from taflheim.server.table_words import clock_words, options_words
from taflheim.table.time_control import TimeControl


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ""),
        ({"players": 4}, "4 players"),
        ({"rules": "strict"}, "rules strict"),
        ({"players": 3, "rules": "strict"}, "3 players, rules strict"),
    ],
)
def test_only_options_that_are_not_as_usual_are_told(options: dict[str, int | str], words: str) -> None:
    assert options_words(taflheim.game("quoridor", **options)) == words


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("none", "no clock"),
        ("1+0", "1 minute"),
        ("3+1", "3 minutes + 1 second"),
        ("15+10", "15 minutes + 10 seconds"),
        ("move 5", "5 seconds a move"),
        ("move 45", "45 seconds a move"),
        ("days 1", "1 day a move"),
        ("days 14", "14 days a move"),
    ],
)
def test_clocks_are_said_as_people_say_them(clock: str, words: str) -> None:
    assert clock_words(TimeControl.parse(clock)) == words
