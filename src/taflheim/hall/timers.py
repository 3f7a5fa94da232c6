"""Duties that come again and again."""

import asyncio
import logging
from collections.abc import Callable

from taflheim.hall.tasks import Tasks

log = logging.getLogger(__name__)


class Timers:
    """Runs duties at intervals until it is closed. One that fails is logged, and done again at its next time."""

    def __init__(self) -> None:
        self._tasks = Tasks()

    def every(self, seconds: float, duty: Callable[[], object], name: str) -> None:
        """Do a duty again and again, with this many seconds between."""
        self._tasks.start(self._repeat(seconds, duty, name), name)

    async def _repeat(self, seconds: float, duty: Callable[[], object], name: str) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                duty()
            except Exception:
                log.exception("%s has failed; it is done again in %g s", name, seconds)

    async def close(self) -> None:
        """Stop all duties."""
        await self._tasks.cancel()
