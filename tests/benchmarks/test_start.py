"""How long the server takes to start: measured in a short form, both figures are printed with their target."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "start.py"


def test_a_short_form_prints_both_figures() -> None:
    command = [sys.executable, str(SCRIPT), "--quick"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert "until /health answers" in printed and "until people can play" in printed
    assert printed.count("target  1500 ms") == 2
