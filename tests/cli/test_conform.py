"""`taflheim conform`: its exit status, and what it refuses."""

import dataclasses
import sys
from pathlib import Path

import pytest

from commands import run
from taflheim.engine.conformance import kit
from taflheim.engine.conformance.kit import kit_of


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the data is enough here."""
    whole = kit_of("halatafl")
    assert whole
    part = dataclasses.replace(whole, vectors=whole.vectors[::60])
    monkeypatch.setattr(kit, "kit_of", {"halatafl": part, "toy": None}.__getitem__)


@pytest.mark.usefixtures("short")
def test_ours_passes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "conform", "--game", "halatafl", "--game", "toy")
    assert (status, err) == (0, "")
    assert "checks passed." in out and out.endswith("Three in a row: no data, nothing was asked.\n")


@pytest.mark.usefixtures("short")
def test_one_that_lies_fails(capsys: pytest.CaptureFixture[str]) -> None:
    engine = f"'{sys.executable}' -m lying_engine {{game}} one_too_many"
    with pytest.raises(SystemExit) as ended:
        run(capsys, "conform", "--game", "halatafl", "--engine", engine)
    assert ended.value.code == 1
    assert "checks failed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "no game 'chess': expected"),
        (["--game", "toy"], "there is nothing to ask"),
        (["--engine", "true"], "engine 'true': name one --game, or write {game} where the command wants it"),
        (["--game", "toy", "--engine", "no-such-program"], "no engine 'no-such-program'"),
        (["--game", "toy", "--engine", "'"], "a quotation mark is missing"),
        (["--game", "toy", "--patience", "0"], "patience: expected seconds"),
        (["--game", "toy", "--patience", "nan"], "patience: expected seconds"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "conform", *arguments)
    assert status == 2 and sentence in err


def test_the_kit_as_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "conform", "--write", str(tmp_path / "kit"), "--game", "halatafl", "--game", "toy")
    assert (status, out) == (0, "Written: halatafl.jsonl, halatafl.md, schema.json\n")
    whole = kit_of("halatafl")
    assert whole and (tmp_path / "kit" / "halatafl.jsonl").read_text("utf-8") == whole.text
    assert (tmp_path / "kit" / "halatafl.md").read_text("utf-8") == whole.rules
