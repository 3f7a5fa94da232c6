"""The program: take the data folder, serve the hall on this machine, and show it until it is closed."""

import asyncio
import signal
import subprocess
import webbrowser
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from taflheim.hall.folder import HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.server import window
from taflheim.server.serve import Serving, serving

_SECONDS_TO_SHOW = 20
_SECONDS_TO_ANNOUNCE = 10


async def run(folder: Path, *, port: int = 0, show: str = "window") -> None:
    """Serve and show the hall of a folder; `show` is window, browser or nothing.

    Where another process has the folder, its hall is shown instead.
    """
    try:
        hall = await Hall.open(folder)
    except HallTaken as taken:
        await _show_running(folder, taken.address, show)
        return
    try:
        async with serving(hall, port) as served:
            stopped = _stop_on_signals()
            print(f"Taflheim is open at {served.address}", flush=True)
            await _show_own(served, folder, show, stopped)
    finally:
        await hall.close()


def _stop_on_signals() -> asyncio.Event:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def _show_own(served: Serving, folder: Path, show: str, stopped: asyncio.Event) -> None:
    """Show the hall and wait until its window is closed; without a window, until somebody stops the program."""
    address = f"{served.address}/resume"
    if show == "window" and window.has_display():
        for command in window.commands(address, folder):
            process = window.launch(command)
            try:
                if await _first(served.page_opened.wait(), _end_of(process), seconds=_SECONDS_TO_SHOW) == 0:
                    await _first(_end_of(process), stopped.wait())
                    return
            finally:
                if process.poll() is None:
                    process.terminate()
            if stopped.is_set():
                return
        show = "browser"
    if show == "browser" and window.has_display():
        webbrowser.open(address)
    print("Press Ctrl-C to end.", flush=True)
    await stopped.wait()


async def _show_running(folder: Path, address: str | None, show: str) -> None:
    """Show the hall that another process serves; it may just be starting."""
    for _ in range(_SECONDS_TO_ANNOUNCE * 10):
        if address := address or address_in(folder):
            break
        await asyncio.sleep(0.1)
    if address is None:
        raise HallTaken(folder, None)
    print(f"Taflheim is open already at {address}", flush=True)
    if show == "window" and window.has_display():
        for command in window.commands(f"{address}/resume", folder):
            process = window.launch(command)
            # A browser hands the page over to its running self and ends at once; others stay until they are closed.
            if await asyncio.to_thread(process.wait) == 0:
                return
    if show != "nothing" and window.has_display():
        webbrowser.open(f"{address}/resume")


async def _end_of(process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        await asyncio.sleep(0.1)


async def _first(*waits: Coroutine[Any, Any, object], seconds: float | None = None) -> int | None:
    """Which of these is done first, by its number; None if none is in time."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return next((number for number, task in enumerate(tasks) if task in done), None)
