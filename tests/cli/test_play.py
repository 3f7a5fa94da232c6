"""Playing on a terminal: the command as a process, with a hall that it starts itself."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands import run
from plain_sessions import play
from taflheim.hall.folder import FolderLock


def test_a_game_is_begun_ended_and_gone_on_with(tmp_path: Path) -> None:
    """A person at the end of a pipe, who saves, leaves, comes back, and goes on from the file, too."""
    home = tmp_path / "home"
    first = play(home, "play hnefatafl --plain --friend", "d1-d3\nd1-d3\nsave friday.txt\n", tmp_path)
    assert (first.status, first.errors) == (0, "")
    assert "No piece stands on d1." in first.said
    assert first.said.endswith("The game is kept, with 1 move made: taflheim play --continue\nGoodbye.\n")
    # The hall has ended with it.
    FolderLock(home).release()
    again = play(home, "play --continue", "quit\n", tmp_path)
    assert (again.status, again.errors) == (0, "")
    assert "The attacker goes from d1 to d3." in again.said and "1 move made." in again.said
    saved = play(home, "play --record friday.txt --friend", "undo\n", tmp_path, PYTHONIOENCODING="ascii")
    assert "1 move was taken back." in saved.said and saved.said.isascii()


def test_an_interrupt_ends_it_as_quitting_does(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taflheim", "play", "toy", "--plain", "--friend"]
    environment = {**os.environ, "TAFLHEIM_HOME": str(tmp_path / "home")}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("a1\n")
        process.stdin.flush()
        said = ""
        while "Noughts> " not in said:
            said += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stdout.read().endswith("taflheim play --continue\nGoodbye.\n")
        assert process.stderr.read() == ""
    FolderLock(tmp_path / "home").release()


def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    command = f"{sys.executable} -m taflheim play toy --friend --plain </dev/null | head -1; exit ${{PIPESTATUS[0]}}"
    environment = {**os.environ, "TAFLHEIM_HOME": str(tmp_path)}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chess", "no game 'chess'"),
        ("quoridor --side z", "side 'z': expected a, b or lot"),
        ("quoridor --level 99", "no level '99'"),
        ("halatafl --level classic\\ fox --side foxes", "plays foxes only"),
        ("hivolts --level 3", "HiVolts is for one"),
        ("hivolts --friend", "HiVolts is for one"),
        ("hivolts --side player", "HiVolts is for one"),
        ("hivolts --board wild --position x", "a game begins with one thing"),
        ("hivolts --seed 1 --position x", "exclude each other"),
        ("quoridor --record x", "a record tells the game"),
        ("--players 3 --record x", "a record tells the game"),
        ("--continue --record x", "exclude each other"),
        ("--continue --table x", "exclude each other"),
        ("--record /nowhere/at/all", "No such file"),
        ("--table http://", "this is no link of a table"),
        ("quoridor --server nowhere", "expected an address"),
        ("quoridor --server http://127.0.0.1:9", "cannot be reached"),
    ],
)
def test_what_cannot_be_played_is_said(capsys: pytest.CaptureFixture[str], arguments: str, sentence: str) -> None:
    words = [word.replace("\0", " ") for word in arguments.replace("\\ ", "\0").split()]
    status, out, err = run(capsys, "play", *words, "--plain")
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1
