"""Many games at once: each part in a short form prints every figure."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from postgres import cluster

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "load.py"
LINES = {
    "games": (
        "4 games",
        "moves ",
        "until acknowledged",
        "until the other one",
        "p99 target",
        "generator's lag",
        "CPU of the server",
        "memory for a table",
        "connections lost: 0; errors: 0",
    ),
    "spectators": ("CPU in a second for 100 spectators", "10 more tables"),
    "memory": ("memory's growth from minute",),
    "bots": ("p95 of answers in 4 games, level 5, beside 4",),
    "stored": ("games: start", "games: menu", "games: profile", "games: leaderboard"),
}


def printed(*words: str) -> str:
    """What the short form prints."""
    command = [sys.executable, str(SCRIPT), "--quick", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


@pytest.mark.parametrize("part", LINES)
def test_a_short_form_prints_every_figure(part: str) -> None:
    found = printed(part)
    assert [line for line in LINES[part] if line not in found] == [], found
    assert "target" in found and " nan " not in found


def test_on_postgresql() -> None:
    with cluster() as running:
        found = printed("games", "--database", running.address())
    assert [line for line in LINES["games"] if line not in found] == [], found


def test_several_workers() -> None:
    found = printed("--workers", "2")
    shares = ", ".join(rf"{part} \d+%" for part in ("workers", "PostgreSQL", "Redis", "generator"))
    assert re.search(rf"2 workers +4 games .* moves/s .* p99 .* CPU of a core: {shares}", found), found
    assert re.search(r"^2 workers: \d+ moves/s at p99 < 100 ms$", found, re.MULTILINE), found
