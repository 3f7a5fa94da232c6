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
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import taflheim
from ray_cluster import RayNodes, ray_nodes
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Place, local_or_ray
from taflheim.engine.search.limits import Limits
from taflheim.engine.selfplay.game import play_all
from taflheim.engine.selfplay.plan import Plan

_TICKS = os.sysconf("SC_CLK_TCK")


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
                runs.setdefault(f"{workers} Ray", []).append(_measured(plan, local_or_ray(nodes.address), nodes))
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


def _measured(plan: Plan, place: Place, nodes: RayNodes | None = None) -> Run:
    began, cpu = time.monotonic(), _cpu_s(nodes)
    ended = [time.monotonic() for _ in play_all(plan, place)]
    used = _cpu_s(nodes) - cpu
    return Run(ended[0] - began, (len(ended) - 1) / (ended[-1] - ended[0]), used / len(ended))


def _cpu_s(nodes: RayNodes | None) -> float:
    """Of this process and all that have ended; with Ray, of all that run below it, too."""
    used = os.times()
    total = used.user + used.system + used.children_user + used.children_system
    return total + (_below(os.getpid()) if nodes else 0.0)


def _below(pid: int) -> float:
    """CPU seconds of the processes below one, and of those of theirs that have ended."""
    total = 0.0
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        for each in child.read_text().split():
            try:
                fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            total += sum(map(int, fields[11:15])) / _TICKS + _below(int(each))
    return total


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="halatafl")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
