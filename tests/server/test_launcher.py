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

READS_FILES = """
import pathlib, sys, time, urllib.parse
target = urllib.parse.urlsplit(sys.argv[1])
note = pathlib.Path(sys.argv[2])
if target.scheme == "file":
    note.write_text(pathlib.Path(target.path).read_text().partition('value="')[2].partition('"')[0])
"""
IN_A_SANDBOX = """
import pathlib, sys, time, urllib.parse
target = urllib.parse.urlsplit(sys.argv[1])
if target.scheme == "http":
    pathlib.Path(sys.argv[2]).write_text(urllib.parse.parse_qs(target.query)["token"][0])
else:
    time.sleep(600)
"""
FAILS = "raise SystemExit(1)"


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser writes the token that it has come in with."""
    tokens.new_secret(tmp_path)
    monkeypatch.setattr(launcher, "_SECONDS_BY_FILE", 1.0)
    return tmp_path / "came-in"


def opened(note: Path, monkeypatch: pytest.MonkeyPatch, *programs: str) -> Shown:
    def browser(program: str) -> Callable[[str], list[str]]:
        return lambda target: [sys.executable, "-c", program, target, str(note)]

    monkeypatch.setattr(window, "browsers", lambda _: map(browser, programs))

    async def arrival(token: str) -> None:
        while not note.exists() or note.read_text() != token:
            await asyncio.sleep(0.01)

    async def work() -> Shown:
        return await Launcher(note.parent, "http://127.0.0.1:1", arrival).open_window(asyncio.Event())

    return asyncio.run(asyncio.wait_for(work(), 60))


def test_by_a_file_that_only_its_owner_can_read(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stays = READS_FILES + "time.sleep(1)"
    assert opened(note, monkeypatch, stays) is Shown.CLOSED
    (file,) = note.parent.glob("enter-*.html")
    assert note.read_text() in file.read_text() and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_by_an_address_where_the_file_cannot_be_read(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(note, monkeypatch, IN_A_SANDBOX + "time.sleep(1)") is Shown.CLOSED
    (file,) = note.parent.glob("enter-*.html")
    assert note.read_text() not in file.read_text()  # another token


def test_by_the_next_browser_where_the_first_fails(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(note, monkeypatch, FAILS, READS_FILES + "time.sleep(1)") is Shown.CLOSED
    assert opened(note, monkeypatch, FAILS) is Shown.NOT
    assert opened(note, monkeypatch) is Shown.NOT


def test_a_browser_may_hand_the_page_over(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that runs already takes the page; the new process ends at once, before the page has come."""
    handed_over = READS_FILES.replace("note.write_text", "note.with_suffix('.tmp').write_text")
    handed_over += "import subprocess\n"
    handed_over += (
        "later = 'import pathlib, sys, time; time.sleep(.3); pathlib.Path(sys.argv[1]).replace(sys.argv[2])'\n"
    )
    handed_over += "subprocess.Popen([sys.executable, '-c', later, str(note.with_suffix('.tmp')), str(note)])\n"
    assert opened(note, monkeypatch, handed_over) is Shown.ELSEWHERE


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
