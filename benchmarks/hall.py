"""What a hall costs: pages, moves, spectators, and loading a long game.

    .venv/bin/python benchmarks/hall.py [--quick]

The hall runs in a process of its own, and is asked over HTTP and WebSocket. Costs are CPU time of that whole process,
all threads together, so that a busy machine matters little. Figures are medians of ten warm runs.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import uvloop
from hall_process import HallProcess, Visitor, hall_process
from table_client import TableClient, connect

import taflheim
from taflheim.hall.hall import Hall
from taflheim.table.actor import Person
from taflheim.table.event import Move
from taflheim.table.seat import Seat

GAMES = ("quoridor", "hnefatafl", "halatafl", "hivolts")
SPECTATORS = 10
TABLES_IN_MENU = 20
PLIES = 40
SECONDS_TO_WAIT = 60


class Size(NamedTuple):
    """How much is measured."""

    runs: int = 10
    requests: int = 20
    plies: int = 300


QUICK = Size(runs=2, requests=2, plies=20)


def report(name: str, ms: float, most_ms: float, remark: str = "") -> None:
    """Print a figure with its target."""
    met = "met" if ms <= most_ms else "missed"
    print(f"{name:<52}{ms:8.2f} ms   target {most_ms:5g} ms: {met:<6} {remark}".rstrip(), flush=True)


# ---- pages --------------------------------------------------------------------------------------------------------


def cost_ms(hall: HallProcess, work: Callable[[], int]) -> float:
    """CPU of the server for each of the things that some work does, in milliseconds."""
    before = hall.cpu_s()
    count = work()
    return (hall.cpu_s() - before) / count * 1000


def measure_menu(hall: HallProcess, size: Size) -> None:
    """The menu, with some tables at which one can go on playing."""
    visitor = hall.visitor()
    uvloop.run(_begin_tables(hall, visitor))

    def look() -> int:
        for _ in range(size.requests):
            visitor.get("/")
        return size.requests

    look()
    report("the menu", statistics.median(cost_ms(hall, look) for _ in range(size.runs)), 5)


async def _begin_tables(hall: HallProcess, visitor: Visitor) -> None:
    for _ in range(TABLES_IN_MENU):
        table = await sit_down(hall, visitor, 0)
        await table.move(pawn_move(0))  # a table at which nothing was played is not listed
        table.close()


def measure_pages(hall: HallProcess, size: Size) -> None:
    """A table's page. Every table is looked at once, so that nothing of it is there already."""
    visitor = hall.visitor()
    for game in GAMES:
        costs = [_pages_cost(hall, visitor, game, size.requests) for _ in range(size.runs + 1)]
        report(f"a table's page: {game}", statistics.median(costs[1:]), 8)


def _pages_cost(hall: HallProcess, visitor: Visitor, game: str, count: int) -> float:
    ids = [visitor.new_table(game, board="wild") for _ in range(count)]
    return cost_ms(hall, lambda: len([visitor.get(f"/tables/{table_id}") for table_id in ids]))


# ---- moves --------------------------------------------------------------------------------------------------------


def _rounds(first: int, second: int, files: str) -> list[str]:
    """A walk of a pawn along its second row, back over the next one, and home again."""
    west, east = files.split("e")
    return [*(f"{file}{first}" for file in f"e{west[::-1]}"), *(f"{file}{second}" for file in f"{west}e{east}")] + [
        f"{file}{first}" for file in east[::-1]
    ]


_WALKS = _rounds(8, 7, "abcdefghi"), _rounds(2, 3, "abcdefgh")


