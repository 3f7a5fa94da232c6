"""The commands that take games along and bring them in."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import browsing
from commands import run
from taflheim import Record


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("TAFLHEIM_HOME", str(folder))
    return folder


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    file = tmp_path / "friday.txt"
    file.write_text('[Game "toy"]\n[crosses "Anna"]\n\n1. b2 (1. a1 { or here }) a1 2. c1\n', "utf-8")
    return file


def test_a_record_keeps_its_variations(capsys: pytest.CaptureFixture[str], friday: Path) -> None:
    status, out, err = run(capsys, "export", str(friday))
    assert (status, err) == (0, "")
    assert "1. b2 (1. a1 { or here }) 1... a1 2. c1" in out
    status, out, _ = run(capsys, "export", str(friday), "--ply", "1")
    assert status == 0 and Record.parse(out).entries == ("b2",)


@pytest.mark.parametrize(("kind", "frames"), [("png", 1), ("gif", 4)])
def test_pictures(capsys: pytest.CaptureFixture[str], friday: Path, kind: str, frames: int) -> None:
    target = friday.with_suffix(f".{kind}")
    assert run(capsys, "export", str(friday), "-o", str(target)) == (0, "", "")
    with Image.open(target) as picture:
        assert picture.format == kind.upper() and getattr(picture, "n_frames", 1) == frames
    printed = subprocess.run(
        [sys.executable, "-m", "taflheim", "export", str(friday), "--format", kind], capture_output=True, check=True
    )
    with Image.open(io.BytesIO(printed.stdout)) as picture:
        assert picture.format == kind.upper()


def test_svg(capsys: pytest.CaptureFixture[str], friday: Path) -> None:
    assert run(capsys, "export", str(friday), "--format", "svg")[1].startswith("<svg")


def test_a_game_goes_into_the_hall_and_out_again(capsys: pytest.CaptureFixture[str], home: Path, friday: Path) -> None:
    status, out, err = run(capsys, "import", str(friday))
    assert (status, err) == (0, "")
    (kept,) = [line.rpartition(" ")[2] for line in out.splitlines()]
    status, out, err = run(capsys, "export", kept)
    assert (status, err) == (0, "")
    assert Record.parse(out).entries == ("b2", "a1", "c1", "game:aborted") and '[crosses "Anna"]' in out


def test_a_hall_that_runs_keeps_it_itself(capsys: pytest.CaptureFixture[str], home: Path, friday: Path) -> None:
    with browsing.served(home):
        status, out, err = run(capsys, "import", str(friday), str(friday))
        assert (status, err) == (0, "")
        first, second = (line.rpartition(" ")[2] for line in out.splitlines())
        assert first != second
        assert "1. b2 a1 2. c1" in run(capsys, "export", second)[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["export", "no such file.txt"], "there is no such file"),
        (["export", "nowhere"], "there is no file and no game 'nowhere'"),
        (["export", "{file}", "--ply", "9"], "this game has 3"),
        (["import", "nowhere.txt"], "No such file"),
        (["import", "{file}", "{bad}"], "move 2, 'b2': b2 is taken"),
        (["import", "{empty}"], "there are no moves in it"),
        (["import", "{binary}"], "is not a text file"),
    ],
)
def test_what_cannot_be_is_said(
    capsys: pytest.CaptureFixture[str], home: Path, friday: Path, arguments: list[str], why: str
) -> None:
    files = {
        "file": friday,
        "bad": friday.parent / "bad",
        "empty": friday.parent / "empty",
        "binary": friday.parent / "b",
    }
    files["bad"].write_text('[Game "toy"]\n1. b2 b2', "utf-8")
    files["empty"].write_text('[Game "toy"]\n', "utf-8")
    files["binary"].write_bytes(b"\xff\xfe\x00")
    status, out, err = run(capsys, *(argument.format(**files) for argument in arguments))
    assert (status, out) == (2, "") and why in err
    assert not (home / "taflheim.sqlite").exists() or arguments[0] == "export"


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("export", "import"):
        with pytest.raises(SystemExit):
            run(capsys, command, "--help")
        assert f"example: taflheim {command} friday.txt" in capsys.readouterr().out
