"""The program as a whole: help, exit statuses, and what it says about wrong arguments."""

import subprocess
import sys

import pytest

from commands import run
from taflheim.cli import main
from taflheim.cli.program import COMMANDS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "chess"], "no game 'chess': expected halatafl, hivolts, hnefatafl, quoridor"),
        (["show", "quoridor", "e9"], "expected five fields"),
        (["show", "quoridor", "--sheep", "18"], "Quoridor has no option 'sheep'"),
        (["show", "halatafl", "--sheep", "16"], "sheep '16': expected 20, 19, 18 or 17"),
        (["show", "quoridor", "--seed", "1"], "it takes no seed"),
        (["show", "hivolts", "x", "--seed", "1"], "exclude each other"),
        (["perft", "quoridor", "-1"], "expected a whole number from 0 to 64"),
        (["perft", "quoridor", "65"], "expected a whole number from 0 to 64"),
        (["play", "--record", "/nowhere/at/all"], "No such file"),
        (["analyse"], "what about? Expected a game, or --record FILE"),
        (["analyse", "chess"], "no game 'chess'"),
        (["analyse", "toy", "nonsense"], "expected the board and the turn"),
        (["analyse", "toy", "xxx/oo1/3 o"], "the game is over"),
        (["analyse", "toy", "--best", "0"], "best: expected a whole number from 1 on"),
        (["analyse", "toy", "--time", "0"], "seconds: expected a number from 0.001"),
        (["analyse", "toy", "--time", "nan"], "seconds: expected a number from 0.001"),
        (["analyse", "toy", "--depth", "65"], "depth: expected a whole number from 1 to 64"),
        (["hint", "hivolts", "x", "--seed", "1"], "exclude each other"),
        (["hint", "toy", "--record", "x"], "a record tells the game, its options and the position"),
        (["hint", "--players", "3", "--record", "x"], "a record tells the game, its options and the position"),
        (["hint", "--record", "/nowhere/at/all"], "No such file"),
        (["hint", "toy", "--nodes", "0"], "nodes: expected a whole number from 1"),
        (["review", "/nowhere/at/all"], "No such file"),
        (["review", "/"], "Is a directory"),
        (["bench", "chess"], "no game 'chess'"),
        (["match", "level:1", "level:2", "--game", "chess"], "no game 'chess'"),
        (["match", "level:1", "level:x", "--game", "toy"], "no level 'x'"),
        (["match", "level:1", "2", "--game", "toy"], "no engine '2': expected level:1 or another level, or a command"),
        (["match", "level:1", "'", "--game", "toy"], "a quotation mark is missing"),
        (["match", "level:1", "", "--game", "toy"], "no engine ''"),
        (["match", "level:1", "cat -u", "--game", "toy"], "'cat -u' must know how long to think"),
        (["match", "level:1", "level:2", "--game", "hivolts"], "HiVolts is played alone"),
        (["match", "level:1", "level:2", "--game", "toy", "--nodes", "0"], "nodes: expected a whole number from 1"),
        (["match", "level:1", "level:2", "--game", "toy", "--games", "0"], "games: expected a whole number from 1"),
        (["match", "level:1", "level:2", "--game", "toy", "--sprt", "5", "-5"], "the smaller one first"),
        (["match", "level:1", "level:2", "--game", "toy", "--sprt", "0", "inf"], "two Elo differences"),
        (["match", "level:1", "level:2", "--game", "toy", "--openings", "9"], "is over after 9 random moves"),
        (["match", "level:1", "level:2", "--game", "toy", "--records", "/nowhere/at/all"], "No such file"),
    ],
)
def test_wrong_arguments_are_explained(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert sentence in err
    assert err.startswith("taflheim: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--port", "x"],
        ["--port", "65536"],
        ["perft", "quoridor", "x"],
        ["show"],
        ["match", "level:1"],
        ["review"],
        ["hint", "toy", "--time", "soon"],
        ["analyse", "toy", "--depth", "1", "--nodes", "1"],
    ],
)
def test_arguments_that_cannot_be_read(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: taflheim" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", *(command.name for command in COMMANDS)])
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help"])
    assert left.value.code == 0
    assert f"example: taflheim {command}" in capsys.readouterr().out


def test_help_does_not_load_the_compiler() -> None:
    code = "import sys; from taflheim.cli import main\ntry: main(['play', '--help'])\nexcept SystemExit: pass\n"
    code += "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'rich')))"
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_a_reader_who_has_seen_enough() -> None:
    command = f"{sys.executable} -m taflheim moves hnefatafl | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
