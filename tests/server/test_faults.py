"""Faults around a real server: what cannot be done is refused with a sentence, and afterwards all goes on by itself."""

import os
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import psycopg
import pytest

from postgres import cluster
from serving_process import ServerProcess, serve, wait_until_ready

PATIENCE_S = 60
METRICS = "hushhush"
ENGINE = """if True:
    import os, pathlib, sys
    how = pathlib.Path(__file__).with_name("how")
    if "engine" in sys.orig_argv and how.exists():
        how = how.read_text()
        if how == "dies":
            os._exit(3)
        for line in sys.stdin:
            print({"ugi": "ugiok", "isready": "readyok"}.get(line.strip(), "bestmove nonsense"), flush=True)
"""
"""Python runs this when it starts: an engine then dies, or talks nonsense, as a file says."""


class Somebody:
    """A registered person at a table."""

    def __init__(self, address: str, **seats: str):
        self.browser = httpx.Client(base_url=address, headers={"Origin": address}, timeout=PATIENCE_S)
        made = self.browser.post("/api/v1/accounts", json={"name": "Anna", "password": "correct horse battery"})
        assert made.status_code == 201, made.text
        asked = {"game": "quoridor", "seats": {"a": "me", **seats}}
        self.table = str(self.browser.post("/api/v1/tables", json=asked).json()["id"])
        self.requests = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.browser.close()

    def told(self) -> dict[str, Any]:
        """How the table stands."""
        found: dict[str, Any] = self.browser.get(f"/api/v1/tables/{self.table}").json()
        return found

    def asks(self, text: str) -> dict[str, Any]:
        """A move in the position that is on the board."""
        self.requests += 1
        told = self.told()
        move = {"type": "move", "text": text, "position_number": told["position_number"], "side": told["turn"]}
        return move | {"request": f"request-{self.requests}"}

    def move(self, asked: dict[str, Any]) -> httpx.Response:
        """Try to move."""
        return self.browser.post(f"/api/v1/tables/{self.table}/actions", json=asked)

    def is_refused(self, text: str, sentence: str) -> None:
        """A move that is possible is not acknowledged, and not made."""
        before = self.told()["number"]
        answer = self.move(self.asks(text))
        assert answer.status_code == 503, answer.text
        assert sentence in answer.json()["message"], answer.text
        assert self.told()["number"] == before

    def moves(self, text: str) -> None:
        """A move is made."""
        answer = self.move(self.asks(text))
        assert answer.status_code == 200, answer.text


def wait_for(happens: Callable[[], object], what: str) -> None:
    """Look until something has happened."""
    deadline = time.monotonic() + PATIENCE_S
    while not happens():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@contextmanager
def served(home: Path, **environment: str) -> Iterator[ServerProcess]:
    """A server that is ready, and ends well whatever has happened to it."""
    with serve(home, TAFLHEIM_METRICS_TOKEN=METRICS, **environment) as server:
        wait_until_ready(server.address)
        yield server
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()


