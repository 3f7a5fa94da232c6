"""Threads that write. What waits while a commit is under way is committed together; answers come after the commit."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

from taflheim.store.backend import Backend
from taflheim.store.errors import OutcomeUnknown, StoreUnavailable
from taflheim.store.transaction import NotBegun, NotCommitted, Work, Writer, connection_was_lost, meaning

log = logging.getLogger(__name__)


class _Job(NamedTuple):
    work: Work
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class _Done(NamedTuple):
    job: _Job
    value: Any = None
    error: BaseException | None = None


class Runner:
    """Does work in transactions.

    Work is a function of a connection, and may be called twice: if anything of a group fails, the group is rolled back
    and each of it is done again in a transaction of its own, so that what fails fails alone.
    """

    def __init__(self, backend: Backend):
        self._backend = backend
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._lock = Lock()
        self._threads = [Thread(target=self._run, name="store", daemon=True) for _ in range(backend.writers)]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Work) -> asyncio.Future[Any]:
        """Have work done, whether or not the caller waits for the answer. It comes once the work is committed."""
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        with self._lock:
            if self._closed:
                raise StoreUnavailable("the hall is closed: start Taflheim again")
            self._queue.put(_Job(work, loop, answer))
        return answer

    def close(self) -> None:
        """Finish what waits, then stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                for _ in self._threads:
                    self._queue.put(None)
        for thread in self._threads:
            thread.join()

    # ---- in the threads -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        with closing(Writer(self._backend)) as writer:
            while jobs := self._take():
                try:
                    done = self._do(writer, jobs)
                except BaseException:
                    log.exception("the store has failed in a way that nobody thought of")
                    done = [_Done(job, error=OutcomeUnknown("the database has failed: look again")) for job in jobs]
                _answer(done)

    def _take(self) -> list[_Job]:
        """All that waits; nothing if this thread is to stop."""
        jobs: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == self._backend.group:
                return jobs
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs
        if jobs:
            self._queue.put(None)  # for the next time
        return jobs

    def _do(self, writer: Writer, jobs: Sequence[_Job]) -> list[_Done]:
        try:
            values = writer.transact([job.work for job in jobs])
        except (NotBegun, NotCommitted) as failure:
            return [self._failed(job, failure) for job in jobs]
        except BaseException as error:
            # A connection that was lost before the commit says nothing about the work: a new one is tried.
            if len(jobs) > 1 or connection_was_lost(error):
                return self._each_alone(writer, jobs)
            return [self._failed(jobs[0], error)]
        return [_Done(job, value) for job, value in zip(jobs, values, strict=True)]

    def _each_alone(self, writer: Writer, jobs: Sequence[_Job]) -> list[_Done]:
        done: list[_Done] = []
        for job in jobs:
            try:
                done.append(_Done(job, *writer.transact([job.work])))
            except NotBegun as failure:
                # A lock is waited for only once.
                return done + [self._failed(other, failure) for other in jobs[len(done) :]]
            except BaseException as error:
                done.append(self._failed(job, error))
        return done

    def _failed(self, job: _Job, error: BaseException) -> _Done:
        return _Done(job, error=meaning(self._backend, error))


def _answer(done: Sequence[_Done]) -> None:
    """Wake each event loop once for all that waits in it."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[_Done]] = defaultdict(list)
    for one in done:
        by_loop[one.job.loop].append(one)
    for loop, answers in by_loop.items():
        try:
            loop.call_soon_threadsafe(_give, answers)
        except RuntimeError:
            log.warning("nobody was left to be told of %d writes: the event loop is closed", len(answers))


def _give(done: Sequence[_Done]) -> None:
    for (_, _, answer), value, error in done:
        if answer.done():  # the caller was cancelled
            continue
        if error is None:
            answer.set_result(value)
        else:
            answer.set_exception(error)
