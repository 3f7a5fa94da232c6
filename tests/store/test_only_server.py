"""One server for each PostgreSQL database: a second is refused, and a restart of the database is survived."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Semaphore, Thread

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import DBAPIError

from postgres import Cluster, cluster
from stores import opened, owner, run
from taflheim.store import only_server, postgres
from taflheim.store.errors import CannotOpen, StoreUnavailable
from taflheim.store.only_server import OnlyServer
from taflheim.store.store import Store

_HOLDER = (
    "SELECT pid, state FROM pg_stat_activity JOIN pg_locks USING (pid)"
    " WHERE locktype = 'advisory' AND datname = current_database()"
)


def engine(address: str) -> Engine:
    return postgres.engine(make_url(address).set(drivername="postgresql+psycopg"), 1)


def tries(engine: Engine) -> Semaphore:
    """Released whenever that engine has asked for the lock."""
    asked = Semaphore(0)

    def note(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if "try_advisory_lock" in statement:
            asked.release()

    event.listen(engine, "after_cursor_execute", note)
    return asked


def asked(address: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(question.encode()).fetchall()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def refuses(only: OnlyServer) -> bool:
    """Whether nothing may be written."""
    try:
        only.check(None)  # type: ignore[arg-type]
    except StoreUnavailable:
        return True
    return False


def test_a_second_server_is_refused(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_server, "_LET_GO_S", 0.0)
    address = postgres.address()
    first = Store.open(address, alone=True)
    with pytest.raises(CannotOpen, match="another Taflheim serves"):
        Store.open(address, alone=True)
    Store.open(address).close()  # who only looks on may
    Store.open(postgres.address(), alone=True).close()  # and another database is another one
    first.close()
    Store.open(address, alone=True).close()


def test_several_share_a_database_but_not_with_one_that_serves_alone(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.address()
    one, other = Store.open(address, shared=True), Store.open(address, shared=True)
    with monkeypatch.context() as impatient:
        impatient.setattr(only_server, "_LET_GO_S", 0.0)
        with pytest.raises(CannotOpen, match="another Taflheim serves"):
            Store.open(address, alone=True)
    one.close()
    other.close()
    alone = Store.open(address, alone=True)  # the database may take a moment to notice that they have gone
    with monkeypatch.context() as impatient:
        impatient.setattr(only_server, "_LET_GO_S", 0.0)
        with pytest.raises(CannotOpen, match=r"alone: stop .*TAFLHEIM_REDIS_URL"):
            Store.open(address, shared=True)
    alone.close()


def test_a_file_is_not_shared(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="TAFLHEIM_DATABASE_URL"):
        Store.open(tmp_path / "taflheim.sqlite", shared=True)


def test_the_lock_is_taken_again_when_the_database_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_server, "_LOOK_EVERY_S", 0.05)
    with cluster() as running:
        address = running.address()

        async def test() -> None:
            store = await asyncio.to_thread(Store.open, address, alone=True)
            await owner(store)
            await asyncio.to_thread(running.stop)
            with pytest.raises(StoreUnavailable):
                await owner(store)
            await asyncio.to_thread(running.start)
            while True:
                try:
                    await owner(store)
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.05)
            monkeypatch.setattr(only_server, "_LET_GO_S", 0.0)
            with pytest.raises(CannotOpen, match="another Taflheim serves"):
                await asyncio.to_thread(Store.open, address, alone=True)
            await asyncio.to_thread(store.close)
            async with opened(address):
                pass

        run(test())


def test_a_server_that_ends_is_waited_for(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_server, "_LET_GO_S", 60.0)
    address = postgres.address()
    first = OnlyServer(engine(address), "first")
    second: list[OnlyServer] = []
    other = engine(address)
    tried = tries(other)
    waiting = Thread(target=lambda: second.append(OnlyServer(other, "second")))
    waiting.start()
    assert tried.acquire(timeout=60) and tried.acquire(timeout=60)
    assert second == []
    first.close()
    waiting.join(60)
    assert not refuses(second[0])
    second[0].close()
    assert asked(address, _HOLDER) == []


def test_who_holds_it_is_idle(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction that stays open would keep the database from cleaning up."""
    address = postgres.address()
    for every_s in (600.0, 0.01):
        monkeypatch.setattr(only_server, "_LOOK_EVERY_S", every_s)
        only = OnlyServer(engine(address), "it")
        looked: list[str] = []
        for _ in range(20):
            ((_, state),) = asked(address, _HOLDER)
            looked.append(str(state))
        assert "idle" in looked and not refuses(only)
        only.close()
        assert refuses(only)


def test_a_server_in_whose_place_is_another_writes_nothing(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(only_server, "_LOOK_EVERY_S", 0.02)
    caplog.set_level(logging.WARNING, "taflheim.store.only_server")
    address = postgres.address()
    own = engine(address)
    only = OnlyServer(own, "it")
    ((pid, _),) = asked(address, _HOLDER)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(f"SELECT pg_terminate_backend({pid})".encode())
        other.execute(f"SELECT pg_advisory_lock({only_server._LOCK})".encode())
        until(lambda: refuses(only))
        tried = tries(own)
        assert tried.acquire(timeout=60) and tried.acquire(timeout=60)
        assert refuses(only)
        assert [message.partition(":")[0] for message in caplog.messages] == ["the database is away"]
    until(lambda: not refuses(only))
    assert caplog.messages[1:] == ["the database is back, and ours"]
    only.close()


def test_a_database_that_ends_in_between(postgres: Cluster) -> None:
    address = postgres.address()
    cut_off = engine(address)

    def end(_connection: Connection, cursor: psycopg.Cursor[object], statement: str, *_: object) -> None:
        if "advisory_lock" in statement:
            pid = cursor.connection.info.backend_pid
            asked(address, f"SELECT pg_terminate_backend({pid})")

    event.listen(cut_off, "before_cursor_execute", end)
    with pytest.raises(DBAPIError):
        OnlyServer(cut_off, "it")
