"""Opening a window: by a file, else by an address, else not at all. The browsers here are small programs."""

import asyncio
import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from taflheim.hall import tokens
from taflheim.hall.clock import now_ms
from taflheim.server import launcher, window
from taflheim.server.launcher import Launcher, Shown

_SECONDS = 300

READS_FILES = """
import pathlib, sys, time, urllib.parse
target = urllib.parse.urlsplit(sys.argv[1])
note = pathlib.Path(sys.argv[2])
if target.scheme == "file":
    note.write_text(pathlib.Path(target.path).read_text().partition('value="')[2].partition('"')[0])
"""
STAYS = """
while not (note.parent / "close").exists():
    time.sleep(0.01)
"""
IN_A_SANDBOX = """
import pathlib, sys, time, urllib.parse
target = urllib.parse.urlsplit(sys.argv[1])
note = pathlib.Path(sys.argv[2])
if target.scheme == "http":
    note.write_text(urllib.parse.parse_qs(target.query)["token"][0])
else:
    time.sleep(600)
"""
HANDS_OVER = """
import subprocess
later = '''
import os, pathlib, sys, time
while os.getppid() == int(sys.argv[1]):  # until the one that has handed it over is gone
    time.sleep(0.01)
pathlib.Path(sys.argv[2]).replace(sys.argv[3])
'''
import os
subprocess.Popen([sys.executable, "-c", later, str(os.getpid()), str(note.with_suffix(".tmp")), str(note)])
"""
FAILS = "raise SystemExit(1)"


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser writes the token that it has come in with."""
    tokens.new_secret(tmp_path)
    monkeypatch.setattr(launcher, "_SECONDS_BY_FILE", _SECONDS)
    monkeypatch.setattr(launcher, "_SECONDS_BY_ADDRESS", _SECONDS)
    return tmp_path / "came-in"


def opened(note: Path, monkeypatch: pytest.MonkeyPatch, *programs: str) -> Shown:
    def browser(program: str) -> Callable[[str], list[str]]:
        return lambda target: [sys.executable, "-c", program, target, str(note)]

    monkeypatch.setattr(window, "browsers", lambda _: map(browser, programs))

    async def arrival(token: str) -> None:
        while not note.exists() or note.read_text() != token:
            await asyncio.sleep(0.01)
        closing.append(asyncio.create_task(close()))

    async def close() -> None:
        """Close the window a little later: when whoever waits for the arrival has seen that it is open."""
        for _ in range(20):
            await asyncio.sleep(0)
        (note.parent / "close").touch()

    async def work() -> Shown:
        return await Launcher(note.parent, "http://127.0.0.1:1", arrival).open_window(asyncio.Event())

    closing: list[asyncio.Task[None]] = []
    return asyncio.run(asyncio.wait_for(work(), _SECONDS))


def test_by_a_file_that_only_its_owner_can_read(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(note, monkeypatch, READS_FILES + STAYS) is Shown.CLOSED
    (file,) = note.parent.glob("enter-*.html")
    assert note.read_text() in file.read_text() and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_by_an_address_where_the_file_cannot_be_read(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "_SECONDS_BY_FILE", 0.5)
    assert opened(note, monkeypatch, IN_A_SANDBOX + STAYS) is Shown.CLOSED
    (file,) = note.parent.glob("enter-*.html")
    assert note.read_text() not in file.read_text()  # another token


def test_by_the_next_browser_where_the_first_fails(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(note, monkeypatch, FAILS, READS_FILES + STAYS) is Shown.CLOSED
    assert opened(note, monkeypatch, FAILS) is Shown.NOT
    assert opened(note, monkeypatch) is Shown.NOT


def test_a_browser_may_hand_the_page_over(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that runs already takes the page; the new process ends at once, before the page has come."""
    written = READS_FILES.replace("note.write_text", "note.with_suffix('.tmp').write_text")
    assert opened(note, monkeypatch, written + HANDS_OVER) is Shown.ELSEWHERE


def test_an_address_with_a_token(note: Path) -> None:
    async def never(_: str) -> None: ...

    found = Launcher(note.parent, "http://127.0.0.1:1", never)
    first, second = found.address_with_token(), found.address_with_token()
    assert first != second and first.startswith("http://127.0.0.1:1/enter?token=")
    assert tokens.Tokens(tokens.secret(note.parent)).redeem(first.partition("=")[2], now_ms())


def test_waiting_for_somebody_to_come_in() -> None:
    """Asked by another process than the hall's, until it is so."""

    async def work() -> None:
        asked: list[bytes] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            if len(asked) > 1:
                body = json.dumps({"entered": len(asked) > 2}).encode()
                head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode() + body)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await asyncio.wait_for(launcher.entered(f"http://127.0.0.1:{port}", "t0"), 30)
        assert len(asked) == 3 and asked[0].startswith(b"GET /entered?token=t0 ")

    asyncio.run(work())
