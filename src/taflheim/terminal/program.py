"""Runs the full-screen program on this terminal, with a hall behind it."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import FrameType

from taflheim.client.credentials import credential_for
from taflheim.client.local_hall import local_hall
from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.hall.folder import data_folder
from taflheim.terminal.abilities import has_colours
from taflheim.terminal.app import TerminalApp
from taflheim.terminal.restoring import restored
from taflheim.terminal.wish import Wish

log = logging.getLogger(__name__)

_LOG = "terminal.log"
_LONGEST_LOG = 1_000_000
_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_PATIENCE_S = 5.0
"""So long the program has to leave after a signal: a terminal that is gone or does not read can hold Textual up."""


def run(wish: Wish, *, server: str | None = None, ascii_only: bool = False) -> int:
    """Open the program in the hall of this machine, or at a server; gives its exit status."""
    folder = data_folder()
    _log_to(folder)
    if not has_colours():
        os.environ["NO_COLOR"] = "1"  # Textual takes every terminal for one with colours
    app = TerminalApp(wish, ascii_only=ascii_only)
    with restored():
        return asyncio.run(_run(app, _at(server) if server else local_hall(folder)))


@asynccontextmanager
async def _at(server: str) -> AsyncIterator[Remote]:
    yield Remote(server, credential_for(server))


async def _run(app: TerminalApp, hall: AbstractAsyncContextManager[Remote]) -> int:
    """The menu at once; the hall behind it, for as long as the program runs."""
    opening = asyncio.create_task(_hold(app, hall))
    loop = asyncio.get_running_loop()

    def leave(number: int, frame: FrameType | None) -> None:
        status = 128 + number
        if not loop.is_closed():
            # Not amid the making of a screen, whose second half would fail.
            loop.call_soon_threadsafe(app.call_after_refresh, partial(app.exit, return_code=status))
        end = threading.Timer(_PATIENCE_S, os._exit, (status,))
        end.daemon = True
        end.start()

    # The loop's own handlers would wait for the loop, which a terminal can hold up.
    for number in _SIGNALS:
        signal.signal(number, leave)
    try:
        await app.run_async()
    finally:
        # Who leaves early does not wait for a hall that is not open yet.
        opening.cancel()
        with suppress(asyncio.CancelledError):
            await opening
    return app.return_code or 0


async def _hold(app: TerminalApp, hall: AbstractAsyncContextManager[Remote]) -> None:
    """Open the hall when the menu is seen, as a process that starts beside it makes it late; stay until cancelled."""
    await app.painted.wait()
    try:
        async with hall as remote:
            await app.enter(remote)
            await asyncio.Event().wait()
    except TaflheimError as error:
        app.fail(str(error))
    except Exception:
        log.exception("the hall was lost")
        app.fail(f"the hall was lost, and {_LOG} in the data folder says why: leave, and come back")


def _log_to(folder: Path) -> None:
    """What goes on in the background is written to a file: the terminal shows the program."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handler = RotatingFileHandler(folder / _LOG, maxBytes=_LONGEST_LOG, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
