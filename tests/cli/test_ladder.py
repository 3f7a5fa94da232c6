"""Ratings at the command line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import taflheim
from commands import run
from taflheim.engine.bots.ratings import ratings


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_levels_are_listed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, err = run(capsys, "levels", name)
    assert (status, err) == (0, "")
    assert re.search(r"^1 +Nils .*\.$", out, re.MULTILINE) and re.search(r"^10 +Odin .*\.$", out, re.MULTILINE)
    assert ("classic fox" in out) == (name == "halatafl")
    known = ratings(taflheim.game(name))
    assert all(f" {rating.value:g} ± " in out for rating in (known.ratings if known else ()))


def test_a_ladder_is_played_told_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    status, out, err = run(
        capsys, "ladder", "toy", "--games", "40", "--minutes", "5", "--levels", "1-2", "--picture", str(picture)
    )
    assert (status, err) == (0, "")
    assert re.search(r"^1 +Nils +-?\d+ ± \d+ +-?\d+ ± \d+ ", out, re.MULTILINE)
    assert "Elo with 95 % intervals, from 40 games" in out
    assert "Three in a row: the ten levels, Elo" in picture.read_text("utf-8")
    assert ratings(taflheim.game("toy")) is None


def test_a_ladder_that_is_interrupted_tells_what_was_played() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=120)
    assert done.returncode == 130
    assert re.search(r"from [1-9]\d* games?, version", done.stdout)


INTERRUPTED = """
import os, signal, sys
from taflheim.cli import main
from taflheim.engine.bots.ladder import Ladder

def add(ladder, outcome, add=Ladder.add):
    add(ladder, outcome)
    if ladder.games == 9:
        os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    Ladder.add = add
    sys.exit(main(["ladder", "toy"]))
"""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ladder", "chess"], "no game 'chess'"),
        (["ladder", "toy", "--games", "0"], "games: expected a whole number from 1"),
        (["ladder", "toy", "--keep", "--levels", "1-2"], "give --keep or --levels"),
        (["levels", "chess"], "no game 'chess'"),
    ],
)
def test_what_is_wrong_is_said(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize("wrong", [["--levels", "3"], ["--levels", "4-3"], ["--levels", "1-11"], ["--minutes", "0"]])
def test_what_cannot_be_read_is_refused(capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        run(capsys, "ladder", "toy", *wrong)
    assert "expected" in capsys.readouterr().err
