"""Playing on a terminal: the command as a process."""

import os
import subprocess
import sys
from pathlib import Path


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
