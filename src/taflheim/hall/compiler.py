"""Compiling the games beside the running hall, so that its window can open at once.

Each game has two stages: its rules, which tables need, and all else, which bots need. Rules come first, and the game
that somebody has chosen comes before the others.
"""

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from taflheim.engine.compile_ahead import PARTS, RULES, command, is_compiled_ahead
from taflheim.hall.tasks import Tasks

log = logging.getLogger(__name__)

_NICENESS = 5


class Progress(NamedTuple):
    """How far a game is."""

    done: int
    total: int
    rules: bool
    """Whether people can play it."""
    bots: bool
    """Whether bots can."""


class Compiler:
    """Compiles games in processes of their own, as many at a time as there are cores."""

    def __init__(self, names: Sequence[str]):
        self._done = dict.fromkeys(names, 0)
        self._rules = {name: asyncio.Event() for name in names}
        self._bots = {name: asyncio.Event() for name in names}
        self._waiting = [(name, rules_only) for rules_only in (True, False) for name in names]
        self._wanted: list[str] = []
        self._tasks = Tasks()
        self._tasks.start(self._run(), "compiling")

    async def close(self) -> None:
        """Stop; what was compiled is kept."""
        await self._tasks.cancel()

    def progress(self) -> dict[str, Progress]:
        """How far all games are."""
        return {
            name: Progress(done, len(PARTS), self._rules[name].is_set(), self._bots[name].is_set())
            for name, done in self._done.items()
        }

    def want(self, name: str) -> None:
        """Let a game go before all others from now on."""
        self._wanted = [name, *(other for other in self._wanted if other != name)]

    async def rules(self, name: str) -> None:
        """Wait until people can play a game."""
        if name in self._rules and not self._rules[name].is_set():
            self.want(name)
            await self._rules[name].wait()

    async def bots(self, name: str) -> None:
        """Wait until bots can play a game."""
        if name in self._bots and not self._bots[name].is_set():
            self.want(name)
            await self._bots[name].wait()

    async def _run(self) -> None:
        # Asking loads the compiler, which takes half a second.
        await asyncio.to_thread(is_compiled_ahead, next(iter(self._done), ""))
        for name in self._done:
            if is_compiled_ahead(name):
                self._finish(name, rules_only=False)
            elif is_compiled_ahead(name, rules_only=True):
                self._finish(name, rules_only=True)
        # Unlike `gather`, a group that is cancelled waits for all: no process is left behind.
        async with asyncio.TaskGroup() as workers:
            for _ in range(os.cpu_count() or 1):
                workers.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            name, rules_only = job = min(self._waiting, key=self._rank)
            self._waiting.remove(job)
            if not rules_only:
                # Another worker may still be at its rules, which both stages begin with.
                await self._rules[name].wait()
            try:
                await self._compile(name, rules_only=rules_only)
            except Exception:
                # Whoever plays it compiles it then, and sees what is wrong.
                log.exception("%s could not be compiled ahead", name)
            self._finish(name, rules_only=rules_only)

    def _rank(self, job: tuple[str, bool]) -> tuple[int, bool]:
        name, rules_only = job
        return self._wanted.index(name) if name in self._wanted else len(self._wanted), not rules_only

    async def _compile(self, name: str, *, rules_only: bool) -> None:
        process = await asyncio.create_subprocess_exec(
            *command(name, rules_only=rules_only),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
            assert process.stdout
            done = 0
            async for _ in process.stdout:
                # A line is printed before each part.
                self._done[name] = max(self._done[name], done)
                done += 1
            if await process.wait():
                raise OSError(f"the process that compiles {name} has ended with {process.returncode}")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _finish(self, name: str, *, rules_only: bool) -> None:
        self._done[name] = max(self._done[name], len(RULES) if rules_only else len(PARTS))
        self._waiting = [job for job in self._waiting if job != (name, True) and (rules_only or job[0] != name)]
        self._rules[name].set()
        if not rules_only:
            self._bots[name].set()
