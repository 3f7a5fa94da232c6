"""Reads and writes beside each other; which database is opened, and what is loaded for it."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from threading import Event as Signal

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

import taflheim.store
from stores import NOW, move, new_table, opened, owner, run, with_store
from taflheim.store import accounts, sessions, tables
from taflheim.store.errors import CannotOpen, StoreUnavailable
from taflheim.store.store import Store
from taflheim.table.seat import Seat


def test_reading_does_not_wait_for_writing(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        begun, goes_on = Signal(), Signal()

        def work(connection: Connection) -> None:
            sessions.add(connection, "hash", anna.id, NOW)
            begun.set()
            goes_on.wait()

        writing = asyncio.create_task(store.write(work))
        await asyncio.to_thread(begun.wait)
        # The writer is in the middle of its transaction.
        assert await store.read(sessions.account_of, "hash", NOW) is None
        goes_on.set()
        await writing
        assert await store.read(sessions.account_of, "hash", NOW) == anna.id

    with_store(where, test)


def test_a_reader_sees_one_state(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await new_table(store, "t1", {"a": Seat.person(anna.id, "Anna")})
        begun, goes_on = Signal(), Signal()

        def read_twice(connection: Connection) -> bool:
            before = tables.load(connection, "t1")
            begun.set()
            goes_on.wait()
            return tables.load(connection, "t1") == before

        reading = asyncio.create_task(store.read(read_twice))
        await asyncio.to_thread(begun.wait)
        await store.write(tables.append, "t1", [move(1)], {}, None)
        goes_on.set()
        assert await reading
        stored = await store.read(tables.load, "t1")
        assert stored and len(stored.events) == 1

    with_store(where, test)


def test_a_reader_cannot_write(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        with pytest.raises(StoreUnavailable):
            await store.read(sessions.add, "hash", anna.id, NOW)
        assert await store.read(sessions.account_of, "hash", NOW) is None

    with_store(where, test)


def test_a_reader_that_is_cancelled_harms_nobody(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        begun, goes_on = Signal(), Signal()

        def work(connection: Connection) -> None:
            begun.set()
            goes_on.wait()

        for _ in range(10):  # more than there are threads
            reading = asyncio.create_task(store.read(work))
            await asyncio.to_thread(begun.wait)
            reading.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reading
        goes_on.set()
        await store.write(sessions.add, "hash", anna.id, NOW)
        assert await store.read(sessions.account_of, "hash", NOW) == anna.id

    with_store(where, test)


def test_what_is_read_wrongly_is_raised(where: Path | str) -> None:
    async def test(store: Store) -> None:
        def work(connection: Connection) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError) as raised:
            await store.read(work)
        assert raised.value.__cause__ is None  # it stands for itself

    with_store(where, test)


def test_only_a_lost_connection_is_tried_again(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        calls: list[bool] = []

        def fail_once(connection: Connection, lost: bool) -> str:
            calls.append(lost)
            if len(calls) == 1:
                raise OperationalError("", {}, sqlite3.OperationalError("gone"), connection_invalidated=lost)
            return "read"

        assert await store.read(fail_once, True) == "read"
        assert calls == [True, True]
        calls.clear()
        with pytest.raises(OperationalError):
            await store.read(fail_once, False)
        assert calls == [False]

    with_store(tmp_path / "db", test)


def test_a_closed_store_lets_go_of_its_file_and_says_that_it_is_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path / "db") as store:
            anna = await owner(store)
            assert await store.read(accounts.get, anna.id) == anna
        # SQLite clears up behind the last connection.
        assert [path.name for path in tmp_path.iterdir()] == ["db"]
        with pytest.raises(StoreUnavailable, match="the hall is closed"):
            await store.read(accounts.get, anna.id)
        with pytest.raises(StoreUnavailable, match="the hall is closed"):
            await owner(store)

    run(test())


def test_it_is_told_how_long_things_take(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        told: list[tuple[str, float]] = []
        store.measured = lambda *what: told.append(what)
        began = time.monotonic()
        await owner(store)
        await store.read(accounts.get, anna.id)
        took_s = time.monotonic() - began
        assert [what for what, _ in told] == ["write", "read"]
        assert all(0 < seconds < took_s for _, seconds in told)

    with_store(tmp_path / "db", test)


def test_a_path_may_be_a_text(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(str(tmp_path / "db")) as store:
            await owner(store)
        assert (tmp_path / "db").exists()

    run(test())


def test_nothing_is_loaded_that_is_not_needed(tmp_path: Path) -> None:
    """Alembic only where there is something to migrate; the driver of PostgreSQL never for a file."""
    code = """if True:
        import sys
        from taflheim.store.store import Store
        Store.open(sys.argv[1]).close()
        print(*(name in sys.modules for name in ("alembic", "psycopg")))
    """
    told = [subprocess.check_output([sys.executable, "-c", code, tmp_path / "db"], text=True) for _ in range(2)]
    assert told == ["True False\n", "False False\n"]


def test_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "taflheim.store.postgres", raising=False)
    monkeypatch.delattr(taflheim.store, "postgres", raising=False)
    with pytest.raises(CannotOpen, match=r"pip install 'taflheim\[scale\]'"):
        Store.open("postgresql://somewhere/taflheim")


def test_many_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    """Reading, then writing what follows from it, is one step on SQLite."""

    async def test(store: Store) -> None:
        anna = await owner(store)
        await new_table(store, "t1", {"a": Seat.person(anna.id, "Anna")})

        def append_next(connection: Connection) -> None:
            stored = tables.load(connection, "t1")
            assert stored
            tables.append(connection, "t1", [move(len(stored.events) + 1)], {}, None)

        await asyncio.gather(*(store.write(append_next) for _ in range(100)))
        assert len((await store.read(tables.load, "t1")).events) == 100  # type: ignore[union-attr]

    with_store(tmp_path / "db", test)
