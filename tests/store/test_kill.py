"""A process that writes is killed: all that it was told to be kept is there."""

import subprocess
import sys
from pathlib import Path

from stores import opened, run
from taflheim.store import tables

WRITER = """if True:
    import asyncio, sys
    from stores import move, new_table, opened, owner
    from taflheim.store import tables
    from taflheim.table.seat import Seat

    async def write(store, account, table_id):
        for number in range(1, 1_000_000):
            await store.write(tables.append, table_id, [move(number, account, f"r{number}")], {}, None)
            print(table_id, number, flush=True)

    async def main():
        async with opened(sys.argv[1]) as store:
            anna = await owner(store)
            for table_id in "tuv":
                await new_table(store, table_id, {"a": Seat.person(anna.id, "Anna")})
            await asyncio.gather(*(write(store, anna.id, table_id) for table_id in "tuv"))

    asyncio.run(main())
"""


def test_what_was_acknowledged_survives_a_kill(where: Path | str) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(where)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(150)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    told = [line.split() for line in lines if line.endswith("\n")]

    async def test() -> None:
        async with opened(where) as store:
            for table_id in "tuv":
                stored = await store.read(tables.load, table_id)
                assert stored
                last = max(int(number) for name, number in told if name == table_id)
                # One more may be there, whose acknowledgement died with the process.
                assert len(stored.events) in (last, last + 1)
                assert [event.number for event in stored.events] == list(range(1, len(stored.events) + 1))

    run(test())
