"""A Redis of the tests' own, reached by a socket in a temporary folder. It can be stopped, killed and made to hang."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from namespaces import Host
from parts import in_ci

PORT = 6379
"""At a host of its own."""


class RedisServer:
    """A server that runs; `url` is where."""

    def __init__(self, program: str, folder: Path, host: Host | None = None):
        """At a host of its own, others reach it there, too."""
        self._program = program
        self._host = host
        self.socket = folder / "redis.sock"
        self._folder = folder
        self.url = f"unix://{self.socket}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [self._program, "--save", "", "--appendonly", "no", "--unixsocket", str(self.socket), "--port"]
        if self._host:
            reached = [str(PORT), "--bind", self._host.address, "--protected-mode", "no"]
            command = self._host.command(*command, *reached)
        else:
            command.append("0")
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log)
        while not self._answers():
            assert self._server.poll() is None, (self._folder / "log").read_text()
            time.sleep(0.02)

    def signal(self, number: signal.Signals) -> None:
        """SIGSTOP lets it hang, SIGCONT go on."""
        self._server.send_signal(number)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._server.pid

    def kill(self) -> None:
        """End it at once."""
        self._server.kill()
        self._server.wait()

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(self.socket))
            except OSError:
                return False
            return True


@contextmanager
def redis_server(host: Host | None = None) -> Iterator[RedisServer]:
    """A Redis of one's own, gone afterwards. Skips where it is not installed; in CI that is a failure."""
    program = shutil.which("redis-server")
    if program is None:
        if in_ci():
            pytest.fail("Redis is not installed: run tools/system")
        pytest.skip("not installed: redis-server")
    folder = Path(tempfile.mkdtemp(prefix="taflheim-redis-"))
    try:
        running = RedisServer(program, folder, host)
        try:
            yield running
        finally:
            running.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
