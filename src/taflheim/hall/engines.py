"""A small pool of engine processes. One that hangs or dies is killed and replaced."""

import asyncio
import logging
import os

from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.games.game import Game
from taflheim.games.record import Record

log = logging.getLogger(__name__)

_TRIES = 3


class Engines:
    """Engine processes, started when they are first needed and kept for the next move."""

    def __init__(self, most: int | None = None):
        self._most = most or max(1, (os.cpu_count() or 2) - 1)
        self._thinking = asyncio.Semaphore(self._most)
        self._idle: list[EngineClient] = []

    async def best_move(self, record: Record, level: int, seed: int) -> str:
        """The move that a bot of this level makes."""
        async with self._thinking:
            for attempt in range(_TRIES):
                try:
                    return await self._ask(record, level, seed)
                except EngineFailure as failure:
                    log.warning("engine for %s, try %d: %s", record.game.name, attempt + 1, failure)
            raise EngineFailure(f"no engine for {record.game.title} could be brought to move")

    async def _ask(self, record: Record, level: int, seed: int) -> str:
        client = await self._take(record.game)
        try:
            move = await client.best_move(record, level, seed)
        except BaseException:
            # Cancelled in the middle, it would answer a question that nobody asks any more.
            await client.close()
            raise
        self._idle.append(client)
        return move

    async def _take(self, game: Game) -> EngineClient:
        for client in self._idle:
            if client.game == game:
                self._idle.remove(client)
                return client
        while len(self._idle) >= self._most:
            await self._idle.pop(0).close()
        return await EngineClient.start(game)

    async def close(self) -> None:
        """End all processes."""
        while self._idle:
            await self._idle.pop().close()
