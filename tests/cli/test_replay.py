"""A game that is shown again: as boards, and as an animation."""

import io
from pathlib import Path
from typing import Literal

import pytest
from rich.console import Console

import taflheim
from commands import on_terminal, run
from programs import WHOLE_GAMES
from taflheim.terminal import replay


@pytest.fixture
def file(tmp_path: Path) -> Path:
    record = taflheim.game("halatafl").record(headers={"sheep": "Anna", "foxes": "Bo"})
    for move in "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6".split():
        record = record.play(move)
    (tmp_path / "game.txt").write_text(str(record.resign("sheep")), "utf-8")
    return tmp_path / "game.txt"


def test_boards_one_after_the_other(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, out, err = run(capsys, "replay", str(file), "--ascii")
    assert (status, err) == (0, "") and out.isascii()
    assert out.startswith("Halatafl. Sheep: Anna. Foxes: Bo.\n")
    assert out.count("a   b   c   d   e   f   g") == 6
    assert "2... e6xe4xc4xc6  " in out
    assert out.endswith("The foxes win! The sheep have resigned.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["/nowhere/at/all"], "No such file"),
        (["nothing-such"], "there is no file and no game"),
        (["--speed", "0", "x"], "speed: expected a number from"),
        (["--speed", "nan", "x"], "speed: expected a number from"),
        (["x", "--server", "http://127.0.0.1:9"], "cannot be reached"),
    ],
)
def test_what_cannot_be_shown(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.setenv("TAFLHEIM_HOME", str(tmp_path))
    status, out, err = run(capsys, "replay", *arguments)
    assert (status, out) == (2, "") and sentence in err


@pytest.mark.parametrize("name", WHOLE_GAMES)
@pytest.mark.parametrize(("colours", "width"), [("truecolor", 80), (None, 80), ("standard", 120), ("truecolor", 20)])
def test_an_animation_of_every_game(
    monkeypatch: pytest.MonkeyPatch, name: str, colours: Literal["truecolor", "standard"] | None, width: int
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    record = taflheim.game(name).record()
    for move in WHOLE_GAMES[name][0].split():
        record = record.play(move)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system=colours, width=width, height=24, _environ={}
    )
    replay.animate(record, console, 2.0, ascii_only=False)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert str(record.result) in shown.replace("\n", " ") or width < 80
    # A second for each position, at twice the speed, and what moves between them.
    assert waited.count(0.5) == len(record.positions) and len(waited) > len(record.positions)
    # The screen from before comes back.
    assert shown.index("\x1b[?1049h") < shown.index("\x1b[?1049l")


def test_on_a_terminal_it_can_be_interrupted(file: Path) -> None:
    status, shown = on_terminal("replay", str(file), "--speed", "0.1", interrupt_after=b"\x1b[?1049h")
    assert status == 130
    assert b"\x1b[?1049l" in shown
