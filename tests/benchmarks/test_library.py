"""How fast the library is: measured in a short form, every figure is printed, and other libraries where they are."""

import subprocess
import sys
from pathlib import Path

import taflheim

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "library.py"


def test_a_short_form_prints_all_figures() -> None:
    command = [sys.executable, str(SCRIPT), "--seconds", "0.001"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    games = len(taflheim.rulebooks())
    assert printed.count("target") == 4 * games + 2
    for way in ("texts", "numbers", "a batch", "compiled"):
        assert printed.count(f"Taflheim, {way} (") == games
    assert "Quoridor, pyquoridor" in printed and "Quoridor, OpenSpiel" in printed
