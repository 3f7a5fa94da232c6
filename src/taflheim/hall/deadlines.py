"""Deadlines: at each table the house does what is due there, whether anybody is connected or not.

A timer outlives the table's place in memory: when it rings, the table is loaded again. One that rings early or late
does no harm, because every decision looks first at what is due, and stamps it with its deadline.
"""

import asyncio
import logging

from taflheim.games.errors import TaflheimError
from taflheim.hall.clock import now_ms
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.hall.tasks import Tasks
from taflheim.store import tables as rows
from taflheim.store.store import Store
from taflheim.table.actor import House
from taflheim.table.deadline import duty
from taflheim.table.event import CallTime
from taflheim.table.table import Table

log = logging.getLogger(__name__)

_AGAIN_MS = 50
"""A bot that waits for an engine is forgiven more from moment to moment: so long it is not asked for again."""
_AFTER_FAILURE_MS = 1_000


class Deadlines:
    """One timer for each table that has a duty. Used in one event loop."""

    def __init__(self, tables: Tables):
        self._tables = tables
        self.elsewhere_ms = 0
        """How much later to call time on somebody who is connected to another process, which knows how slow that is."""
        self._tasks = Tasks(expected=TaflheimError)
        self._due_ms: dict[str, int] = {}
        """When to call time, by table."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._calling: set[str] = set()
        """Where time is being called: what is due there next is looked at when that has been done."""
        tables.when_changed(self.look)

    async def close(self) -> None:
        """Stop all timers, and finish what they have begun."""
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.finish()

    async def resume(self, store: Store) -> None:
        """Start the timers of all tables that had a duty when the hall was closed or killed."""
        for table_id in await store.read(rows.timed):
            try:
                await self._tables.get(table_id)  # loading a table starts its timer
            except TaflheimError as error:
                log.error("table %s: its time cannot be called: %s", table_id, error)

    def look(self, table: Table, not_before_ms: int = 0) -> None:
        """Set the timer of a table by what is due there next."""
        if table.id in self._calling:
            return
        due = duty(table, self._tables.around.timing(table, now_ms()))
        if due is None:
            self._forget(table.id)
        else:
            self._set(table.id, max(due.at_ms + 1 + self._grace_ms(table), not_before_ms))

    def _grace_ms(self, table: Table) -> int:
        if not self.elsewhere_ms or table.state != "playing":
            return 0
        player = table.seats[table.record.turn].player
        here = player and self._tables.presence.is_connected_here(table.id, player)
        return 0 if here else self.elsewhere_ms

    def ring(self) -> None:
        """Call time wherever it has come, also where a timer has not noticed because the machine's clock was set."""
        now = now_ms()
        for table_id in [table_id for table_id, at_ms in self._due_ms.items() if at_ms <= now]:
            self._rung(table_id)

    def _set(self, table_id: str, at_ms: int) -> None:
        before_ms, self._due_ms[table_id] = self._due_ms.get(table_id), at_ms
        # A timer that rings too early is set again then. With every move there would be a new one otherwise.
        if before_ms is None or at_ms < before_ms or table_id not in self._timers:
            self._start(table_id, at_ms)

    def _start(self, table_id: str, at_ms: int) -> None:
        if timer := self._timers.pop(table_id, None):
            timer.cancel()
        wait_s = max(0, at_ms - now_ms()) / 1000
        self._timers[table_id] = asyncio.get_running_loop().call_later(wait_s, self._rung, table_id)

    def _rung(self, table_id: str) -> None:
        if timer := self._timers.pop(table_id, None):
            timer.cancel()
        at_ms = self._due_ms[table_id]
        if at_ms > now_ms():
            self._start(table_id, at_ms)
        else:
            del self._due_ms[table_id]
            self._calling.add(table_id)
            self._tasks.start(self._call(table_id), f"calling time at table {table_id}")

    async def _call(self, table_id: str) -> None:
        try:
            decision = await self._tables.act(table_id, House(), CallTime())
        except NoSuchTable:
            pass  # it was removed meanwhile
        except TaflheimError as error:
            log.warning("table %s: time cannot be called now: %s", table_id, error)
            self._set(table_id, now_ms() + _AFTER_FAILURE_MS)
        else:
            self._calling.discard(table_id)
            self.look(decision.table, now_ms() + _AGAIN_MS)
        finally:
            self._calling.discard(table_id)

    def _forget(self, table_id: str) -> None:
        self._due_ms.pop(table_id, None)
        if timer := self._timers.pop(table_id, None):
            timer.cancel()
