"""The program: take the data folder, serve the hall on this machine, and show it until it is closed."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from taflheim.hall.folder import HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.server import window
from taflheim.server.entry_file import remove_entry_files
from taflheim.server.launcher import Launcher, Shown, entered, first
from taflheim.server.serve import serving

_SECONDS_TO_ANNOUNCE = 10
_SECONDS_ALONE = 30.0


def run(folder: Path, *, port: int = 0, show: str = "window") -> None:
    """Serve and show the hall of a folder; `show` is window, browser or nothing.

    Where another process has the folder, its hall is shown instead.
    """
    _runner()(_run(folder, port, show))


def _runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return asyncio.run
    return uvloop.run


async def _run(folder: Path, port: int, show: str) -> None:
    try:
        hall = await Hall.open(folder)
    except HallTaken as taken:
        await _show_running(folder, taken.address, show)
        return
    try:
        remove_entry_files(folder)
        async with serving(hall, port) as served:
            stopped = _stop_on_signals()
            launcher = Launcher(folder, served.address, lambda _: served.page_opened.wait())
            print(f"Taflheim is open at {launcher.address_with_token()}", flush=True)
            await _show_own(launcher, show, stopped, hall)
    finally:
        remove_entry_files(folder)
        await hall.close()


def _stop_on_signals() -> asyncio.Event:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def _show_own(launcher: Launcher, show: str, stopped: asyncio.Event, hall: Hall) -> None:
    """Show the hall and wait until its window is closed; without a window, until the program is stopped."""
    if show == "window" and window.has_display():
        shown = await launcher.open_window(stopped)
        if shown is Shown.CLOSED:
            await _stay_for_others(hall, stopped)
            return
        show = "browser" if shown is Shown.NOT else "nothing"
    if show == "browser" and window.has_display():
        await launcher.open_browser()
    print("Press Ctrl-C to end.", flush=True)
    await stopped.wait()


async def _stay_for_others(hall: Hall, stopped: asyncio.Event) -> None:
    """Go on as long as other people are connected, or until the program is stopped."""
    if stopped.is_set() or not (count := len(hall.others_here())):
        return
    here = "1 person is" if count == 1 else f"{count} people are"
    print(f"{here} still here, so the hall stays open. It closes when they have gone, or with Ctrl-C.", flush=True)
    await first(stopped.wait(), _until_alone(hall))


async def _until_alone(hall: Hall, seconds: float = _SECONDS_ALONE) -> None:
    """Wait until nobody else has been connected for a while: who loads a page anew is gone for a moment."""
    alone_s = 0.0
    while alone_s < seconds:
        await asyncio.sleep(1)
        alone_s = 0.0 if hall.others_here() else alone_s + 1


async def _show_running(folder: Path, address: str | None, show: str) -> None:
    """Show the hall that another process serves; it may just be starting."""
    for _ in range(_SECONDS_TO_ANNOUNCE * 10):
        if address := address or address_in(folder):
            break
        await asyncio.sleep(0.1)
    if address is None:
        raise HallTaken(folder, None)
    launcher = Launcher(folder, address, partial(entered, address))
    print(f"Taflheim is open already at {launcher.address_with_token()}", flush=True)
    if show == "nothing" or not window.has_display():
        return
    if show == "browser" or await launcher.open_window(_stop_on_signals()) is Shown.NOT:
        await launcher.open_browser()
