"""How fast batches are: measured in a short form, every figure is printed, and those that have a target with it."""

import subprocess
import sys
from pathlib import Path

import taflheim

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "batch.py"


def test_a_short_form_prints_all_figures() -> None:
    command = [sys.executable, str(SCRIPT), "--rows", "16", "--seconds", "0.01", "--threads", "2"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert printed.count("mask and step") == len(taflheim.rulebooks()) and printed.count("target") == 2
    assert "OpenSpiel" in printed and "pgx" in printed
