"""A PostgreSQL of the tests' own: a private cluster in a temporary folder, reached by a socket in it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from namespaces import Host, as_user
from parts import in_ci

_USER = "postgres"  # PostgreSQL refuses to run as root


class Cluster:
    """A server that runs; `address` names a new, empty database of it."""

    def __init__(self, programs: Path, folder: Path, host: Host | None = None):
        """At a host of its own, others reach it there, too."""
        self._programs = programs
        self._host = host
        self._folder = folder
        self._as_user: dict[str, Any] = {"user": _USER, "group": _USER, "extra_groups": []} if os.getuid() == 0 else {}
        self.prefix = "test"
        """With what the names of its databases begin."""
        self.template: str | None = None
        """The database of which new ones are copies, where they shall not be empty."""
        self._databases = 0
        initdb = [f"{programs}/initdb", "-D", "data", "-U", "taflheim", "-A", "trust", "--no-sync", "--locale=C.UTF-8"]
        subprocess.run(initdb, check=True, cwd=folder, capture_output=True, **self._as_user)
        if host:
            with (folder / "data" / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        # Nothing here has to survive a power cut, but everything acknowledged has to survive a kill.
        settings = [
            f"listen_addresses={self._host.address if self._host else ''}",
            "fsync=off",
            "synchronous_commit=on",
            "track_commit_timestamp=on",  # tests ask when something was committed
            f"unix_socket_directories={self._folder}",
        ]
        command = [f"{self._programs}/postgres", "-D", "data"]
        for setting in settings:
            command += ["-c", setting]
        user = self._as_user
        if self._host:  # only root enters it
            command, user = self._host.command(*as_user(_USER, command)), {}
        while True:
            with (self._folder / "log").open("ab") as log:
                self._server = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, **user)
            # After a kill the first try may fail, while the kernel takes the old one's memory apart.
            while self._server.poll() is None:
                if self._answers():
                    return
                time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The process that all others of the server are children of."""
        return self._server.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: politely, or with SIGKILL."""
        self._server.send_signal(how)
        self._server.wait()

    def address(self) -> str:
        """A new database."""
        self._databases += 1
        name = f"{self.prefix}{self._databases}"
        like = f" TEMPLATE {self.template}" if self.template else ""
        with psycopg.connect(self._of("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}{like}".encode())
        return self._of(name)

    def drop(self, prefix: str) -> None:
        """Drop all databases whose names begin so."""
        with psycopg.connect(self._of("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix])
            for (name,) in found.fetchall():
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def for_others(self, address: str) -> str:
        """A database of it as other hosts know it."""
        assert self._host
        return f"postgresql://taflheim@{self._host.address}/{make_url(address).database}"

    def _of(self, database: str) -> str:
        return f"postgresql://taflheim@/{database}?host={self._folder}"

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._of("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def cluster(host: Host | None = None) -> Iterator[Cluster]:
    """A cluster of one's own, gone afterwards. Skips where PostgreSQL is not installed; in CI that is a failure."""
    programs = _programs()
    if programs is None:
        if in_ci():
            pytest.fail("PostgreSQL is not installed: run tools/system")
        pytest.skip("not installed: postgresql")
    folder = Path(tempfile.mkdtemp(prefix="taflheim-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, _USER, _USER)
    try:
        running = Cluster(programs, folder, host)
        try:
            yield running
        finally:
            running.stop(signal.SIGQUIT)  # at once: nobody reads its data any more
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path | None:
    """Where the server's programs are: Debian keeps them off the PATH, by version."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return versions[-1].parent if versions else None
