"""Servers at hosts of their own, in network namespaces, with wrong clocks and a cable that is pulled."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError

from matches import LIMITS
from namespaces import Host, Network, network
from postgres import cluster
from redis_server import PORT, redis_server
from several_workers import People, Player, Spectator, until

_SECONDS_PULLED = 10 if "TAFLHEIM_SOAK_FAULTS" in os.environ else 2
_WRONG_BY_S = ("0", "3600")


class Server(NamedTuple):
    """A server at a host."""

    address: str
    database: str
    """As this test reaches it."""


@contextmanager
def server(host: Host, folder: Path, wrong_by_s: str, shared: dict[str, str], database: str) -> Iterator[Server]:
    """Serve the hall at a host whose clock is wrong."""
    address = f"http://{host.address}:8000"
    given = {**os.environ, **LIMITS, **shared, "TAFLHEIM_HOME": str(folder)}
    serve = ["serve", "--host", host.address, "--port", "8000", "--public-url", address, "--log-level", "error"]
    command = host.command(sys.executable, "-m", "skewed_program", wrong_by_s, *serve)
    with subprocess.Popen(command, env=given) as process:
        try:
            until("people can play there", lambda: process.poll() is not None or is_ready(address))
            assert process.poll() is None
            yield Server(address, database)
        finally:
            process.terminate()
            process.wait()


def is_ready(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/health/ready", timeout=20).close()
    except HTTPError as error:
        error.close()
        return False
    except OSError:
        return False
    return True


def test_a_cable_is_pulled(tmp_path: Path) -> None:
    with network(2) as hosts, ThreadPoolExecutor(1) as elsewhere:
        # Threads are where the one is that has started them.
        elsewhere.submit(_pulled, hosts, tmp_path).result()


def _pulled(hosts: Network, folder: Path) -> None:
    hosts.middle.enter()
    with cluster(hosts.middle) as postgres, redis_server(hosts.middle) as redis, ExitStack() as running:
        assert redis.pid
        database = postgres.address()
        shared = {
            "TAFLHEIM_DATABASE_URL": postgres.for_others(database),
            "TAFLHEIM_REDIS_URL": f"redis://{hosts.middle.address}:{PORT}/0",
        }
        one, two = (
            running.enter_context(server(host, folder / str(number), wrong, shared, database))
            for number, (host, wrong) in enumerate(zip(hosts.others, _WRONG_BY_S, strict=True))
        )
        player = Player(one, 1)
        running.callback(player.end)
        watching = [Spectator(at.address, player.match.table, player.match.people[0]) for at in (one, two)]
        for spectator in watching:
            running.callback(spectator.end)
        people = People(one, [player], [watching])
        people.wait_for_moves()
        people.wait_until_told()
        hosts.pull(1)
        began = time.monotonic()
        while time.monotonic() - began < _SECONDS_PULLED:
            people.wait_for_moves()
        hosts.plug(1)
        took_s = people.wait_until_told()
        # Now the other server decides, whose clock is an hour ahead.
        player.end()
        second = Player(two, 2, player.match)
        running.callback(second.end)
        people = People(one, [second], [watching])
        people.wait_for_moves()
        people.judge()
        print(f"all had caught up {took_s:.1f} s after the cable was put back")
