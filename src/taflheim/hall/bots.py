"""Bots at tables: each thinks in an engine process when it is to move."""

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.hall.bot_turns import Turns
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
_LOOK_EVERY_S = 1.0
"""How often it is told how many boards a bot has before another, and how long it has waited before that is told."""


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
        self.turn = Turns()
        self._engines = engines
        self._ready = ready
        """Waits until bots can play a game."""
        self._first_pause_s = first_pause_s
        self._tasks = Tasks()
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """By table: the number of the position that is thought about, and the task."""
        self._moving: set[asyncio.Task[None]] = set()
        """Those that have an answer and play it: the change that they make must not end them before it is measured."""
        self._waits: dict[str, Wait] = {}
        self._asked: dict[str, Question] = {}
        """By table, what waits for a place to think."""
        self._before: dict[str, int] = {}
        """By table, how many boards come before it, as it was told last."""
        self._looking: asyncio.Task[None] | None = None
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

    def before(self, table_id: str) -> int:
        """How many boards come before a table whose bot waits for a place to think; 0 if it does not wait for long."""
        return self._before.get(table_id, 0)

    async def resume(self, store: Store) -> None:
        """Let all bots think that were to move when the hall was closed or killed."""
        for table_id in await store.read(rows.bots_to_move):
            try:
                await self._tables.get(table_id)  # loading a table wakes its bots
            except NoSuchTable:
                continue  # it was removed meanwhile
            except TaflheimError as error:
                log.error("table %s: its bots cannot go on: %s", table_id, error)

    def wake(self, table: Table) -> None:
        """Let a bot think if it is to move, about the position that is on the board now and about no other."""
        self._draws.wake(table)
        number, task = self._thinking.get(table.id, (None, None))
        if table.bot_to_move and number == table.position_number:
            return
        if task:
            if task not in self._moving:
                task.cancel()
            del self._thinking[table.id], self._waits[table.id]
            self._tell_before(table.id, 0)
        if table.bot_to_move:
            thinking = self._tasks.start(self._move(table), f"the bot at table {table.id}")
            self._thinking[table.id] = table.position_number, thinking
            self._waits[table.id] = Wait(now_ms())
            thinking.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._thinking.get(table_id, (None, None))[1] is done:
            del self._thinking[table_id]
            del self._waits[table_id]
            self._tell_before(table_id, 0)

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
        while True:
            try:
                async with self.turn.mine(table, partial(self._tell_before, table.id)):
                    await self._think(table, bot.level, wait)
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

    async def _think(self, table: Table, level: int, wait: Wait) -> None:
        def thinks() -> None:
            wait.thinks_ms = now_ms()
            self._waits_no_more(table.id)

        waited_for = self._tables.watchers(table.id) > 0
        limit_ms = movetime_ms(table, now_ms() - wait.waited_ms(now_ms()))
        question = Question(table.record, level, _seed(table), waited_for, limit_ms, table.id)
        self._asked[table.id] = question
        if self._looking is None:
            self._looking = self._tasks.start(self._look_at_the_line(), "who waits for an engine")
        try:
            move = await self._engines.best_move(question, thinks)
        finally:
            if self._asked.get(table.id) is question:
                self._waits_no_more(table.id)
        await self._draws.answered(table.id)
        task = asyncio.current_task()
        assert task is not None
        self._moving.add(task)
        try:
            await self._tables.act(table.id, House(), Move(table.position_number, move))
        finally:
            self._moving.discard(task)

    # ---- how many boards come before one --------------------------------------------------------------------------

    async def _look_at_the_line(self) -> None:
        """Tell those who watch a table how many boards its bot has before theirs, as long as any bot waits."""
        seen: dict[str, Question] = {}
        try:
            while self._asked:
                await asyncio.sleep(_LOOK_EVERY_S)
                places = self._engines.before()
                # Who came between two looks has hardly waited.
                self._note_before(
                    {
                        table_id: places.get(id(question), 0) if seen.get(table_id) is question else 0
                        for table_id, question in self._asked.items()
                    }
                )
                seen = dict(self._asked)
        finally:
            self._looking = None

    def _waits_no_more(self, table_id: str) -> None:
        self._asked.pop(table_id, None)
        self._note_before({table_id: 0})

    def _note_before(self, boards: Mapping[str, int]) -> None:
        """Tell here and to the other processes how many boards come before each table."""
        changed = {table_id: before for table_id, before in boards.items() if before != self.before(table_id)}
        numbers = {table_id: self._thinking[table_id][0] for table_id in changed if table_id in self._thinking}
        if numbers:
            self.turn.note({(table_id, number): changed[table_id] for table_id, number in numbers.items()})
        for table_id, before in changed.items():
            self._tell_before(table_id, before)

    def _tell_before(self, table_id: str, before: int) -> None:
        if before != self._before.get(table_id, 0):
            self._before[table_id] = before
            self._tables.presence_changed(table_id)
        if not before:
            self._before.pop(table_id, None)


def _seed(table: Table) -> int:
    """Another one for each table and move, the same when a table is played again from the store, or from its seed."""
    return zlib.crc32(f"{table.terms.seed or table.id} {table.ply}".encode())
