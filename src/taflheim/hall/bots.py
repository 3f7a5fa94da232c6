"""Bots at tables: each thinks in an engine process when it is to move."""

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable

from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.hall.clock import now_ms
from taflheim.hall.draws import DrawAnswers
from taflheim.hall.engines import Engines, Question
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.hall.tasks import Tasks
from taflheim.hall.thinking_time import Wait, movetime_ms
from taflheim.store import tables as rows
from taflheim.store.store import Store
from taflheim.table.actor import House
from taflheim.table.errors import Refused
from taflheim.table.event import Move
from taflheim.table.table import Table

log = logging.getLogger(__name__)

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 30.0
"""After a failure a bot waits before it tries again: each time twice as long."""


class Bots:
    """Moves for all bots. Whatever fails is logged and tried again, so that no table waits for ever."""

    def __init__(
        self,
        tables: Tables,
        engines: Engines,
        ready: Callable[[str], Awaitable[None]],
        first_pause_s: float = _FIRST_PAUSE_S,
    ):
        self._tables = tables
        self._engines = engines
        self._ready = ready
        """Waits until bots can play a game."""
        self._first_pause_s = first_pause_s
        self._tasks = Tasks()
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """By table: the number of the position that is thought about, and the task."""
        self._waits: dict[str, Wait] = {}
        self._draws = DrawAnswers(tables, engines, ready)
        tables.around.bot_wait = self._waited_ms
        self.measured: Callable[[str, float], None] = lambda *_: None
        tables.when_changed(self.wake)

    async def close(self) -> None:
        """Stop thinking."""
        await self._draws.close()
        await self._tasks.cancel()

    def busy(self, table_id: str) -> bool:
        """Whether a bot thinks at a table."""
        return table_id in self._thinking

    async def resume(self, store: Store) -> None:
        """Let all bots think that were to move when the hall was closed or killed."""
        for table_id in await store.read(rows.bots_to_move):
            try:
                await self._tables.get(table_id)  # loading a table wakes its bots
            except TaflheimError as error:
                log.error("table %s: its bots cannot go on: %s", table_id, error)

    def wake(self, table: Table) -> None:
        """Let a bot think if it is to move, about the position that is on the board now and about no other."""
        self._draws.wake(table)
        number, task = self._thinking.get(table.id, (None, None))
        if table.bot_to_move and number == table.position_number:
            return
        if task:
            task.cancel()
            del self._thinking[table.id], self._waits[table.id]
        if table.bot_to_move:
            thinking = self._tasks.start(self._move(table), f"the bot at table {table.id}")
            self._thinking[table.id] = table.position_number, thinking
            self._waits[table.id] = Wait(now_ms())
            thinking.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._thinking.get(table_id, (None, None))[1] is done:
            del self._thinking[table_id]
            del self._waits[table_id]

    def _waited_ms(self, table_id: str, at_ms: int) -> int:
        """How long the bot that is to move at a table has waited for an engine in this turn."""
        wait = self._waits.get(table_id)
        return wait.waited_ms(at_ms) if wait else 0

    async def _move(self, table: Table) -> None:
        """Move once for the bot that is to move. The change at the table then wakes the next."""
        bot = table.bot_to_move
        assert bot is not None and bot.level is not None
        wait, pause_s = self._waits[table.id], self._first_pause_s
        began = time.perf_counter()
        await self._ready(table.game.name)

        def thinks() -> None:
            wait.thinks_ms = now_ms()

        while True:
            waited_for = self._tables.watchers(table.id) > 0
            limit_ms = movetime_ms(table, now_ms() - wait.waited_ms(now_ms()))
            try:
                question = Question(table.record, bot.level, _seed(table), waited_for, limit_ms)
                move = await self._engines.best_move(question, thinks)
                await self._draws.answered(table.id)
                await self._tables.act(table.id, House(), Move(table.position_number, move))
                self.measured("bot", time.perf_counter() - began)
                return
            except Refused:
                return  # something else has happened, and that has woken the right bot
            except NoSuchTable:
                return  # it was removed meanwhile
            except Exception as error:
                # The machine may be overloaded, the disk full, the database locked: that passes.
                expected = isinstance(error, TaflheimError | EngineFailure | OSError)
                log.error(
                    "table %s: the bot could not move: %s; trying again in %g s",
                    table.id,
                    error,
                    pause_s,
                    exc_info=None if expected else error,
                )
            wait.thinks_ms = None
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _seed(table: Table) -> int:
    """Another one for each table and move, the same when a table is played again from the store."""
    return zlib.crc32(f"{table.id} {table.ply}".encode())
