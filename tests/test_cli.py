"""The command line: what it prints, its exit statuses, and what it says about wrong arguments."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import taflheim
from taflheim.cli import main

COMMANDS = ("games", "show", "moves", "perft", "bench", "play", "setup", "engine", "match")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "games")
    assert status == 0
    for name in taflheim.games():
        assert f"{name}\n" in out
    assert "--sheep 20, 19, 18, 17" in out


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "show", "halatafl", "--sheep", "18", "--ascii")
    assert status == 0
    assert "F1F/3/7/SSSSSSS/SSSSSSS/SSS/2S s" in out
    assert "sheep to move, 8 legal moves" in out
    assert out.isascii()
    _, out, _ = run(capsys, "show", "quoridor", "e1,e5 10,10 - - b")
    assert "a wins! The pawn has reached its goal line." in out


def test_moves_and_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "moves", "hivolts", "--seed", "7")
    assert out.split() == ["q", "w", "e", "a", "s", "d", "z", "x", "c", "j"]
    boards = {run(capsys, "show", "hivolts", "--seed", seed)[1] for seed in ("7", "7", "8")}
    assert len(boards) == 2


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "quoridor", "2", "--rules", "strict")[1] == "16677\n"
    assert run(capsys, "perft", "halatafl", "0")[1] == "1\n"
    _, out, _ = run(capsys, "perft", "halatafl", "3", "--divide")
    *rows, total = out.splitlines()
    assert len(rows) == 7
    assert sum(int(row.split(": ")[1]) for row in rows) == int(total) == 452


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
    [["nonsense"], ["--port", "x"], ["--port", "65536"], ["perft", "quoridor", "x"], ["show"], ["match", "level:1"]],
)
def test_arguments_that_cannot_be_read(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: taflheim" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help"])
    assert left.value.code == 0
    assert f"example: taflheim {command}" in capsys.readouterr().out


def test_help_does_not_load_the_compiler() -> None:
    code = "import sys; from taflheim.cli import main\ntry: main(['play', '--help'])\nexcept SystemExit: pass\n"
    code += "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'rich')))"
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_bench_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "bench", "toy", "--json")
    measures = json.loads(out)
    assert {measure["what"] for measure in measures} >= {"perft in bulk", "random games"}
    assert all(measure["value"] > 0 for measure in measures)


def test_match_prints_a_report_and_keeps_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    arguments = ("match", "level:1", "level:1", "--game", "toy", "--games", "3", "--depth", "1", "--records", str(file))
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert " of 4 against level:1 Nils (" in out
    assert "(pentanomial, from 2 pairs)" in out
    assert run(capsys, *arguments)[1] == out
    texts = re.split(r"\n\n(?=\[Game )", file.read_text("utf-8"))
    assert len(texts) == 8 and texts[:4] == [text.rstrip("\n") for text in texts[4:]]
    assert all(taflheim.Record.parse(text).result for text in texts)


def test_a_match_that_is_interrupted_tells_the_score_so_far(tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    command = [sys.executable, "-m", "taflheim", "match", "level:1", "level:1", "--game", "toy", "--games", "100000"]
    with subprocess.Popen([*command, "--records", file], stdout=subprocess.PIPE, text=True) as match:
        deadline = time.monotonic() + 30
        while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        engines = Path(f"/proc/{match.pid}/task/{match.pid}/children")
        left = engines.read_text().split() if engines.exists() else []
        match.send_signal(signal.SIGINT)
        out, _ = match.communicate(timeout=30)
    assert match.returncode == 130
    assert " against level:1 Nils (" in out
    assert not [pid for pid in left if Path(f"/proc/{pid}").exists()]


def test_play_as_a_process(tmp_path: Path) -> None:
    """The real thing: a person at the end of a pipe, who saves, and goes on another time."""
    file = tmp_path / "friday.txt"
    command = [sys.executable, "-m", "taflheim", "play"]
    lines = f"d1-d3\nd1-d3\nsave {file}\n"
    first = subprocess.run([*command, "hnefatafl", "--plain"], input=lines, text=True, capture_output=True, check=True)
    assert "That is not a legal move. No piece stands on d1." in first.stdout
    assert first.stdout.endswith("Goodbye.\n")
    again = subprocess.run([*command, "--record", file], input="quit\n", text=True, capture_output=True, check=True)
    assert "1 move made." in again.stdout
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    plain = subprocess.run(
        [*command, "hnefatafl"], input="", text=True, capture_output=True, check=True, env=ascii_only
    )
    assert plain.stdout.isascii()


def test_a_reader_who_has_seen_enough() -> None:
    command = f"{sys.executable} -m taflheim moves hnefatafl | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
