"""The command that recommends a move."""

from pathlib import Path

import pytest

import taflheim
from commands import run


def test_a_move_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "hint", "quoridor", "e4,a6 0,0 - - a")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "e3",
        "- It wins in 3 moves, proven.",
        "- Every other move loses.",
        "- It wins the race: Green has no walls left, White needs 2 steps more, Green 3.",
    ]


def test_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    toy = taflheim.game("toy")
    file.write_text(str(toy.record(toy.position("2x/2o/xo1 x"))), "utf-8")
    assert run(capsys, "hint", "--record", str(file)) == (0, "b2\n- It wins at once.\n", "")


def test_options_and_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "hint", "hivolts", "--mhos", "gentle", "--seed", "7")
    assert out.splitlines()[0] in taflheim.game("hivolts").start(7).moves()
