"""Self-play on a Ray cluster against processes of this machine: games a second, and CPU time for each game.

    .venv/bin/python benchmarks/spread.py [--game GAME] [--games N] [--nodes N] [--rounds N]

A cluster with nodes of one core each is started on this machine. The same games are played in turns by 1 and 2
processes and by 1 and 2 Ray workers, several times; the medians are told. What it takes to start is told apart: games
are counted from the end of the first one on. CPU time is that of all processes which play, Ray's own included.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import NamedTuple, Self

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import taflheim
from ray_cluster import ray_nodes
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Place, local_or_ray
from taflheim.engine.search.limits import Limits
from taflheim.engine.selfplay.game import play_all
from taflheim.engine.selfplay.plan import Plan

_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK_EVERY_S = 0.1


class Run(NamedTuple):
    """One run of all games."""

    until_first_s: float
    games_per_s: float
    cpu_s_per_game: float


def main(arguments: list[str] | None = None) -> None:
    """Play in turns, and print the medians."""
    given = _arguments(arguments)
    plan = Plan(taflheim.game(given.game), given.games, Limits(nodes=given.nodes))
    runs: dict[str, list[Run]] = {}
    with ray_nodes() as nodes:
        for _ in range(given.rounds):
            for workers in (1, 2):
                runs.setdefault(f"{workers} local", []).append(_measured(plan, _Local(workers)))
            for workers in (1, 2):
                nodes.shrink_to(workers)
                nodes.grow_to(workers)
                runs.setdefault(f"{workers} Ray", []).append(_measured(plan, local_or_ray(nodes.address)))
    print(f"{given.game}, {given.games} games of {given.nodes} nodes a move, medians of {given.rounds} runs:")
    print("| workers | games/s | CPU s a game | until the first game |\n| --- | --: | --: | --: |")
    for name, measured in runs.items():
        until, speed, cpu = (median(values) for values in zip(*measured, strict=True))
        print(f"| {name} | {speed:.2f} | {cpu:.2f} | {until:.1f} s |")


class _Local(LocalPlace):
    """Processes of their own even for one worker, so that the comparison is fair: a deadline asks for them."""

    def batch(self, work, jobs, deadline=None):  # type: ignore[no-untyped-def]
        """The results of many jobs."""
        return super().batch(work, jobs, time.monotonic() + 1e6)


def _measured(plan: Plan, place: Place) -> Run:
    with _Meter() as meter:
        began = time.monotonic()
        ended = [time.monotonic() for _ in play_all(plan, place)]
    return Run(ended[0] - began, (len(ended) - 1) / (ended[-1] - ended[0]), meter.used_s / len(ended))


class _Meter:
    """The CPU time of this process and all below it, looked at again and again: those that end take theirs along."""

    def __init__(self) -> None:
        self._before: dict[int, float] = {}
        self._now: dict[int, float] = {}
        self._over = Event()
        self._thread = Thread(target=self._look)

    def __enter__(self) -> Self:
        _add_tree(os.getpid(), self._before)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def used_s(self) -> float:
        """Seconds, of all processes that were seen."""
        return sum(used - self._before.get(pid, 0.0) for pid, used in self._now.items())

    def _look(self) -> None:
        while not self._over.wait(_LOOK_EVERY_S):
            _add_tree(os.getpid(), self._now)
        _add_tree(os.getpid(), self._now)


def _add_tree(pid: int, used_s: dict[int, float]) -> None:
    """Note the CPU seconds of a process and of those below it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used_s[pid] = sum(map(int, fields[11:13])) / _TICKS
        children = [
            child for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()
        ]
    except OSError:
        return  # it has ended
    for child in children:
        _add_tree(int(child), used_s)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="halatafl")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
