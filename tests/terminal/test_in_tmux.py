"""The program in a real terminal: it starts, plays by keys and mouse, is resized, and leaves the terminal as it was."""

import re
import signal
import sys
from pathlib import Path

import pytest

import browsing
import taflheim
from friends import Friends, house
from taflheim.client import credentials
from tmux import Terminal, terminal
from way import Way

QUORIDOR = taflheim.game("quoridor")


def _play(home: Path, *words: str) -> str:
    return f"TAFLHEIM_HOME={home} {sys.executable} -m taflheim play {' '.join(words)}; echo left:$?"


def _is_restored(seen: Terminal) -> None:
    """The shell is there again, shows what is typed, and tells nobody where the mouse is."""
    seen.until(lambda _: not seen.is_taken, "the screen from before")
    seen.run("clear; stty -a | tr ';' '\\n' | grep -o '[- ]icanon'; echo again")
    assert "-icanon" not in seen.shows("icanon", "again")


def test_a_game_by_keys_and_mouse_then_away(tmp_path: Path) -> None:
    with terminal(tmp_path) as seen:
        seen.run(_play(tmp_path / "home", "quoridor", "--friend"))
        board = seen.shows("White", "to move").splitlines()
        seen.type("e8")  # a letter that is no key of the game begins a typed move
        seen.press("Enter")
        seen.shows("1. e8")
        seen.press("1")  # the pawn's moves are numbered
        seen.until(lambda screen: re.search(r"1\. +e8 +\w\d", screen) is not None, "the second move")
        seen.record(sent := tmp_path / "sent")
        seen.press("/")
        seen.shows("Type a move")
        seen.press("Escape")
        seen.until(lambda screen: "Type a move" not in screen, "the keys again")
        assert sent.stat().st_size < 5000, "not the whole screen"
        # The cell above the pawn, by mouse: the eighth rank is White's, whose board lies turned.
        row = next(number for number, line in enumerate(board) if re.match(r"\s*7\s", line))
        files = next(line for line in board if re.search(r"i +h +g|a +b +c", line))
        seen.click(files.index("e"), row)
        seen.shows("2. e7")
        seen.resize(50, 16)
        seen.until(lambda screen: "2. e7" not in screen, "what the terminal is too small for")
        seen.resize(120, 40)
        seen.shows("2. e7", "to move")
        seen.press("q")  # begins a typed move; nobody leaves by it
        seen.press("Escape")
        seen.press("C-q")
        seen.shows("left:0")
        _is_restored(seen)
        seen.run(_play(tmp_path / "home", "--continue"))
        seen.shows("2. e7")
        seen.press("C-q")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(tmp_path: Path, how: signal.Signals) -> None:
    with terminal(tmp_path) as seen:
        # It paints on its output, also where somebody keeps what it says on stderr.
        seen.run(_play(tmp_path / "home", "hnefatafl", "--friend", f"2>{tmp_path / 'errors'}"))
        seen.shows("to move")
        seen.signal(how)
        seen.shows("left:")
        assert (tmp_path / "errors").read_text() == ""
        _is_restored(seen)


def test_a_program_that_is_killed_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with terminal(tmp_path) as seen:
        seen.run(_play(tmp_path / "home", "hnefatafl", "--friend"))
        seen.shows("to move")
        assert seen.is_taken
        seen.signal(signal.SIGKILL)
        _is_restored(seen)


def test_a_program_that_fails_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    spoilt = "from taflheim.terminal.screens import menu; menu.MenuScreen.hall_changed = None"
    program = tmp_path / "spoilt.py"
    program.write_text(f"{spoilt}\nfrom taflheim.cli.program import main\nmain(['play'])\n", "utf-8")
    with terminal(tmp_path) as seen:
        seen.run(f"TAFLHEIM_HOME={tmp_path / 'home'} {sys.executable} {program}; echo left:$?")
        seen.shows("TypeError", "left:1")
        _is_restored(seen)


def test_a_browser_and_a_terminal_play_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal loses its connection on the way, and misses nothing."""
    logins = tmp_path / "logins.json"
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(logins))
    with (
        browsing.chromium() as chromium,
        house(tmp_path / "hall") as at,
        terminal(tmp_path, 100, 30, TAFLHEIM_LOGINS=str(logins)) as seen,
    ):
        anna, bo = at.friend("Anna", registered=True), at.friend("Bo", registered=True)
        table = at.table(QUORIDOR, {"a": anna, "b": bo}, "10+5")
        way = Way(at.address)
        server = at.do(way.open())
        credentials.keep(server, credentials.Session(f"taflheim-{at.hall.id}={bo.session}"), bo.name)
        friends = Friends(chromium, at)
        page = friends.come(anna, table)
        page.connected()
        seen.run(_play(tmp_path / "home", "--server", server, "--table", table.id))
        seen.shows("Anna", "Green")
        record = QUORIDOR.record()
        page.play(record.position, "e8", 1)
        seen.shows("1. e8")
        seen.type("e2")
        seen.press("Enter")
        page.wait_for_ply(2)
        at.do(way.close())
        page.play(record.play("e8").play("e2").position, "e7", 3)
        seen.until(lambda screen: "2. e7" not in screen and "onnect" in screen, "that the connection is lost")
        at.do(way.open())
        seen.shows("2. e7")
        seen.type("e3")
        seen.press("Enter")
        page.wait_for_ply(4)
        seen.press("C-q")
        seen.shows("left:0")
        friends.close()
        at.do(way.close())
