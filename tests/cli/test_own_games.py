"""What one has played, and the board of the day, as commands tell it; with a hall that runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plain_sessions import Played, play
from serving_process import serve, wait_until_ready
from taflheim.cli.boards import lobby_text
from taflheim.cli.own_games import history_text
from taflheim.terminal.plain.daily_text import daily_text


class Hall:
    """A hall that is open, and commands there."""

    def __init__(self, home: Path, address: str):
        self.home = home
        self.address = address

    def run(self, command: str, typed: str = "") -> Played:
        return play(self.home, command, typed, COLUMNS="100")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    home = tmp_path_factory.mktemp("hall") / "home"
    with serve(home, "--port", "0") as server:
        wait_until_ready(server.address)
        hall = Hall(home, server.address)
        assert hall.run("play quoridor --plain --level 1", "e8\nresign\nn\n").status == 0
        assert hall.run("play toy --plain --friend", "a1\n").status == 0
        yield hall


def test_games_are_listed_those_that_go_on_first(hall: Hall) -> None:
    done = hall.run("history")
    assert (done.status, done.errors) == (0, "")
    heading, going_on, lost, *_ = done.said.splitlines()
    assert heading.split() == ["WHEN", "GAME", "COMPANY", "RESULT", "MOVES", "ID"]
    assert "Three in a row" in going_on
    assert re.search(r"Quoridor +against Nils +You lost +2 ", lost)
    assert "taflheim play --table ID" in done.said
    only = hall.run("history quoridor --result lost --opponent Nils --count 1")
    assert "Quoridor" in only.said and "Three in a row" not in only.said
    assert hall.run("history quoridor --result won").said == "There are no such games of yours.\n"
    table = lost.split()[-1]
    assert "White has resigned." in hall.run(f"replay {table} --plain").said
    went_on = hall.run(f"play --plain --table {going_on.split()[-1]}", "b2\n")
    assert "The noughts take b2." in went_on.said


def test_how_one_has_fared(hall: Hall) -> None:
    done = hall.run("stats")
    assert (done.status, done.errors) == (0, "")
    assert "1 game: 0 won, 1 lost" in done.said and "against Nils" in done.said
    assert hall.run("stats --ascii").said.isascii()


def test_the_board_of_the_day_is_played_once(hall: Hall) -> None:
    assert "You have not tried it." in hall.run("daily --results").said
    begun = hall.run("daily --plain", "hint\n")
    assert begun.status == 0 and "Par: " in begun.said
    assert "Player> hint\nNobody is helped here" in begun.said or "no hint" in begun.said.lower()
    early = hall.run("daily --again --plain")
    assert early.status == 2 and "make your try that counts first" in early.errors.lower()
    played = hall.run("daily --plain", "".join(f"{key}\n" for key in "xxxxxxxxxxxxwwwwwwwwwwwwdddddddddddd") + "n\n")
    assert played.status == 0 and "You've " in played.said
    over = hall.run("daily --plain")
    assert over.status == 0
    assert re.search(r"You have (lost|won)\.", over.said) and "taflheim daily --again does that." in over.said
    again = hall.run("daily --again --plain")
    assert again.status == 0 and again.said.endswith("Player> \nGoodbye.\n")
    assert hall.run("daily 2020-01-01").status == 2
    assert "expected one as 2026-11-18" in hall.run("daily yesterday").errors


def test_a_hall_somewhere_else(hall: Hall, tmp_path: Path) -> None:
    home, logins = tmp_path / "none", str(tmp_path / "logins.json")

    def run(command: str, typed: str = "") -> Played:
        return play(home, f"{command} --server {hall.address}", typed, TAFLHEIM_LOGINS=logins)

    lobby = run("games")
    assert (lobby.status, lobby.errors) == (0, "")
    assert lobby.said.startswith("Open tables: none.\nGames to watch: none.\nHere: ")
    stranger = run("history")
    assert stranger.status == 2 and stranger.errors.startswith("taflheim: ")
    assert not home.exists()
    guest = run("play quoridor --level 1", "e8\n")
    assert guest.said.endswith(f"taflheim play --continue --server {hall.address}\nGoodbye.\n")
    assert "Quoridor" in run("history").said


def test_texts() -> None:
    game = {"changed_ms": 0, "title": "Toy", "company": "", "told": "You won", "moves": None, "id": "7f"}
    told = history_text({"count": 3, "games": [game]})
    assert "3 games in all: --count shows more of them." in told
    table = {"title": "Quoridor", "people": "Anna", "terms": "5+3", "note": "1 of 2 seats free", "id": "7f"}
    told = lobby_text({"tables": [table], "games": [], "people": ["Anna", "Bo"]})
    assert "  Quoridor  Anna  5+3  1 of 2 seats free  7f" in told and "Here: Anna, Bo." in told
    result = {"name": "Anna", "state": "won", "moves": 9, "jumps": 1}
    day = {"title": "HiVolts", "day": "2026-11-18", "par": 8, "own": "won", "streak": {"now": 2, "best": 3}}
    told = daily_text({**day, "results": [result]})
    assert "2 days won in a row, at best 3." in told and "1  Anna  won     9      1" in told
    told = daily_text({**day, "own": None, "streak": {"now": 0, "best": 3}, "results": []})
    assert "No streak now, at best 3." in told and "Nobody has finished it yet." in told
