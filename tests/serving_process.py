"""`taflheim serve` as a process of its own: what tests and soaks of the whole server share."""

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

PASSWORD = "correct horse"
_SECONDS_TO_START = 120


class ServerProcess(NamedTuple):
    """A server that runs."""

    process: "subprocess.Popen[str]"
    address: str
    log: Path

    def stop(self) -> int:
        """Stop it as systemd does; gives its exit status."""
        self.process.terminate()
        return self.process.wait(60)


@contextmanager
def serve(home: Path, *flags: str, **environment: str) -> Iterator[ServerProcess]:
    """Serve the hall of a folder until the block ends; then it is killed, unless it was stopped."""
    home.mkdir(parents=True, exist_ok=True)
    log = home.parent / f"{home.name}.log"
    began = log.stat().st_size if log.exists() else 0
    with (
        log.open("a") as errors,
        subprocess.Popen(
            [sys.executable, "-m", "taflheim", "serve", *flags],
            env={**os.environ, "TAFLHEIM_HOME": str(home), **environment},
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            yield ServerProcess(process, _address(process, log, began), log)
        finally:
            process.kill()


def _address(process: "subprocess.Popen[str]", log: Path, began: int) -> str:
    deadline = time.monotonic() + _SECONDS_TO_START
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(r"serving (http\S+)", log.read_text()[began:]):
            return found[1]
        time.sleep(0.02)
    raise AssertionError(f"it does not serve: {log.read_text()[began:]}")


def is_ready(address: str) -> bool:
    """Whether a server says that people can play."""
    try:
        with urllib.request.urlopen(f"{address}/health/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def wait_until_ready(address: str) -> None:
    """Wait until people can play."""
    deadline = time.monotonic() + _SECONDS_TO_START
    while not is_ready(address):
        assert time.monotonic() < deadline, "it does not get ready"
        time.sleep(0.05)


def command(home: Path, *words: str, given: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """A command of the host, with what is typed into it."""
    return subprocess.run(
        [sys.executable, "-m", "taflheim", *words],
        env={**os.environ, "TAFLHEIM_HOME": str(home), **environment},
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def logged_in(address: str, name: str) -> httpx.Client:
    """A browser in which somebody has logged in."""
    browser = httpx.Client(base_url=address, headers={"Origin": address}, timeout=30)
    answer = browser.post("/login", data={"name": name, "password": PASSWORD, "next": "/"})
    assert answer.status_code == 303, answer.text
    return browser


def close_code(page: ClientConnection) -> int | None:
    """With which code a page is told to go, whatever it is told before."""
    try:
        while True:
            page.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
