"""The program: take the data folder, serve the hall on this machine, and show it until it is closed."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from taflheim.client.remote import Remote
from taflheim.hall.folder import HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.hall.settings import Settings
from taflheim.server import logs, window
from taflheim.server.entry_file import remove_entry_files
from taflheim.server.launcher import Launcher, Shown, entered, first
from taflheim.server.serve import serving

_SECONDS_TO_ANNOUNCE = 10
_SECONDS_ALONE = 30.0
_LOOK_EVERY_S = 0.1
_LOOKS_FOR_OTHERS = 10


def run(settings: Settings, *, show: str = "window", until_input_ends: bool = False) -> None:
    """Serve and show the hall of a data folder; `show` is window, browser or nothing.

    Where another process has the folder, its hall is shown instead. What was started by another program runs until its
    input ends: that is a pipe from there, which the system closes however that program ends.
    """
    logs.set_up(settings.log_format, "warning" if settings.log_level == "info" else settings.log_level)
    runner()(_run(settings, show, until_input_ends))


def runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    """What runs the event loop."""
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return asyncio.run
    return uvloop.run


async def _run(settings: Settings, show: str, until_input_ends: bool) -> None:
    folder = settings.folder
    hall = await _open(settings)
    if isinstance(hall, str):
        await _show_running(folder, hall, show)
        return
    try:
        remove_entry_files(folder)
        async with serving(hall, settings.port) as served:
            stopped = stop_on_signals()
            launcher = Launcher(folder, served.address, lambda _: served.page_opened.wait())
            print(f"Taflheim is open at {launcher.address_with_token()}", flush=True)
            if until_input_ends:
                await _until_input_ends(hall, stopped)
            else:
                await _show_own(launcher, show, stopped, hall)
    finally:
        remove_entry_files(folder)
        await hall.close()


async def _open(settings: Settings) -> Hall | str:
    """The hall of the data folder, or the address of the one that another process serves.

    That one may just be starting, or ending: raises HallTaken if it does neither for long.
    """
    until_s = time.monotonic() + _SECONDS_TO_ANNOUNCE
    while True:
        try:
            return await Hall.open(settings.folder, settings)
        except HallTaken as taken:
            local = address_in(settings.folder, "local")
            if taken.address and local and await Remote(local).answers():
                return taken.address
            if time.monotonic() > until_s:
                raise
        await asyncio.sleep(_LOOK_EVERY_S)


def stop_on_signals() -> asyncio.Event:
    """Set when the program is told to end."""
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
            await _stay_while(hall.others_here, stopped)
            return
        show = "browser" if shown is Shown.NOT else "nothing"
    if show == "browser" and window.has_display():
        await launcher.open_browser()
    print("Press Ctrl-C to end.", flush=True)
    await stopped.wait()


async def _until_input_ends(hall: Hall, stopped: asyncio.Event) -> None:
    """Wait until who has started this has gone, and everybody else, too: pages of the same person may be open."""
    await first(stopped.wait(), input_ended())
    for _ in range(_LOOKS_FOR_OTHERS):
        # Connections from there are noticed to be closed a moment later.
        if stopped.is_set() or not hall.presence.here():
            return
        await asyncio.sleep(_LOOK_EVERY_S)
    await _stay_while(hall.presence.here, stopped)


async def input_ended() -> None:
    """Wait for the end of this program's input."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        # By the descriptor: a thread in the middle of reading a file would hold Python up at its end.
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        with suppress(RuntimeError):  # the loop was stopped before
            loop.call_soon_threadsafe(ended.set)

    Thread(target=read, name="waiting for the end of input", daemon=True).start()
    await ended.wait()


async def _stay_while(here: Callable[[], Collection[str]], stopped: asyncio.Event) -> None:
    """Go on as long as people are connected, or until the program is stopped."""
    if stopped.is_set() or not (count := len(here())):
        return
    are = "1 person is" if count == 1 else f"{count} people are"
    print(f"{are} still here, so the hall stays open. It closes when they have gone, or with Ctrl-C.", flush=True)
    await first(stopped.wait(), _until_alone(here))


async def _until_alone(here: Callable[[], Collection[str]], seconds: float = _SECONDS_ALONE) -> None:
    """Wait until nobody has been connected for a while: who loads a page anew is gone for a moment."""
    alone_s = 0.0
    while alone_s < seconds:
        await asyncio.sleep(1)
        alone_s = 0.0 if here() else alone_s + 1


async def _show_running(folder: Path, address: str, show: str) -> None:
    """Show the hall that another process serves."""
    launcher = Launcher(folder, address, partial(entered, address))
    print(f"Taflheim is open already at {launcher.address_with_token()}", flush=True)
    if show == "nothing" or not window.has_display():
        return
    if show == "browser" or await launcher.open_window(stop_on_signals()) is Shown.NOT:
        await launcher.open_browser()
