"""PostgreSQL: addresses, lost connections, a server that is stopped or killed, and several processes at once."""

import asyncio
import signal

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError, TimeoutError

from postgres import Cluster
from stores import NOW, move, new_table, opened, owner, run, with_store
from taflheim.store import accounts, tables
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.postgres import explain
from taflheim.store.store import Store
from taflheim.table.seat import Seat


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_both_forms_of_an_address(scheme: str, postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        await owner(store)

    with_store(postgres.address().replace("postgresql", scheme, 1), test)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://localhost/taflheim", "mysql is no kind of database that is known here"),
        ("postgresql://host:port/taflheim", "this is no address of a database"),
        ("postgresql://anna:secret@/taflheim?host=/nowhere", "see whether it runs and lets you in"),
    ],
)
def test_an_address_that_leads_nowhere(address: str, said: str) -> None:
    with pytest.raises(CannotOpen) as refused:
        Store.open(address)
    assert said in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_database_of_a_newer_version(postgres: Cluster) -> None:
    address = postgres.address()
    Store.open(address).close()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotOpen, match="was written by a newer Taflheim"):
        Store.open(address)


def test_a_database_of_another_program(postgres: Cluster) -> None:
    address = postgres.address()
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE accounts (iban TEXT)")
    with pytest.raises(CannotOpen, match="is a database of another program"):
        Store.open(address)


def test_connections_that_were_cut_are_replaced(postgres: Cluster) -> None:
    address = postgres.address()

    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(1, 4):
            await new_table(store, f"t{number}", {"a": Seat.person(anna.id, "Anna")})
            assert await store.read(accounts.get, anna.id) == anna
            with psycopg.connect(address) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                    " AND pid <> pg_backend_pid()"
                )
            assert await store.read(accounts.get, anna.id) == anna
            await store.write(tables.append, f"t{number}", [move(1)], {}, None)

    with_store(address, test)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_server_that_goes_and_comes_back(how: signal.Signals, postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        told: dict[str, int] = {}
        ends: list[BaseException] = []

        async def play(table_id: str) -> None:
            await new_table(store, table_id, {"a": Seat.person(anna.id, "Anna")})
            for number in range(1, 1_000_000):
                try:
                    await store.write(tables.append, table_id, [move(number)], {}, None)
                except StoreUnavailable as error:
                    ends.append(error)
                    return
                told[table_id] = number

        tasks = [asyncio.create_task(play(table_id)) for table_id in "tuvwxyz"]
        while sum(told.values()) < 100:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(postgres.stop, how)
        await asyncio.gather(*tasks)
        assert len(ends) == 7
        with pytest.raises(StoreUnavailable):
            await store.write(accounts.owner, "Bo", "bo", NOW)
        with pytest.raises(StoreUnavailable):
            await store.read(accounts.get, anna.id)
        await asyncio.to_thread(postgres.start)
        for table_id, last in told.items():
            stored = await store.read(tables.load, table_id)
            # One more may be there: its commit was done, but the word of it was lost.
            assert stored and [event.number for event in stored.events] in (
                list(range(1, last + 1)),
                list(range(1, last + 2)),
            )
            await store.write(tables.append, table_id, [move(len(stored.events) + 1)], {}, None)

    with_store(postgres.address(), test)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TimeoutError("no connection is free"), StoreUnavailable),
        (OperationalError("", {}, psycopg.errors.DiskFull()), StoreUnavailable),
        (OperationalError("", {}, psycopg.OperationalError("lost")), StoreUnavailable),
        (InterfaceError("", {}, psycopg.InterfaceError("closed")), StoreUnavailable),
        (InternalError("", {}, psycopg.errors.ReadOnlySqlTransaction()), StoreUnavailable),
        (IntegrityError("", {}, psycopg.errors.UniqueViolation()), Conflict),
        (IntegrityError("", {}, psycopg.errors.ForeignKeyViolation()), IntegrityError),
        (ZeroDivisionError(), ZeroDivisionError),
    ],
)
def test_what_an_error_means(error: Exception, told: type[Exception]) -> None:
    assert type(explain(error)) is told


def test_of_two_processes_one_writes_an_event(postgres: Cluster) -> None:
    address = postgres.address()

    async def test() -> None:
        async with opened(address) as one, opened(address) as two:
            anna = await owner(one)
            for number in range(20):
                await new_table(one, f"t{number}", {"a": Seat.person(anna.id, "Anna")})
            # In opposite orders, so that groups of both wait for each other.
            writes = [
                store.write(tables.append, f"t{number}", [move(1)], {}, None)
                for store, numbers in ((one, range(20)), (two, range(19, -1, -1)))
                for number in numbers
            ]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            for mine, yours in zip(answers[:20], reversed(answers[20:]), strict=True):
                assert {type(mine), type(yours)} == {type(None), Conflict}, (mine, yours)

    run(test())


def test_several_may_be_the_first(postgres: Cluster) -> None:
    """Of processes that start at once on an empty database one makes the schema."""
    address = postgres.address()

    async def test() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(Store.open, address) for _ in range(3)))
        for store in stores:
            await owner(store)
            await asyncio.to_thread(store.close)

    run(test())
