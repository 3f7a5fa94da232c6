"""Opening the owner's window or browser on a hall, with a one-time token, in the first way that works here."""

import asyncio
import json
import subprocess
import time
import urllib.request
import webbrowser
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError

from taflheim.hall import tokens
from taflheim.server import window
from taflheim.server.entry_file import write_entry_file
from taflheim.server.guard import ENTER

_SECONDS_BY_FILE = 10
_SECONDS_BY_ADDRESS = 20
_SECONDS_TO_END = 5


class Shown(Enum):
    """What has become of a window."""

    NOT = auto()
    """Nothing here could show one."""
    CLOSED = auto()
    """It was shown until it was closed, or the program stopped."""
    ELSEWHERE = auto()
    """A browser that ran already shows it: the program cannot see when it is closed."""


class Launcher(NamedTuple):
    """A hall that is served at an address; `arrival` waits until a browser has used a token."""

    folder: Path
    address: str
    arrival: Callable[[str], Awaitable[object]]

    def address_with_token(self, token: str | None = None) -> str:
        """The address that gives the owner a session, with this token or a new one."""
        return f"{self.address}{ENTER}?token={token or self._token()}"

    def _token(self) -> str:
        return tokens.mint(tokens.secret(self.folder), time.time_ns() // 1_000_000)

    async def open_window(self, stopped: asyncio.Event) -> Shown:
        """Show the hall in a window of its own until that is closed."""
        for browser in window.browsers(self.folder):
            for token, target, seconds in self._targets():
                process = window.launch(browser(target))
                try:
                    came = await first(self.arrival(token), stopped.wait(), _failure_of(process), seconds=seconds)
                    if came == 0 and process.poll() is not None:
                        return Shown.ELSEWHERE
                    if came == 0:
                        await first(_end_of(process), stopped.wait())
                    if came in (0, 1):
                        return Shown.CLOSED
                finally:
                    await _end(process)
        return Shown.NOT

    async def open_browser(self) -> None:
        """Show the hall in the person's own browser."""
        for token, target, seconds in self._targets():
            await asyncio.to_thread(webbrowser.open, target)
            if await first(self.arrival(token), seconds=seconds) == 0:
                return

    def _targets(self) -> list[tuple[str, str, float]]:
        """Tokens, with what a browser is opened on for each, and how many seconds that may take.

        First a file. Browsers packaged as snap or flatpak cannot read it, and give no sign but that the token is not
        used; then the address with a token, which for a moment stands in an argument list.
        """
        in_file, in_address = self._token(), self._token()
        file = write_entry_file(self.folder, self.address, in_file)
        return [
            (in_file, file.as_uri(), _SECONDS_BY_FILE),
            (in_address, self.address_with_token(in_address), _SECONDS_BY_ADDRESS),
        ]


async def entered(address: str, token: str) -> None:
    """Wait until a browser has used this token at the hall with this address."""

    def ask() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/entered?token={token}", timeout=5) as answer:
                return bool(json.load(answer)["entered"])
        except (URLError, OSError, ValueError, KeyError):
            return False

    while not await asyncio.to_thread(ask):
        await asyncio.sleep(0.1)


async def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process: the next browser may need the folder that this one uses."""
    if process.poll() is None:
        process.terminate()
        if await first(_end_of(process), seconds=_SECONDS_TO_END) is None:
            process.kill()
            await _end_of(process)


async def _end_of(process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        await asyncio.sleep(0.1)


async def _failure_of(process: "subprocess.Popen[bytes]") -> None:
    """Wait until a process has ended badly. One that ends well may have handed the page over to another process."""
    await _end_of(process)
    if process.returncode == 0:
        await asyncio.Event().wait()


async def first(*waits: Awaitable[object], seconds: float | None = None) -> int | None:
    """Which of these is done first, by its number; None if none is in time."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    done, rest = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    return next((number for number, task in enumerate(tasks) if task in done), None)
