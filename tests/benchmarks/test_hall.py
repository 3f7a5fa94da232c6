"""What a hall costs: measured in a short form, everything is printed with its target."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "hall.py"
LINES = (
    "the menu",
    "a table's page: hivolts",
    "a move, from its receipt",
    "10 spectators more",
    "loading a table of 20 plies",
    "the slowest move",
)


def test_a_short_form_prints_every_figure() -> None:
    command = [sys.executable, str(SCRIPT), "--quick"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert [line for line in LINES if line not in printed] == [], printed
    assert printed.count("target") == 9
