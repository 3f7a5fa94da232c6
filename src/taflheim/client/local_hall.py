"""The hall of a data folder on this machine, for who sits at it: the one that runs, or one that is started for them.

What is started ends with its starter, however that ends: its input is a pipe from there, and the system closes that.
"""

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from taflheim.client.http import Address, Unreachable
from taflheim.client.pauses import pauses
from taflheim.client.remote import Refusal, Remote
from taflheim.games.errors import TaflheimError
from taflheim.hall import tokens
from taflheim.hall.folder import HallTaken, address_in, using
from taflheim.hall.tasks import Tasks
from taflheim.store.errors import CannotOpen

log = logging.getLogger(__name__)

LOG = "hall.log"
"""In the data folder: what a hall says that was started from here."""
_LONGEST_LOG = 1_000_000
_NOWHERE = "http://127.0.0.1:9"
_TRIES = 3
_LOOK_EVERY_S = 0.05
_LOOK_AGAIN_S = 2.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 30.0
_SECONDS_TO_LOG_OUT = 1.0
_SECONDS_TO_END = 1.0


@asynccontextmanager
async def local_hall(folder: Path) -> AsyncIterator[Remote]:
    """The hall of a folder, with a session of its owner; raises CannotOpen.

    If it goes away meanwhile, because its window was closed or it was killed, another one is started.
    """
    visit, tasks = _Visit(folder), Tasks()
    try:
        await visit.come_in()
        tasks.start(visit.stay(), "staying in the hall")
        yield visit.remote
    finally:
        await tasks.cancel()
        await visit.leave()


class _Started(NamedTuple):
    """A hall that was started here."""

    process: "subprocess.Popen[bytes]"
    log: Path
    begun: int
    """Where in the log it begins."""

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def why(self) -> str:
        """Why it has ended, as it has said itself."""
        with self.log.open("rb") as file:
            file.seek(self.begun)
            said = file.read().decode(errors="replace").strip().splitlines()
        last = said[-1] if said else f"status {self.process.returncode}"
        ours = last.removeprefix("taflheim: ")
        return ours if ours != last else f"the hall could not be started ({last}): {self.log} has all it has said"

    async def end(self) -> None:
        """Let it end; it stays as long as others are there."""
        assert self.process.stdin
        self.process.stdin.close()
        # However long that takes, nobody waits for it; but the system wants its end to be noticed.
        noticed = Thread(target=self.process.wait, name="waiting for the hall to end", daemon=True)
        noticed.start()
        await asyncio.to_thread(noticed.join, _SECONDS_TO_END)


def _start(folder: Path) -> _Started:
    file = folder / LOG
    with using(folder):
        if file.exists() and file.stat().st_size > _LONGEST_LOG:
            file.unlink()
        output = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        begun = os.fstat(output).st_size
        process = subprocess.Popen(
            [sys.executable, "-m", "taflheim", "--no-window", "--until-input-ends"],
            env={**os.environ, "TAFLHEIM_HOME": str(folder)},
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            # What the keys of this terminal send, interrupts for one, is not for it.
            start_new_session=True,
        )
    finally:
        os.close(output)
    return _Started(process, file, begun)


class _Visit:
    """Somebody in the hall of a folder."""

    def __init__(self, folder: Path):
        self.remote = Remote(_NOWHERE)
        self._folder = folder
        self._own: _Started | None = None
        """The hall that was started for this."""

    async def come_in(self) -> None:
        """Come in to the hall that runs, or to one that is started for it. Raises CannotOpen."""
        if await self._entered():
            return
        for _ in range(_TRIES):
            await self._end_own()
            self._own = own = _start(self._folder)
            while own.runs:
                if await self._entered():
                    return
                await asyncio.sleep(_LOOK_EVERY_S)
            if own.process.returncode != 0:
                raise CannotOpen(own.why())
            # It has found another hall there.
            if await self._entered():
                return
        raise HallTaken(self._folder, address_in(self._folder))

    async def stay(self) -> None:
        """Come in again whenever the hall has gone."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN_S)
            if not (self._own and self._own.runs) and not await self.remote.answers():
                log.warning("the hall at %s has gone", self.remote.address.name)
                await self._come_back()

    async def leave(self) -> None:
        """End the session, and the hall that was started for it."""
        with suppress(TaflheimError, TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_LOG_OUT):
                await self.remote.log_out()
        await self._end_own()

    async def _end_own(self) -> None:
        if self._own:
            await self._own.end()
            self._own = None

    async def _come_back(self) -> None:
        waits = pauses(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
        while True:
            try:
                return await self.come_in()
            except CannotOpen as error:
                log.error("%s", error)
                await asyncio.sleep(next(waits))

    async def _entered(self) -> bool:
        """Whether the hall could be entered now."""
        if (address := address_in(self._folder)) is None:
            return False
        try:
            self.remote.address = Address.parse(address)
            await self.remote.enter(tokens.mint(tokens.secret(self._folder), time.time_ns() // 1_000_000))
        except (OSError, Unreachable, Refusal):
            return False
        return True
