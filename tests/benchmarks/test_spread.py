"""Self-play here and there: what is compared, and how it is printed. Processes of this machine stand for Ray's."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Place

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


class Nodes:
    """A cluster of no machines that notes how large it was."""

    address = "nowhere"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def shrink_to(self, nodes: int) -> None:
        """At most so many nodes."""

    def grow_to(self, nodes: int) -> None:
        """At least so many nodes."""
        self.sizes.append(nodes)


def test_one_and_two_workers_here_and_on_a_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spread = import_module("spread")
    cluster = Nodes()

    @contextmanager
    def nodes() -> Iterator[Nodes]:
        yield cluster

    def place(address: str) -> Place:
        assert address == cluster.address
        return LocalPlace(1)

    monkeypatch.setattr(spread, "ray_nodes", nodes)
    monkeypatch.setattr(spread, "local_or_ray", place)
    spread.main(["--game", "halatafl", "--games", "2", "--nodes", "5", "--rounds", "1"])
    assert cluster.sizes == [1, 2]
    title, *rows = capsys.readouterr().out.splitlines()
    assert title == "halatafl, 2 games of 5 nodes a move, medians of 1 runs:"
    for row, name in zip(rows[2:], ("1 local", "2 local", "1 Ray", "2 Ray"), strict=True):
        found = re.fullmatch(rf"\| {name} \| (\d+\.\d\d) \| (\d+\.\d\d) \| \d+\.\d s \|", row)
        assert found and float(found[1]) > 0, row
