"""Thinking on this machine: engines and batches of jobs in processes, one for each core."""

import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from taflheim.engine.places.place import TRIES, Job, Lost, Result, Work
from taflheim.engine.places.rank import Turn
from taflheim.engine.protocol.client import EngineClient
from taflheim.games.game import Game


class LocalPlace:
    """The cores of this machine, or some of them.

    >>> from contextlib import nullcontext
    >>> from functools import partial
    >>> sorted(LocalPlace(1).batch(partial(nullcontext, len), iter(["abc", "d"])))
    [1, 3]
    """

    machines = 1

    def __init__(self, cores: int | None = None):
        self.cores = cores or os.cpu_count() or 1

    @property
    def places(self) -> int:
        """One for each core."""
        return self.cores

    @property
    def standby(self) -> int:
        """One for each that thinks: so games take turns without another start."""
        return self.cores

    async def engine(self, game: Game, silence_limit_s: float, turn: Turn) -> EngineClient:
        """An engine process that is ready."""
        return await EngineClient.start(game, silence_limit_s=silence_limit_s)

    def batch(self, work: Work[Job, Result], jobs: Iterator[Job], deadline: float | None = None) -> Generator[Result]:
        """The results of many jobs, in the order in which they are done (`Place.batch`)."""
        if self.cores == 1 and deadline is None:
            with work() as do:  # there is no need of other processes
                yield from map(do, jobs)
            return
        workers: list[_Worker] = []
        again = deque[Begun]()
        try:
            while True:
                while len(workers) < self.cores and (begun := next_begun(again, jobs)):
                    workers.append(_Worker(work, begun))
                if not workers:
                    return
                for worker in _done(workers, deadline):
                    answer = worker.answer()
                    if isinstance(answer, _Failed):
                        raise answer.error
                    if answer is None:
                        again.append(worker.begun.once_more())
                    else:
                        yield answer.result
                    if answer and (begun := next_begun(again, jobs)):
                        worker.begin(begun)
                    else:
                        workers.remove(worker)
                        worker.end()
                if deadline is not None and time.monotonic() >= deadline:
                    return
        finally:
            for worker in workers:
                worker.end()

    async def close(self) -> None:
        """Nothing to do: engines belong to those who have them, processes of a batch end with it."""


class Begun(NamedTuple):
    """A job that is being done, and for the how manieth time."""

    job: Any
    tries: int = 1

    def once_more(self) -> "Begun":
        """After what did it has died."""
        if self.tries == TRIES:
            raise Lost(f"what did it has died {TRIES} times at one job: {self.job!r:.200}")
        return Begun(self.job, self.tries + 1)


class _Done(NamedTuple):
    result: Any


class _Failed(NamedTuple):
    error: Exception


def next_begun(again: deque[Begun], jobs: Iterator[Any]) -> Begun | None:
    """The next job: one whose process has died goes first."""
    if again:
        return again.popleft()
    for job in jobs:
        return Begun(job)
    return None


def _done(workers: "list[_Worker]", deadline: float | None) -> "list[_Worker]":
    """Those that have something to say."""
    timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
    ready = wait([worker.connection for worker in workers], timeout)
    return [worker for worker in workers if worker.connection in ready]


@dataclass(eq=False, init=False)
class _Worker:
    """A process that does one job after the other."""

    connection: Connection
    process: BaseProcess
    begun: Begun

    def __init__(self, work: Work[Any, Any], begun: Begun):
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()  # so that the end of the process is the end of the connection
        self.begin(begun)

    def begin(self, begun: Begun) -> None:
        self.begun = begun
        with suppress(BrokenPipeError):  # it has died; its answer will be none
            self.connection.send(begun.job)

    def answer(self) -> _Done | _Failed | None:
        """What it has done; None if it has died."""
        try:
            answer: _Done | _Failed = self.connection.recv()
            return answer
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _serve(connection: Connection, work: Work[Any, Any]) -> None:
    """Do jobs until the connection ends: also when the process at its other end is killed."""
    # Ctrl-C at a terminal reaches all processes; the one that started the others ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            with work() as do:
                while True:
                    connection.send(_tried(do, connection.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            connection.send(_failed(error))


def _tried(do: Callable[[Any], Any], job: Any) -> _Done | _Failed:
    try:
        return _Done(do(job))
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> _Failed:
    error.add_note(traceback.format_exc())
    return _Failed(error)
