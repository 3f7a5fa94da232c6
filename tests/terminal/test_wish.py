"""What somebody wants to play, and the table that follows from it."""

import subprocess
import sys

import pytest

import taflheim
from taflheim.games.errors import TaflheimError
from taflheim.terminal.plain.play import seeded, seeds
from taflheim.terminal.wish import Wish, go_on_with, new_table

RECORD = '[Game "quoridor"]\n[Options "players=3 rules=strict"]\n\n1. e8\n'


@pytest.mark.parametrize(
    ("wish", "asked"),
    [
        (Wish("halatafl"), {"seats": {"sheep": "me", "foxes": 11}}),
        (Wish("halatafl", side="foxes"), {"seats": {"sheep": 3, "foxes": "me"}}),
        (Wish("hnefatafl"), {"seats": {"attackers": "me", "defenders": 3}}),
        (Wish("quoridor"), {"seats": {"a": "me", "b": 3}}),
        (Wish("quoridor", {"players": "4"}, level="Liv"), {"seats": {"a": "me", "b": 2, "c": 2, "d": 2}}),
        (Wish("halatafl", side="lot", level="classic fox"), {"seats": {"sheep": "me", "foxes": 11}, "side": "lot"}),
        (Wish("quoridor", company="link", side="b"), {"seats": {"a": "open", "b": "me"}}),
        (Wish("quoridor", company="friend"), {}),
        (Wish("hivolts"), {}),
        (Wish("hivolts", seed="7"), {"seed": "7", "board": "wild"}),
        (Wish("hivolts", seed="7", board="new"), {"seed": "7", "board": "new"}),
        (Wish("hivolts", start="x", seed="7"), {"seed": "7", "start": "x"}),
        (Wish("quoridor", seed="7", company="friend"), {"seed": "7"}),
        (Wish(record=RECORD), {"record": RECORD, "seats": {"a": "me", "b": 3, "c": 3}}),
    ],
)
def test_the_table_that_follows(wish: Wish, asked: dict[str, object]) -> None:
    made = new_table(wish)
    assert len(str(made.pop("request"))) == 16
    if wish.record is None:
        chosen = taflheim.game(wish.game, **wish.options)
        assert (made.pop("game"), made.pop("options")) == (chosen.name, dict(chosen.options))
    assert made == asked


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (Wish("chess"), "no game 'chess'"),
        (Wish("quoridor", {"players": "9"}), "expected 2, 3 or 4"),
        (Wish("quoridor", side="c"), "expected a, b or lot"),
        (Wish("quoridor", level="x"), "no level 'x'"),
        (Wish("quoridor", level="3", company="friend"), "a level is that of a bot"),
        (Wish("halatafl", level="classic fox", side="foxes"), "plays foxes only"),
        (Wish("hivolts", company="link"), "is for one"),
        (Wish("hivolts", board="new", start="x"), "one thing"),
        (Wish(record="nonsense"), "names the game"),
    ],
)
def test_what_means_nothing(wish: Wish, text: str) -> None:
    with pytest.raises(TaflheimError, match=text):
        new_table(wish)


def test_what_is_enough_to_begin() -> None:
    for vague in (Wish(), Wish("quoridor"), Wish("quoridor", {"players": "3"}), Wish(seed="7")):
        assert not vague.is_definite
    for definite in (Wish("quoridor", level="1"), Wish(table="7f"), Wish(goes_on=True), Wish(day="today")):
        assert definite.is_definite


def test_a_saved_game_keeps_those_who_sit_there_if_it_can() -> None:
    def view(name: str, *sides: str) -> dict[str, object]:
        seats = {side: {"yours": side == sides[0], "level": None if side == sides[0] else 7} for side in sides}
        return {"id": "t", "game": name, "options": {}, "seats": seats}

    assert go_on_with(RECORD, view("quoridor", "a", "b", "c"))["seats"] == {"a": "me", "b": 7, "c": 7}
    assert go_on_with(RECORD, view("quoridor", "a", "b"))["seats"] == {"a": "me", "b": 3, "c": 3}
    assert go_on_with(RECORD, view("halatafl", "sheep", "foxes"))["seats"] == {"a": "me", "b": 3, "c": 3}


def test_games_after_the_first_follow_from_the_seed() -> None:
    following = seeds("7")
    first = seeded({"game": "hivolts"}, Wish("hivolts", seed="7"), next(following))
    assert first == {"game": "hivolts", "seed": "7 2", "board": "wild"}
    assert seeded({"from": "t", "ply": 0}, Wish("hivolts", seed="7"), next(following)) == {
        "from": "t",
        "ply": 0,
        "seed": "7 3",
    }
    wild = Wish("hivolts", board="wild")
    assert seeded({"game": "hivolts"}, wild, next(seeds(None))) == {"game": "hivolts", "board": "wild"}
    assert seeded({"record": RECORD}, wild, None) == {"record": RECORD}


def test_line_mode_loads_no_compiler() -> None:
    code = """
import sys, taflheim, taflheim.terminal.plain.play
from taflheim.terminal.wish import Wish, new_table
for name in taflheim.rulebooks():
    new_table(Wish(name))
    taflheim.game(name).layout
sys.exit(", ".join({"numba", "numpy", "textual", "fastapi", "sqlalchemy"} & set(sys.modules)) or None)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
