"""A hall for tests: opened in a folder, used, and closed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from taflheim import Game
from taflheim.hall.hall import Hall
from taflheim.hall.tables import Change
from taflheim.table.actor import Person
from taflheim.table.event import Move
from taflheim.table.seat import Seat
from taflheim.table.table import Table

_LIMIT_S = 300


@asynccontextmanager
async def hall_open(folder: Path) -> AsyncIterator[Hall]:
    """The hall of a folder."""
    hall = await Hall.open(folder)
    try:
        yield hall
    finally:
        await hall.close()


def evening(folder: Path, work: Callable[[Hall], Awaitable[None]]) -> None:
    """Do something in a hall."""

    async def run() -> None:
        async with asyncio.timeout(_LIMIT_S), hall_open(folder) as hall:
            await work(hall)

    asyncio.run(run())


def me(hall: Hall) -> Person:
    """The owner, as an actor."""
    return Person(hall.accounts.owner.id)


def seats(hall: Hall, game: Game, *mine: str, level: int = 1) -> dict[str, Seat]:
    """The owner on these seats, bots on the others."""
    person = Seat.person(hall.accounts.owner.id, hall.accounts.owner.name)
    return {side: person if side in mine else Seat.bot(level, "Bot") for side in game.seats}


async def table_with(hall: Hall, game: Game, *mine: str, level: int = 1) -> Table:
    """A new table with the owner on these seats and bots on the others."""
    start = game.start(1) if game.rulebook.seeded else game.start()
    return await hall.tables.open(start, seats(hall, game, *mine, level=level))


async def play(hall: Hall, table: Table, *moves: str) -> Table:
    """Moves of the owner."""
    for move in moves:
        table = await hall.tables.get(table.id)
        table = (await hall.tables.act(table.id, me(hall), Move(table.position_number, move))).table
    return table


async def until(hall: Hall, table: Table, is_so: Callable[[Table], bool]) -> Table:
    """The table once it is so."""
    with hall.tables.watch(table.id) as changes:
        table = await hall.tables.get(table.id)
        while not is_so(table):
            change: Change = await changes.get()
            table = change.table
    return table


async def until_my_turn(hall: Hall, table: Table) -> Table:
    """The table once no bot is to move."""
    return await until(hall, table, lambda now: now.bot_to_move is None)
