"""The known numbers of move sequences from the start."""

import json
from typing import Any

import pytest

import taflheim
from taflheim.engine.search.perft import count_at_once, divide
from taflheim.games.kernel import COMPILED
from vectors import DATA

KNOWN = [
    (known["game"], known["options"], int(depth), nodes)
    for known in json.loads((DATA / "perft.json").read_text("utf-8"))
    for depth, nodes in known["counts"].items()
]
SLOW = 3_000_000
"""More nodes than this are counted in bulk only."""


@pytest.mark.parametrize(
    ("name", "options", "depth", "nodes"),
    [pytest.param(*known, marks=[pytest.mark.kernel] if known[-1] < 3000 else []) for known in KNOWN],
)
def test_known_counts(name: str, options: dict[str, Any], depth: int, nodes: int) -> None:
    start = taflheim.game(name, **options).start()
    assert taflheim.perft(start, depth) == nodes
    if nodes < SLOW:
        assert count_at_once(start, depth, bulk=False) == nodes


@pytest.mark.kernel
def test_divide_adds_up() -> None:
    start = taflheim.game("toy").start()
    shares = dict(divide(start, 5 if COMPILED else 3))
    assert list(shares) == start.moves()
    assert sum(shares.values()) == (15120 if COMPILED else 504)


@pytest.mark.parametrize("depth", [-1, 65, 10**6, pytest.param(10**5000, id="huge"), 1.5, "3", None])
def test_impossible_depths_are_refused(depth: Any) -> None:
    with pytest.raises(taflheim.TaflheimError, match="expected a whole number"):
        taflheim.perft(taflheim.game("toy").start(), depth)
