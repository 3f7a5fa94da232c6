"""The server: a hall without a window, for people anywhere, until it is told to stop."""

import asyncio
import logging
import os
import signal
import socket

from taflheim.games.message import quoted
from taflheim.hall.hall import Hall
from taflheim.hall.settings import InvalidSetting, Settings
from taflheim.server import logs, workers
from taflheim.server.guard import LOOPBACK
from taflheim.server.launcher import first
from taflheim.server.program import input_ended, runner, stop_on_signals
from taflheim.server.restoring import replace
from taflheim.server.serve import Worker, serving

log = logging.getLogger(__name__)


def run(settings: Settings, worker: str | None = None) -> None:
    """Serve the hall of a data folder. Raises HallTaken if another process does, CannotOpen, InvalidSetting.

    `worker`: as one of several processes, with this number and listening descriptor (`3:7`).
    """
    if settings.host not in LOOPBACK and not settings.public_url:
        raise InvalidSetting(
            f"host {quoted(settings.host)}: others can reach it, so say by which address they do: --public-url"
        )
    logs.set_up(settings.log_format, settings.log_level)
    if worker is not None:
        runner()(_work(settings, worker))
    elif settings.workers > 1:
        workers.check(settings)
        asyncio.run(workers.supervise(settings))
    else:
        runner()(_serve(settings))


async def _work(settings: Settings, worker: str) -> None:
    """Serve until the supervisor says so, or has gone."""
    number, _, descriptor = worker.partition(":")
    hall = await Hall.open(settings.folder, settings, worker=True)
    try:
        place = Worker(int(number), socket.socket(fileno=int(descriptor)))
        async with serving(hall, worker=place) as served:
            stopped = stop_on_signals()
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal sends it to all; it is the supervisor's
            await first(served.ready.wait(), stopped.wait())
            os.write(1, workers.READY)
            await first(stopped.wait(), input_ended())
    finally:
        await hall.close()


async def _serve(settings: Settings) -> None:
    while backup := await _serve_until_stopped(settings):
        log.info("restoring a backup")
        restored = await replace(settings, backup)
        if restored.error:
            log.error("the backup could not be restored, all is as it was: %s", restored.error)
        else:
            log.info("restored: %d tables, %d accounts", restored.tables, restored.accounts)
    log.info("stopped")


async def _serve_until_stopped(settings: Settings) -> str:
    """Serve the hall; gives the backup that is to be restored before it is served again, or nothing."""
    hall = await Hall.open(settings.folder, settings)
    try:
        async with serving(hall, settings.port) as served:
            stopped = stop_on_signals()
            served.replacement.possible = not settings.shared  # others would go on with what was there
            log.info("serving %s from %s", served.address, settings.folder)
            await first(stopped.wait(), served.replacement.wanted.wait())
            log.info("stopping: pages are told to come back")
    finally:
        await hall.close()
    return "" if stopped.is_set() else served.replacement.name
