"""Several processes that serve one hall: a supervisor binds the port, starts workers, and starts those anew that die.

It holds the data folder and serves nobody itself. SIGTERM ends all of them; SIGHUP replaces them, one after another,
each new one ready before an old one is told to go.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from taflheim.hall import tokens
from taflheim.hall.folder import FolderLock
from taflheim.hall.settings import KNOWN, InvalidSetting, Settings
from taflheim.hall.settings_sources import variable_of
from taflheim.hall.tasks import Tasks
from taflheim.server.listening import listen, local_address
from taflheim.server.program import stop_on_signals
from taflheim.store.errors import CannotOpen

log = logging.getLogger(__name__)

READY = b"ready\n"
"""What a worker says when people can play there."""
_SECONDS_TO_END = 15
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 10.0


def check(settings: Settings) -> None:
    """Raise InvalidSetting if a hall cannot have several workers."""
    if not settings.database_url:
        raise InvalidSetting(
            "workers: a file is served by one process; several need a PostgreSQL in TAFLHEIM_DATABASE_URL"
            " and a Redis in TAFLHEIM_REDIS_URL"
        )
    if not settings.redis_url:
        raise InvalidSetting("workers: several need a Redis that carries their news: set TAFLHEIM_REDIS_URL")
    if os.name == "nt":
        raise InvalidSetting("workers: Windows cannot hand a port to several processes: serve with one")


async def supervise(settings: Settings) -> None:
    """Serve a hall with several workers until told to stop. Raises HallTaken, CannotOpen."""
    lock = FolderLock(settings.folder)
    try:
        tokens.new_secret(settings.folder)
        with listen(settings.folder, settings.port, settings.host) as listening:
            local = local_address(listening)
            address = settings.public_url or local
            workers = Workers(settings, listening)
            try:
                await workers.begin()
                lock.announce(address, local)
                log.info("serving %s from %s with %d workers", address, settings.folder, settings.workers)
                await workers.stopped.wait()
                log.info("stopping: pages are told to come back")
            finally:
                await workers.close()
    finally:
        lock.release()
    log.info("stopped")


class Workers:
    """The processes that serve. Used in one event loop."""

    def __init__(self, settings: Settings, listening: socket.socket):
        self.stopped = stop_on_signals()
        self._settings = settings
        self._listening = listening
        self._processes: dict[int, Process] = {}
        self._tasks = Tasks()
        self._starting = asyncio.Lock()
        """A worker that has died is not started anew beside a replacement: that would leave two."""
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(
                signal.SIGHUP, lambda: self._tasks.start(self.replace(), "replacing the workers")
            )

    async def begin(self) -> None:
        """Start all, one after another: the first makes or migrates the database and compiles. Raises CannotOpen."""
        for number in range(self._settings.workers):
            process = await self._start(number)
            if process is None:
                raise CannotOpen("a worker could not be started: it has said why")
            self._watch(number, process)

    async def replace(self) -> None:
        """Replace all workers, one after another."""
        async with self._starting:
            for number in sorted(self._processes):
                process = await self._start(number)
                if process is None:
                    log.error("worker %d could not be replaced: the old ones go on", number)
                    return
                old = self._processes[number]
                self._watch(number, process)
                await _end(old)
            log.info("all workers were replaced")

    async def close(self) -> None:
        """End all workers."""
        self.stopped.set()
        await self._tasks.cancel()
        await asyncio.gather(*(_end(process) for process in self._processes.values()))

    def _watch(self, number: int, process: Process) -> None:
        self._processes[number] = process
        self._tasks.start(self._keep(number, process), f"watching worker {number}")

    async def _keep(self, number: int, process: Process) -> None:
        """Start a worker anew when it has died, unless another has taken its place."""
        code = await process.wait()
        pause_s = _FIRST_PAUSE_S
        while True:
            async with self._starting:
                if self._processes.get(number) is not process or self.stopped.is_set():
                    return
                log.warning("worker %d has ended with %d: it is started anew", number, code)
                if started := await self._start(number):
                    self._watch(number, started)
                    return
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def _start(self, number: int) -> Process | None:
        """A new worker that is ready; None if it has ended before that."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "taflheim", "serve", "--worker", f"{number}:{self._listening.fileno()}"),
            stdin=PIPE,  # its end tells a worker that there is no supervisor any more
            stdout=PIPE,
            pass_fds=[self._listening.fileno()],
            env=_environment(self._settings),
        )
        try:
            assert process.stdout
            if await process.stdout.readline() == READY:
                return process
            await process.wait()
        except asyncio.CancelledError:
            await _end(process)
            raise
        return None


def _environment(settings: Settings) -> dict[str, str]:
    """All settings as a worker finds them again, however they were given."""
    given = {variable_of(setting): str(getattr(settings, setting.name)) for setting in KNOWN}
    return {**os.environ, **given, "TAFLHEIM_HOME": str(settings.folder)}


async def _end(process: Process) -> None:
    """Tell a worker to go, and wait until it has gone."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_SECONDS_TO_END):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
