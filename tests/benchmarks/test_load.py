"""Many games at once: a few are played in a short form, and every figure is printed."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "load.py"
LINES = (
    "4 games",
    "moves ",
    "until acknowledged",
    "until the other one",
    "p99 target",
    "generator's lag",
    "CPU of the server",
    "memory for a table",
)


def test_a_short_form_prints_every_figure() -> None:
    command = [sys.executable, str(SCRIPT), "--quick"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert [line for line in LINES if line not in printed] == [], printed
    assert "connections lost: 0; errors: 0" in printed
