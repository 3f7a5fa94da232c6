"""What keeping a move costs.

    .venv/bin/python benchmarks/store.py [FILE or postgresql://…]

Many tables are played at once, so that commits are made in groups. Figures are medians of five rounds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from taflheim.store import accounts, tables
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.store.tables import NewTable
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

ROUNDS, TABLES, MOVES = 5, 100, 40
MOST_US = 150


async def one_round(store: Store, account: str) -> tuple[float, float, float]:
    """Moves a second, microseconds of CPU for a move, and of it in the event loop's thread."""
    seats = {"a": Seat.person(account, "Anna"), "b": Seat.person(account, "Bo")}
    ids = [new_id() for _ in range(TABLES)]
    await asyncio.gather(
        *(store.write(tables.add, NewTable(i, "quoridor", {}, "start", seats, Terms(created_ms=1))) for i in ids)
    )

    async def play(table_id: str) -> None:
        for number in range(1, MOVES + 1):
            event = Event(number, "move", "a", "e8", number, 0, account, f"request-{number:024}", "digest")
            await store.write(tables.append, table_id, [event], {}, None)

    began = time.perf_counter(), time.process_time(), time.thread_time()
    await asyncio.gather(*map(play, ids))
    wall, cpu, loop = (
        now - then
        for now, then in zip((time.perf_counter(), time.process_time(), time.thread_time()), began, strict=True)
    )
    count = TABLES * MOVES
    return count / wall, cpu / count * 1e6, loop / count * 1e6


async def measure(where: Path | str) -> None:
    """Print the figures."""
    store = Store.open(where)
    owner = await store.write(accounts.owner, "Anna", "anna", 1)
    await one_round(store, owner.id)
    rounds = [await one_round(store, owner.id) for _ in range(ROUNDS)]
    rate, cpu, loop = (statistics.median(column) for column in zip(*rounds, strict=True))
    met = "met" if cpu <= MOST_US else "missed"
    print(f"{rate:,.0f} moves/s; {cpu:.0f} µs of CPU for each (target {MOST_US}: {met}), {loop:.0f} in the event loop")
    store.close()


def main() -> None:
    """Measure the database that the arguments name, or a new file."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else Path(folder) / "taflheim.sqlite"))


if __name__ == "__main__":
    main()
