"""The command without a command: what it says when the hall cannot be opened."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spoilt import damaged, newer


def start(home: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "taflheim", "--no-window"],
        env={**os.environ, "TAFLHEIM_HOME": str(home), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("spoil", "sentence"), [(newer, "newer"), (damaged, "damaged")])
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(spoil: object, sentence: str, tmp_path: Path) -> None:
    assert callable(spoil)
    spoil(tmp_path / "taflheim.sqlite")
    ended = start(tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith("taflheim: ") and sentence in ended.stderr
    assert "Traceback" not in ended.stderr and ended.stderr.count("\n") == 1
