"""Looking at games and positions."""

import pytest

import taflheim
from commands import run


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "games")
    assert status == 0
    for name in taflheim.rulebooks():
        assert f"{name}\n" in out
    assert "--sheep 20, 19, 18, 17" in out


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "show", "halatafl", "--sheep", "18", "--ascii")
    assert status == 0
    assert "F1F/3/7/SSSSSSS/SSSSSSS/SSS/2S s" in out
    assert "sheep to move, 8 legal moves" in out
    assert out.isascii()
    _, out, _ = run(capsys, "show", "quoridor", "e1,e5 10,10 - - b")
    assert "White wins! The pawn has reached its goal line." in out


def test_moves_and_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "moves", "hivolts", "--seed", "7")
    assert out.split() == ["q", "w", "e", "a", "s", "d", "z", "x", "c", "j"]
    boards = {run(capsys, "show", "hivolts", "--seed", seed)[1] for seed in ("7", "7", "8")}
    assert len(boards) == 2
