"""Several workers serve one hall, and are killed, as are Redis and PostgreSQL: nothing is lost or told out of order.

With `TAFLHEIM_SOAK_FAULTS` something is killed as often, in equal parts and at random, and every other fault comes
twice beside that; links are cut for ten seconds, and it counts how long people wait: five seconds after the repair
everybody has caught up, and keeps up from then on (`make soak`).
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

from serving_process import is_ready
from several_workers import Hall, evening, hall, until
from told_histories import Fault

KILLS = ("worker", "redis", "postgres")
"""What is killed with SIGKILL."""
OTHERS = ("link", "postgres restarts", "replaced")
SOAK = int(os.environ.get("TAFLHEIM_SOAK_FAULTS", "0"))
MATCHES = 4 if SOAK else 2
MOST_S = 5.0


def fault(at: Hall, kind: str, rng: random.Random) -> Fault:
    """Take something away, and bring it back: of workers, as soon as any is ready."""
    began_s = time.time()
    match kind:
        case "worker":
            os.kill(rng.choice(at.workers()), signal.SIGKILL)
            until("a worker is ready", lambda: is_ready(at.address))
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
    return Fault(began_s, time.time())


def test_faults_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(int(os.environ.get("TAFLHEIM_SOAK_SEED", "8")))
    kinds = [*KILLS, *OTHERS]
    if SOAK:
        kinds = [KILLS[number % len(KILLS)] for number in range(SOAK)] + 2 * list(OTHERS)
        rng.shuffle(kinds)
    slowest_s = dict.fromkeys(kinds, 0.0)
    faults: list[Fault] = []
    with hall(tmp_path) as at, evening(at, MATCHES) as people:
        assert len(at.workers()) == 2
        for kind in kinds:
            people.begin_again()
            people.wait_for_moves()
            time.sleep(rng.uniform(0, 0.5))
            faults.append(fault(at, kind, rng))
            took_s = people.wait_until_told()
            slowest_s[kind] = max(slowest_s[kind], took_s)
            print(f"{kind}: away for {faults[-1].repaired_s - faults[-1].began_s:.1f} s, then {took_s:.1f} s")
        until("both workers are there again", lambda: len(at.workers()) == 2)
        longest_s = people.judge(faults)
        events = sum(len(player.match.acknowledged) for player in people.players)
    if SOAK:
        with capsys.disabled():
            print(f"\n{len(kinds)} faults, {events} acknowledged events of {len(people.players)} matches.")
            print("Seconds until all had what was acknowledged at the repair, at most:", slowest_s)
            print(f"Seconds between a commit and the last screen in which nothing was away, at most: {longest_s:.2f}")
        assert max(*slowest_s.values(), longest_s) < MOST_S


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
