"""How long `taflheim serve` takes from its command until it answers, and until people can play.

    .venv/bin/python benchmarks/start.py [--quick]

Figures are medians of five starts of a hall whose database is there; the first, which makes it, is printed beside.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from figures import report

MOST_MS = 1500
STARTS = 5
SECONDS_TO_START = 300


class Started(NamedTuple):
    """After how many milliseconds a server did what."""

    alive_ms: float
    ready_ms: float


def start(folder: Path, database: str = "") -> Started:
    """Start the server of a folder, and stop it again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "TAFLHEIM_HOME": str(folder), "TAFLHEIM_DATABASE_URL": database}
    command = [sys.executable, "-m", "taflheim", "serve", "--port", str(port), "--log-level", "warning"]
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment) as process:
        try:
            return Started(_until(process, port, "/health", began), _until(process, port, "/health/ready", began))
        finally:
            process.terminate()


def _until(process: "subprocess.Popen[bytes]", port: int, path: str, began: float) -> float:
    """Milliseconds until a path answers that all is well."""
    while process.poll() is None and time.perf_counter() - began < SECONDS_TO_START:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_START)
        try:
            connection.request("GET", path)
            if connection.getresponse().status == http.client.OK:
                return (time.perf_counter() - began) * 1000
        except (ConnectionError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.005)
    raise RuntimeError("the server has not started")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="one start, to see that it works")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        first = start(Path(folder))
        starts = [start(Path(folder)) for _ in range(1 if asked.quick else STARTS)]
    usual = Started(*(statistics.median(column) for column in zip(*starts, strict=True)))
    report("until /health answers", usual.alive_ms, "ms", MOST_MS, f"(with a new database: {first.alive_ms:.0f} ms)")
    report("until people can play", usual.ready_ms, "ms", MOST_MS, f"(with a new database: {first.ready_ms:.0f} ms)")


if __name__ == "__main__":
    main()
