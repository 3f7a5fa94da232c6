"""How many moves a second a hall with several workers takes (load.py --workers): more games until they are late.

The workers, PostgreSQL and Redis are started for this, and share the machine with the generator: how much of the CPU
each of them uses is printed beside, as more workers on the same cores add nothing once these are busy.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from figures import percentile
from hall_process import LIMITS, SECONDS_TO_START, HallProcess
from load_games import Load, Run

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # last: both have modules of the same name

from postgres import cluster
from redis_server import redis_server

_GROWTH = 1.5
"""So many times as many games in the next step."""
_QUICK_STEPS = 2


class Parts(NamedTuple):
    """A hall that several workers serve, and the processes that do."""

    hall: HallProcess
    pids: Mapping[str, int]
    """Of each part the first process."""

    def cpu_s(self) -> dict[str, float]:
        """Seconds of CPU that each part has used."""
        return {name: _tree_s(pid) for name, pid in self.pids.items()} | {"generator": time.process_time()}


def _tree_s(pid: int) -> float:
    """What a process, its children, and those it has had have used."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_tree_s(int(child)) for child in children)


@contextmanager
def several(folder: Path, workers: int) -> Iterator[Parts]:
    """Serve a hall with so many workers, on a PostgreSQL and a Redis of its own."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with cluster() as postgres, redis_server() as redis:
        given = {
            "TAFLHEIM_HOME": str(folder),
            "TAFLHEIM_DATABASE_URL": postgres.address(),
            "TAFLHEIM_REDIS_URL": redis.url,
        }
        command = [sys.executable, "-m", "taflheim", "serve", "--workers", str(workers), "--log-level", "error"]
        with subprocess.Popen(command, env={**os.environ, **LIMITS, **given}) as process:
            try:
                address = urlsplit(_address(folder, process))
                hall = HallProcess(process.pid, address.hostname or "", address.port or 0, "")
                pids = {"workers": process.pid, "PostgreSQL": postgres.pid, "Redis": redis.pid}
                yield Parts(hall, pids)
            finally:
                process.terminate()


def _address(folder: Path, process: "subprocess.Popen[bytes]") -> str:
    """Where people can play, once they can."""
    deadline = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        if (folder / "hall.json").exists():
            local = str(json.loads((folder / "hall.json").read_text())["local"])
            try:
                urllib.request.urlopen(f"{local}/health/ready", timeout=5).close()
            except urllib.error.URLError:
                pass
            else:
                return local
        time.sleep(0.1)
    raise RuntimeError("the workers have not started")


def growing(games: int) -> Iterator[int]:
    """More and more games.

    >>> [*islice(growing(10), 3)]
    [10, 16, 25]
    """
    while True:
        yield games
        games = int(games * _GROWTH) + 1


async def climb(
    parts: Parts, workers: int, every_s: float, seconds: float, steps: Iterable[int], most_p99_ms: float
) -> float:
    """Let more and more games be played until moves come late; gives how many moves a second did not."""
    load = Load(parts.hall, every_s)
    best = 0.0
    for games in steps:
        load.begin(await load.open(games - load.count))
        await load.measure(2 * every_s)  # until all have moved, and again
        before = parts.cpu_s()
        run = await load.measure(seconds)
        used = {name: (after - before[name]) / run.wall_s for name, after in parts.cpu_s().items()}
        p99_ms = max(percentile(run.acks, 99), percentile(run.told, 99)) * 1000
        _print(workers, games, run, p99_ms, used)
        if not p99_ms <= most_p99_ms or load.errors or run.busy:
            break
        best = len(run.told) / run.wall_s
    await load.end()
    return best


def _print(workers: int, games: int, run: Run, p99_ms: float, used: Mapping[str, float]) -> None:
    rate = len(run.told) / run.wall_s
    shares = ", ".join(f"{name} {share:.0%}" for name, share in used.items())
    lag_ms = percentile(run.lags, 99) * 1000
    figures = f"{rate:7.1f} moves/s   p99 {p99_ms:7.1f} ms   generator's lag p99 {lag_ms:6.1f} ms"
    print(f"{workers} workers {games:5} games {figures}   CPU of a core: {shares}", flush=True)


def measure(
    counts: list[int], every_s: float, seconds: float, first: int, most_p99_ms: float, *, quick: bool = False
) -> None:
    """Print for each number of workers how many moves a second it takes; quick: two steps, to see that it works."""
    for workers in counts:
        steps = islice(growing(first), _QUICK_STEPS if quick else None)
        with tempfile.TemporaryDirectory() as folder, several(Path(folder), workers) as parts:
            best = asyncio.run(climb(parts, workers, every_s, seconds, steps, most_p99_ms))
            print(f"{workers} workers: {best:.0f} moves/s at p99 < {most_p99_ms:g} ms", flush=True)
