"""The manual: made from the texts of help, and kept in docs/ as it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import run
from parts import needs
from taflheim.cli.described import described
from taflheim.cli.man import page
from taflheim.cli.program import build_parser

KEPT = Path(__file__).parents[2] / "docs" / "taflheim.1"


def test_what_is_kept_is_current() -> None:
    """If not: `taflheim man > docs/taflheim.1`."""
    environment = {name: value for name, value in os.environ.items() if name != "TAFLHEIM_GAMES"}
    command = [sys.executable, "-m", "taflheim", "man"]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, env=environment).stdout
    assert made == KEPT.read_text("utf-8")


def test_every_command_is_in_it_with_all_that_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "man")
    assert status == 0
    for command in described(build_parser()).all():
        for option in command.options:
            if option.flags[0] != "-h":
                assert option.flags[-1].replace("-", "\\-") in out
        if command.example:
            assert command.example.replace("-", "\\-").replace("'", "\\(aq") in out


@needs("groff")
def test_it_is_sound_roff(tmp_path: Path) -> None:
    file = tmp_path / "taflheim.1"
    file.write_text(page(described(build_parser())), "utf-8")
    done = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-z", file], capture_output=True, text=True, check=True)
    assert done.stderr == ""
