"""Tasks that never end in silence."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Tasks:
    """Tasks of one owner, who ends them all. What is unexpected in one is logged under its name.

    `expected` are errors that are raised where the task is awaited, and need not be logged.
    """

    def __init__(self, expected: type[Exception] | tuple[type[Exception], ...] = ()) -> None:
        self._expected = expected
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Answer], name: str) -> asyncio.Task[Answer]:
        """Run work beside everything else."""
        task = asyncio.create_task(work, name=name)
        # The event loop itself keeps no hold of a task.
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, self._expected):
            log.error("%s has failed", task.get_name(), exc_info=error)

    async def finish(self) -> None:
        """Wait until everything has come to its own end."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def cancel(self) -> None:
        """Cancel what still runs and wait for its end."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
