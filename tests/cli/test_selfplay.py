"""`taflheim selfplay`: what it says, and a run that is killed half-way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from taflheim.cli import main
from taflheim.engine.selfplay.positions import manifest

PLAYING = ["selfplay", "halatafl", "--games", "12", "--nodes", "300", "--seed", "5", "--shard", "4", "--processes", "2"]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


def test_a_run_that_is_killed_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "taflheim", *PLAYING, "--out", str(killed)]
    process = subprocess.Popen(command, start_new_session=True)
    try:
        journal = killed / "journal.jsonl"
        while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            time.sleep(0.01)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    before = {number: (killed / f"games-0000{number}.parquet").exists() for number in range(3)}
    assert main([*PLAYING, "--out", str(killed)]) == 0
    said = capsys.readouterr().out
    assert "of 12 games were played before.\n" in said and "killed: 12 games with " in said
    assert not all(before.values())
    assert main([*PLAYING, "--out", str(whole)]) == 0
    assert files(killed) == files(whole), "a kill changes nothing in what comes out"
    assert manifest(whole)["seed"] == 5
    assert "played before" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "--games", "1"], "no game 'chess'"),
        (["toy", "--games", "0"], "games: expected a whole number from 1"),
        (["toy", "--games", "1", "--nodes-for", "knights=5"], "no side 'knights'"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["selfplay", *arguments, "--out", str(tmp_path / "out")]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_more_nodes_are_for_a_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["selfplay", "toy", "--games", "1", "--nodes-for", "crosses", "--out", str(tmp_path)])
    assert "expected a side and a number, as attackers=20000" in capsys.readouterr().err
