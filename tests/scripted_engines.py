"""Engines whose answers a test gives itself."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from taflheim import Record
from taflheim.hall.engines import Engines, Rank


class Asked:
    """A question, and what is answered."""

    def __init__(self, record: Record, command: str, rank: Rank):
        self.record, self.command, self.rank = record, command, rank
        self.is_closed = False
        self._answers: asyncio.Queue[dict[str, Any] | Exception | None] = asyncio.Queue()

    def answer(self, *answers: dict[str, Any] | Exception | None) -> None:
        """Give answers; None is the end of them, an error a failure."""
        for answer in answers:
            self._answers.put_nowait(answer)

    async def told(self) -> AsyncGenerator[dict[str, Any]]:
        """The answers as they are given."""
        try:
            while (answer := await self._answers.get()) is not None:
                if isinstance(answer, Exception):
                    raise answer
                yield answer
        finally:
            self.is_closed = True


class ScriptedEngines(Engines):
    """Engines without processes."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: asyncio.Queue[Asked] = asyncio.Queue()

    def ask(self, record: Record, command: str, rank: Rank) -> AsyncGenerator[dict[str, Any]]:
        """The answers of a test."""
        asked = Asked(record, command, rank)
        self.asked.put_nowait(asked)
        return asked.told()


async def ready(_: str) -> None:
    """Every game is."""
