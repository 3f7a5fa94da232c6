"""A small pool of engine processes. One that hangs or dies is killed and replaced.

Who waits is served by deadline: a question's patience grows with the level, so that quick bots do not wait behind slow
ones, and what nobody watches has the most. No question waits for ever, since deadlines pass.
"""

import asyncio
import heapq
import itertools
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.games.game import Game
from taflheim.games.record import Record
from taflheim.hall.tasks import Tasks

log = logging.getLogger(__name__)

_TRIES = 3
_SILENCE_LIMIT_S = 6.0
"""Nobody should wait longer for an engine that hangs; on a busy machine one that lives may be silent for a while."""
_PATIENCE_S_PER_LEVEL = 0.5
_PATIENCE_S_UNWATCHED = 60.0


class Question(NamedTuple):
    """What a bot of a level plays at the end of a record."""

    record: Record
    level: int
    seed: int
    waited_for: bool = True
    """Whether somebody looks at the table."""


class Engines:
    """Engine processes, started when they are first needed and kept for the next move."""

    def __init__(self, most: int | None = None):
        self._most = most or os.cpu_count() or 1
        # One place is kept for people, unless it is the only one.
        self._most_unwatched = max(1, self._most - 1)
        self._running = {True: 0, False: 0}
        """How many questions are being thought about, those that are waited for and the others."""
        self._waiting: list[tuple[float, int, bool, asyncio.Future[None]]] = []
        """A heap: deadline, order of arrival, waited for, and what wakes the question."""
        self._arrivals = itertools.count()
        self._idle: list[EngineClient] = []
        self._starting = Tasks(expected=EngineFailure)

    async def best_move(self, question: Question) -> str:
        """The move that the bot makes."""
        async with self._place(question):
            for attempt in range(_TRIES):
                try:
                    return await self._ask(question)
                except EngineFailure as failure:
                    log.warning("engine for %s, try %d: %s", question.record.game.name, attempt + 1, failure)
            raise EngineFailure(f"no engine for {question.record.game.title} could be brought to move")

    async def close(self) -> None:
        """End all processes."""
        await self._starting.finish()
        while self._idle:
            await self._idle.pop().close()

    # ---- whose turn it is to think --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _place(self, question: Question) -> AsyncIterator[None]:
        """A place to think in, in the order of deadlines."""
        waited_for = question.waited_for
        patience_s = _PATIENCE_S_PER_LEVEL * question.level + (0 if waited_for else _PATIENCE_S_UNWATCHED)
        turn = asyncio.get_running_loop().create_future()
        deadline = asyncio.get_running_loop().time() + patience_s
        heapq.heappush(self._waiting, (deadline, next(self._arrivals), waited_for, turn))
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(waited_for)  # admitted in the same moment
            raise
        try:
            yield
        finally:
            self._leave(waited_for)

    def _leave(self, waited_for: bool) -> None:
        self._running[waited_for] -= 1
        self._admit()

    def _admit(self) -> None:
        """Wake those who can think now."""
        passed_over = []
        while self._waiting and sum(self._running.values()) < self._most:
            entry = heapq.heappop(self._waiting)
            _, _, waited_for, turn = entry
            if turn.done():
                continue  # cancelled while it waited
            if not waited_for and self._running[False] >= self._most_unwatched:
                passed_over.append(entry)
                continue
            self._running[waited_for] += 1
            turn.set_result(None)
        for entry in passed_over:
            heapq.heappush(self._waiting, entry)

    # ---- processes ------------------------------------------------------------------------------------------------

    async def _ask(self, question: Question) -> str:
        client = await self._take(question.record.game)
        try:
            move = await client.best_move(question.record, question.level, question.seed)
        except asyncio.CancelledError:
            # Nobody wants the answer any more: the engine is told to stop, and is good for the next question.
            client.stop()
            self._idle.append(client)
            raise
        except BaseException:
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
        starting = self._starting.start(
            EngineClient.start(game, silence_limit_s=_SILENCE_LIMIT_S), f"starting an engine for {game.name}"
        )
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # A process that is half started cannot be taken back: it is kept for the next question.
            starting.add_done_callback(self._keep_started)
            raise

    def _keep_started(self, starting: asyncio.Task[EngineClient]) -> None:
        if not starting.cancelled() and not starting.exception():
            self._idle.append(starting.result())
