"""Several workers serve one hall, and are killed, as are Redis and PostgreSQL: nothing is lost or told out of order.

With `TAFLHEIM_SOAK_FAULTS` there are as many faults at random, links are cut for ten seconds, and it counts how long
people wait: five seconds after the repair everybody has caught up (`make soak`).
"""

import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from several_workers import Hall, evening, hall, until

KINDS = ("worker", "redis", "link", "postgres", "postgres restarts", "replaced")
SOAK = int(os.environ.get("TAFLHEIM_SOAK_FAULTS", "0"))
MOST_S = 5.0


def fault(at: Hall, kind: str, rng: random.Random) -> None:
    """Take something away, and bring it back."""
    match kind:
        case "worker":
            os.kill(rng.choice(at.workers()), signal.SIGKILL)
        case "redis":
            at.redis.kill()
            time.sleep(rng.uniform(0, 1))
            at.redis.start()
        case "link":
            at.link.cut()
            time.sleep(10 if SOAK else 1)
            at.link.mend()
        case "postgres":
            at.postgres.stop(signal.SIGKILL)
            at.postgres.start()
        case "postgres restarts":
            at.postgres.stop()
            at.postgres.start()
        case "replaced":
            at.process.send_signal(signal.SIGHUP)


def test_faults_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(int(os.environ.get("TAFLHEIM_SOAK_SEED", "8")))
    kinds = [rng.choice(KINDS) for _ in range(SOAK)] or KINDS
    slowest_s = dict.fromkeys(KINDS, 0.0)
    with hall(tmp_path) as at, evening(at) as people:
        assert len(at.workers()) == 2
        for kind in kinds:
            people.wait_for_moves()
            time.sleep(rng.uniform(0, 0.5))
            fault(at, kind, rng)
            slowest_s[kind] = max(slowest_s[kind], people.wait_until_told())
        until("both workers are there again", lambda: len(at.workers()) == 2)
        people.judge()
    if SOAK:
        with capsys.disabled():
            print(f"\n{SOAK} faults; seconds until all had caught up, at most:", slowest_s)
        assert max(slowest_s.values()) < MOST_S


def test_several_workers_need_more_than_a_file(tmp_path: Path) -> None:
    environment = {**os.environ, "TAFLHEIM_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "taflheim", "serve", "--workers", "2"]
    for given, wanted in (
        ({}, "TAFLHEIM_DATABASE_URL"),
        ({"TAFLHEIM_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}, "TAFLHEIM_REDIS_URL"),
    ):
        ran = subprocess.run(command, env=environment | given, capture_output=True, text=True, check=False)
        assert ran.returncode and wanted in ran.stderr and "Traceback" not in ran.stderr


def test_a_worker_that_dies_while_all_are_replaced_is_there_once(tmp_path: Path) -> None:
    with hall(tmp_path) as at:
        old = set(at.workers())
        os.kill(min(old), signal.SIGKILL)
        at.process.send_signal(signal.SIGHUP)
        until("there are two new workers", lambda: len(new := set(at.workers())) == 2 and not new & old)


def test_workers_end_with_their_supervisor(tmp_path: Path) -> None:
    with hall(tmp_path) as at:
        workers = at.workers()
        at.process.kill()
        until("the workers end", lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers))
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{at.address}/health", timeout=5)
