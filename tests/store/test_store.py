"""The store: what is kept comes back, also after the process was killed."""

import asyncio
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError

import taflheim
from taflheim.store import schema
from taflheim.store.database import bring_up_to_date, connect
from taflheim.store.store import Store
from taflheim.table.event import Move, Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "db")
        owner = await store.owner("Anna")
        table = Table.new(
            "t1",
            taflheim.game("quoridor", players=3, rules="strict").start(),
            {"a": Seat.person(owner.id, "Anna"), "b": Seat.bot(2, "Bot"), "c": Seat.bot(1, "Bit")},
        )
        await store.add_table(table)
        for move in ("e8", "e2", "b5"):
            account = owner.id if table.record.turn == "a" else None
            event = table.decide(Move(table.ply, move, f"r{move}"), account)
            table = table.after(event)
            await store.add_event(table, event)
        store.close()
        again = Store(tmp_path / "db")
        assert await again.table("t1") == table
        assert await again.table("t2") is None
        assert await again.owner("somebody else") == owner
        again.close()

    asyncio.run(play())


def test_an_event_or_a_request_is_kept_once(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "db")
        owner = await store.owner("Anna")
        table = Table.new("t1", taflheim.game("hivolts").start(seed=1), {"player": Seat.person(owner.id, "Anna")})
        await store.add_table(table)
        event = table.decide(Move(0, "s", "r1"), owner.id)
        await store.add_event(table, event)
        with pytest.raises(IntegrityError):
            await store.add_event(table, event)
        with pytest.raises(IntegrityError):
            await store.add_event(table, event._replace(number=2))
        await store.add_event(table, event._replace(number=2, request="r2"))
        store.close()

    asyncio.run(play())


def test_stats_count_finished_games_by_side(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "db")
        owner = await store.owner("Anna")
        for number, (mine, loser) in enumerate(
            [("sheep", "sheep"), ("sheep", "foxes"), ("foxes", "foxes"), ("foxes", "")]
        ):
            seats = {side: Seat.bot(1, "Bot") for side in ("sheep", "foxes")}
            seats[mine] = Seat.person(owner.id, "Anna")
            table = Table.new(f"t{number}", taflheim.game("halatafl").start(), seats)
            await store.add_table(table)
            if loser:
                event = table.decide(Resign(loser), seats[loser].account)
                table = table.after(event)
                await store.add_event(table, event)
        assert [tuple(stat) for stat in await store.stats(owner.id)] == [
            ("halatafl", "foxes", 1, 0, 1, 0),
            ("halatafl", "sheep", 2, 1, 1, 0),
        ]
        infos = await store.tables(owner.id, 10)
        assert [info.id for info in infos if not info.finished] == ["t3"]
        assert infos[0].seats == {"sheep": "Bot", "foxes": "Anna"}
        assert len(await store.tables(owner.id, 2)) == 2
        assert await store.tables("stranger", 10) == []
        store.close()

    asyncio.run(play())


def test_work_that_fails_fails_alone(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "db")
        owner = await store.owner("Anna")
        start = taflheim.game("hivolts").start(seed=1)
        tables = [Table.new(f"t{n % 10}", start, {"player": Seat.person(owner.id, "Anna")}) for n in range(20)]
        answers = await asyncio.gather(*map(store.add_table, tables), return_exceptions=True)
        assert [isinstance(answer, IntegrityError) for answer in answers] == [False] * 10 + [True] * 10
        assert len(await store.tables(owner.id, 50)) == 10
        store.close()

    asyncio.run(play())


def test_what_was_answered_survives_a_kill(tmp_path: Path) -> None:
    """A process writes events and tells each that is kept, until it is killed: all it told are there."""
    writer = textwrap.dedent("""
        import asyncio, sys
        from pathlib import Path
        import taflheim
        from taflheim.store.store import Store
        from taflheim.table.event import Event
        from taflheim.table.seat import Seat
        from taflheim.table.table import Table

        async def write():
            store = Store(Path(sys.argv[1]))
            owner = await store.owner("Anna")
            table = Table.new("t", taflheim.game("hivolts").start(seed=1), {"player": Seat.person(owner.id, "Anna")})
            await store.add_table(table)
            for number in range(1, 1_000_000):
                await store.add_event(table, Event(number, "move", "player", "s", number - 1))
                print(number, flush=True)

        asyncio.run(write())
    """)
    file = tmp_path / "db"
    with subprocess.Popen([sys.executable, "-c", writer, file], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(50)]
        process.kill()
        told += [int(line) for line in process.stdout.read().splitlines() if line.strip()]
    engine = connect(file)
    with engine.begin() as connection:
        kept = connection.execute(schema.events.select().order_by(schema.events.c.number)).all()
    engine.dispose()
    assert [row.number for row in kept][: len(told)] == told
    assert len(kept) <= len(told) + 1


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    engine = connect(tmp_path / "db")
    bring_up_to_date(engine)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()
    scripts = ScriptDirectory(str(Path(schema.__file__).parent / "migrations"))
    assert scripts.get_current_head() == schema.REVISION


def test_alembic_is_loaded_only_when_there_is_something_to_do(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from taflheim.store.store import Store; Store(Path(sys.argv[1])).close()"
    )
    code += "; print('alembic' in sys.modules)"
    told = [subprocess.check_output([sys.executable, "-c", code, tmp_path / "db"], text=True) for _ in range(2)]
    assert told == ["True\n", "False\n"]


def test_the_database_is_durable_and_strict(tmp_path: Path) -> None:
    engine = connect(tmp_path / "db")
    with engine.begin() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    engine.dispose()
    assert settings == ["wal", 2, 1, 10000]
