"""Which of the processes that serve a hall thinks for a bot, and what the others hear of it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext

from taflheim.hall.leases import Leases
from taflheim.hall.tables import Tables
from taflheim.table.table import Table


class Turns:
    """Which process thinks for a bot. Where only one serves the hall, that one does."""

    def mine(self, table: Table, waits: Callable[[int], None]) -> AbstractAsyncContextManager[None]:
        """Waits until the bot to move is this process's to think for. `waits` hears how many boards it has before."""
        return nullcontext()

    def note(self, boards: Mapping[tuple[str, int], int]) -> None:
        """Let the others know how many boards bots have before, by table and number of the position."""


class BotLeases(Turns):
    """The turns of a hall that several processes serve."""

    def __init__(self, leases: Leases, tables: Tables):
        self._leases = leases
        self._tables = tables

    def mine(self, table: Table, waits: Callable[[int], None]) -> AbstractAsyncContextManager[None]:
        """Waits for the lease; looks every second whether another process has moved."""

        async def look(before: int) -> None:
            waits(before)
            await self._tables.refresh(table.id)

        return self._leases.held(_lease(table.id, table.position_number), look)

    def note(self, boards: Mapping[tuple[str, int], int]) -> None:
        """In the leases, which the others look at."""
        self._leases.note({_lease(*turn): before for turn, before in boards.items()})


def _lease(table_id: str, position_number: int) -> str:
    return f"bot:{table_id}:{position_number}"