def pawn_move(ply: int) -> str:
    """The move at a ply of a game in which all walls stay in hand: positions with the most choices.

    The walks are of different lengths, so that no position comes three times in 300 plies.
    """
    walk = _WALKS[ply % 2]
    return walk[ply // 2 % len(walk)]


class Table:
    """A table with everybody who is connected to it."""

    def __init__(self) -> None:
        self.clients: list[TableClient] = []
        self._waits_for = 0
        self._all_told = asyncio.Event()
        self._number = 0
        self._error = ""

    async def add(self, hall: HallProcess, table_id: str, *, session: bool) -> None:
        """One more screen."""
        self._expect(1)
        self.clients.append(await connect(hall, table_id, self._hear, session=session))
        await self._told()

    async def move(self, text: str) -> float:
        """Play a move; how many seconds it takes until it is acknowledged and on all screens."""
        self._expect(len(self.clients) + 1)
        message = f'{{"type":"move","position_number":{self._number},"move":"{text}","request":"r{self._number}"}}'
        began = time.perf_counter()
        self.clients[self._number % 2].send(message.encode())
        await self._told()
        self._number += 1
        return time.perf_counter() - began

    def close(self) -> None:
        """Everybody leaves."""
        for client in self.clients:
            client.close()

    def _expect(self, messages: int) -> None:
        self._waits_for = messages
        self._all_told.clear()

    async def _told(self) -> None:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await self._all_told.wait()
        if self._error:
            raise RuntimeError(self._error)

    def _hear(self, message: bytes) -> None:
        self._waits_for -= 1
        if message.startswith(b'{"type":"error"'):
            self._error = message.decode()
        if not self._waits_for or self._error:
            self._all_told.set()


async def sit_down(hall: HallProcess, visitor: Visitor, spectators: int) -> Table:
    """Two people at a new table of Quoridor, and spectators."""
    table_id = visitor.new_table("quoridor", watchable=True)
    table = Table()
    for number in range(2 + spectators):
        await table.add(hall, table_id, session=number < 2)
    return table


async def measure_moves(hall: HallProcess, size: Size) -> None:
    """A move between two people, and the same with spectators."""
    visitor = hall.visitor()
    alone, watched = list[float](), list[float]()
    for _ in range(size.runs + 1):
        # By turns, so that whatever else the machine does befalls both.
        alone.append(await _moves_cost(hall, visitor, 0))
        watched.append(await _moves_cost(hall, visitor, SPECTATORS))
    move_ms = statistics.median(alone[1:])
    report("a move, from its receipt to both screens", move_ms, 1)
    more = statistics.median(b - a for a, b in zip(alone[1:], watched[1:], strict=True))
    report(f"{SPECTATORS} spectators more, in all", more, 0.3)


async def _moves_cost(hall: HallProcess, visitor: Visitor, spectators: int) -> float:
    table = await sit_down(hall, visitor, spectators)
    before = hall.cpu_s()
    for ply in range(PLIES):
        await table.move(pawn_move(ply))
    cost = (hall.cpu_s() - before) / PLIES * 1000
    table.close()
    return cost


# ---- loading a long game ------------------------------------------------------------------------------------------


async def play_long_games(folder: Path, count: int, plies: int) -> list[str]:
    """Play games of this length and keep them; the ids of their tables."""
    hall = await Hall.open(folder)
    owner = hall.accounts.owner
    ids = []
    try:
        for _ in range(count):
            start = taflheim.game("quoridor").start()
            table = await hall.tables.open(start, {side: Seat.person(owner.id, "Anna") for side in start.game.seats})
            for ply in range(plies):
                await hall.tables.act(table.id, Person(owner.id), Move(ply, pawn_move(ply)))
            ids.append(table.id)
    finally:
        await hall.close()
    return ids


async def measure_loading(hall: HallProcess, ids: Sequence[str], plies: int) -> None:
    """The first time that a page asks for a long game, and how another table's moves fare meanwhile."""
    visitor = hall.visitor()
    visitor.get(f"/tables/{visitor.new_table('quoridor')}")
    table = await sit_down(hall, visitor, 0)
    table.close()
    loads, undisturbed, disturbed = list[float](), list[float](), list[float]()
    for table_id in ids:
        table = await sit_down(hall, visitor, 0)
        undisturbed += [await table.move(pawn_move(ply)) for ply in range(6)]
        loading = asyncio.create_task(asyncio.to_thread(_loading_time, visitor, table_id))
        meanwhile = [await table.move(pawn_move(6))]
        while not loading.done():
            meanwhile.append(await table.move(pawn_move(6 + len(meanwhile))))
        loads.append(await loading)
        disturbed.append(max(meanwhile))
        table.close()
    report(f"loading a table of {plies} plies, with its page", statistics.median(loads[1:]) * 1000, 50)
    slowest, usual = statistics.median(disturbed[1:]) * 1000, statistics.median(undisturbed) * 1000
    report("  the slowest move elsewhere meanwhile, until shown", slowest, 20, f"(undisturbed: {usual:.2f} ms)")


def _loading_time(visitor: Visitor, table_id: str) -> float:
    began = time.perf_counter()
    visitor.get(f"/tables/{table_id}")
    return time.perf_counter() - began


# ---- all of it ----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a short form, to see that it works")
    size = QUICK if parser.parse_args(arguments).quick else Size()
    with tempfile.TemporaryDirectory() as folder:
        long_games = uvloop.run(play_long_games(Path(folder), size.runs + 1, size.plies))
        with hall_process(Path(folder)) as hall:
            measure_menu(hall, size)
            measure_pages(hall, size)
            uvloop.run(measure_moves(hall, size))
            uvloop.run(measure_loading(hall, long_games, size.plies))


if __name__ == "__main__":
    main()
