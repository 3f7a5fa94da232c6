"""How long the program on a terminal takes to start: a short form prints the figure."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "terminal_start.py"


def test_a_short_form_prints_the_figure() -> None:
    command = [sys.executable, str(SCRIPT), "--quick"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert "until the menu is seen" in printed and "target   700 ms" in printed
