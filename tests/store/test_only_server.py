"""One server for each PostgreSQL database: a second is refused, and a restart of the database is survived."""

import asyncio

import pytest

from postgres import Cluster, cluster
from stores import opened, owner, run
from taflheim.store import only_server
from taflheim.store.errors import CannotOpen, StoreUnavailable
from taflheim.store.store import Store


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
