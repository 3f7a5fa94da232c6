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


LIMITS = {
    "TAFLHEIM_CONNECTIONS_PER_ADDRESS": "100000",
    "TAFLHEIM_MESSAGES_PER_SECOND": "1000",
    "TAFLHEIM_REGISTER_PER_ADDRESS": "100000/hour",
    "TAFLHEIM_REGISTER_IN_ALL": "100000/hour",
    "TAFLHEIM_CHAT_PER_ACCOUNT": "1000000/hour",
}
"""All simulated people come from one address, and each plays many games at once: what is set for that."""


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

    def visitor(self, cookie: str | None = None) -> "Visitor":
        """Somebody with this session, or the owner's, who asks for pages."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS_TO_START)
        return Visitor(connection, {"Cookie": cookie or self.cookie, "Origin": f"http://{self.host}:{self.port}"})

    def register(self, name: str) -> str:
        """The session of a new account, as a header."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS_TO_START)
        body = json.dumps({"name": name, "password": "correct horse battery"})
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}"}
        connection.request("POST", "/api/v1/accounts", body, headers)
        answer = connection.getresponse()
        if answer.status != http.client.CREATED:
            raise RuntimeError(f"{name} was not registered: {answer.status} {answer.read()[:200]!r}")
        connection.close()
        return str(answer.headers["Set-Cookie"]).partition(";")[0]


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

    def sit_down(self, table_id: str, side: str) -> None:
        """Sit down at a table."""
        self._ask("POST", f"/api/v1/tables/{table_id}/seats/{side}", "{}", {"Content-Type": "application/json"})

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
def hall_process(folder: Path, database: str = "") -> Iterator[HallProcess]:
    """Serve the hall of a folder until the block ends, on its file or on a PostgreSQL at an address."""
    # Each connection is a file descriptor, here and there.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    environment = {**os.environ, **LIMITS, "TAFLHEIM_HOME": str(folder), "TAFLHEIM_DATABASE_URL": database}
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