def test_a_file_that_is_locked_or_gone_for_a_while(tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = home / "taflheim.sqlite"
    with served(home) as server, Somebody(server.address, b="me") as anna:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            anna.is_refused("e8", "is locked by another program: close that program, and try again")
            other.execute("ROLLBACK")
        anna.moves("e8")
        for replaced in (False, True):
            file.rename(tmp_path / "elsewhere")
            if replaced:
                file.write_bytes((tmp_path / "elsewhere").read_bytes())
            anna.is_refused("e2", "was deleted or replaced while it was in use")
            (tmp_path / "elsewhere").rename(file)
        anna.moves("e2")


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "taflheim-test", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("may not mount a small disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    return ballast


def test_a_disk_that_is_full_or_read_only(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        home = disk / "home"
        # The log is beside the folder, on the same disk.
        with served(home) as server, Somebody(server.address, b="me") as anna:
            anna.moves("e8")
            ballast = fill(disk)
            anna.is_refused("e2", "full")
            ballast.unlink()
            anna.moves("e2")
        remount = ["mount", "-o", "remount,ro", str(disk)]
        subprocess.run(remount, check=True)
        command = [sys.executable, "-m", "taflheim", "serve"]
        environment = {**os.environ, "TAFLHEIM_HOME": str(home)}
        refused = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
        assert (refused.returncode, refused.stdout) == (1, "")
        sentence = "cannot be used (Read-only file system): see whether you may write there"
        assert refused.stderr == f"taflheim: {home} {sentence}\n"


def test_a_postgresql_that_is_read_only_or_gone_for_a_while(tmp_path: Path) -> None:
    with cluster() as running:
        address = running.address()
        with (
            served(tmp_path / "home", TAFLHEIM_DATABASE_URL=address) as server,
            Somebody(server.address, b="me") as anna,
        ):
            set_read_only(address, "on")
            anna.is_refused("e8", "may only be read now")
            set_read_only(address, "off")
            anna.moves("e8")
            asked = anna.asks("e2")
            running.stop(signal.SIGKILL)
            answer = anna.move(asked)
            assert (answer.status_code, answer.json()["error"]) == (503, "store_unavailable"), answer.text
            running.start()
            # What was not acknowledged is asked again, as pages do; the lock of the only server is taken anew before.
            wait_for(lambda: anna.move(asked).status_code == 200, "it does not come back")
            assert anna.told()["number"] == 2


def set_read_only(address: str, value: str) -> None:
    """Let a whole PostgreSQL be read only, or not."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}".encode())
        connection.execute("SELECT pg_reload_conf()")
    with psycopg.connect(address) as connection:
        wait_for(
            lambda: connection.execute("SHOW default_transaction_read_only").fetchone() == (value,), "it is not set"
        )


def test_engines_that_die_talk_nonsense_or_hang(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ENGINE)
    how = tmp_path / "how"
    how.write_text("dies")
    with (
        served(tmp_path / "home", PYTHONPATH=f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}") as server,
        Somebody(server.address, b="1") as anna,
    ):

        def noted(text: str) -> Callable[[], bool]:
            return lambda: text in server.log.read_text()

        def answered(number: int) -> Callable[[], bool]:
            return lambda: anna.told()["number"] == number

        anna.moves("e8")
        wait_for(noted("the bot could not move"), "nobody has noticed that the engine died")
        how.write_text("talks")
        wait_for(noted("nonsense"), "nobody has noticed the nonsense")
        assert anna.told()["number"] == 1
        how.unlink()
        wait_for(answered(2), "the bot does not go on")
        # The engine that has answered waits for the next question, and will never hear it.
        (engine,) = engines(server.process.pid)
        os.kill(engine, signal.SIGSTOP)
        anna.moves("e7")
        wait_for(answered(4), "the bot waits for an engine that hangs")
        assert engine not in engines(server.process.pid)


def engines(server: int) -> list[int]:
    """The processes of engines that a server has started."""
    started = [
        int(child)
        for task in Path(f"/proc/{server}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [child for child in started if b"engine" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")]


def test_a_page_that_vanishes_in_mid_frame(tmp_path: Path) -> None:
    with served(tmp_path / "home") as server, Somebody(server.address, b="me") as anna:
        host, _, port = server.address.removeprefix("http://").rpartition(":")
        cookie = "; ".join(f"{name}={value}" for name, value in anna.browser.cookies.items())
        move = b'{"type":"move","position_number":0,"move":"e8","request":"half"}'
        frame = bytes([0x81, 0x80 | len(move)]) + bytes(4) + move
        hello = b'{"type":"hello","version":1,"have":0}'
        greeting = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello
        for sent in range(1, len(frame), 9):
            with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as page:
                lines = [
                    f"GET /tables/{anna.table}/ws HTTP/1.1",
                    f"Host: {host}:{port}",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Version: 13",
                    f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
                    f"Origin: {server.address}",
                    f"Cookie: {cookie}",
                ]
                page.sendall("\r\n".join([*lines, "", ""]).encode())
                assert page.recv(1000).startswith(b"HTTP/1.1 101")
                page.sendall(greeting)
                assert page.recv(1000)
                page.sendall(frame[:sent])
                # Half of them hang up at once, without a word.
                if sent % 2:
                    page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def open_sockets() -> str:
            return httpx.get(f"{server.address}/metrics", headers={"Authorization": f"Bearer {METRICS}"}).text

        wait_for(lambda: "taflheim_sockets 0.0" in open_sockets(), "pages that are gone are still there")
        assert anna.told()["number"] == 0
        anna.moves("e8")
