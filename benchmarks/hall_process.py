"""A hall in a process of its own, as people run it, and what that process uses. Linux only."""

import http.client
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SECONDS_TO_START = 300
"""Where nothing is compiled yet, the first table waits for the rules."""


class HallProcess(NamedTuple):
    """A hall that is being served, and a session of its owner."""

    pid: int
    host: str
    port: int
    cookie: str

    def cpu_s(self) -> float:
        """Seconds of CPU that the process has used, all its threads together."""
        # What clock_getcpuclockid(3) gives. /proc counts in hundredths of a second, which is too coarse.
        return time.clock_gettime((~self.pid << 3) | 2)

    def memory(self) -> int:
        """Bytes of memory that the process has now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def visitor(self) -> "Visitor":
        """Somebody with the owner's session who asks for pages."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS_TO_START)
        return Visitor(connection, {"Cookie": self.cookie, "Origin": f"http://{self.host}:{self.port}"})


class Visitor(NamedTuple):
    """A connection that is kept open between requests, as browsers do."""

    connection: http.client.HTTPConnection
    identity: dict[str, str]
    """Who asks, and from where: as a browser says it."""

    def get(self, path: str) -> bytes:
        """A page, compressed."""
        return self._ask("GET", path, None, {"Accept-Encoding": "gzip", "Accept": "text/html"})

    def new_table(self, game: str, **asked: object) -> str:
        """The id of a new table."""
        body = json.dumps({"game": game, **asked})
        return str(json.loads(self._ask("POST", "/tables", body, {"Content-Type": "application/json"}))["id"])

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> bytes:
        try:
            self.connection.request(method, path, body, {**self.identity, **headers})
            answer = self.connection.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            # The server hangs up on a connection that is idle for some seconds.
            self.connection.close()
            self.connection.request(method, path, body, {**self.identity, **headers})
            answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:200]!r}")
        return content


@contextmanager
def hall_process(folder: Path) -> Iterator[HallProcess]:
    """Serve the hall of a folder until the block ends."""
    # Each connection is a file descriptor, here and there.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    environment = {**os.environ, "TAFLHEIM_HOME": str(folder)}
    command = [sys.executable, "-m", "taflheim", "--no-window"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://([0-9.]+):(\d+)(/enter\?token=\S+)", line)
            if found is None:
                raise RuntimeError(f"the hall has not started: {line!r}")
            host, port = found[1], int(found[2])
            hall = HallProcess(process.pid, host, port, _cookie(host, port, found[3]))
            _settle(hall)
            yield hall
        finally:
            process.terminate()


def _cookie(host: str, port: int, way_in: str) -> str:
    """A session, from the printed address."""
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS_TO_START)
    connection.request("GET", way_in)
    cookie = connection.getresponse().headers["Set-Cookie"]
    connection.close()
    return str(cookie).partition(";")[0]


def _settle(hall: HallProcess) -> None:
    """Wait until the hall has loaded the rules of all games, which it does behind the first pages."""
    deadline = time.monotonic() + SECONDS_TO_START
    idle = 0
    while idle < 3 and time.monotonic() < deadline:
        before = hall.cpu_s()
        time.sleep(0.3)
        idle = idle + 1 if hall.cpu_s() - before < 0.01 else 0
