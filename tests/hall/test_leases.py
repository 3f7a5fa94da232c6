"""Leases: what is to be done once is done by one process, and by another when that is gone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from sqlalchemy import Connection, select, update

from postgres import Cluster
from stores import opened, run
from taflheim.hall import leases as leases_module
from taflheim.hall.leases import LIFETIME_MS, RENEW_EVERY_S, Leases
from taflheim.store import leases as rows
from taflheim.store import schema
from taflheim.store.errors import StoreUnavailable
from taflheim.store.store import Store

HOUR_MS = 3_600_000


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are renewed so often that a test need not wait for it."""
    monkeypatch.setattr(leases_module, "RENEW_EVERY_S", 0.02)


class Process:
    """One of the processes, and whom it was told to serve the hall."""

    def __init__(self, store: Store, name: str):
        self.leases = Leases(store, name)
        self.told: list[list[str]] = []
        self.leases.when_it_changes = self._changed

    async def _changed(self, serving: list[str]) -> None:
        self.told.append(serving)

    async def killed(self) -> None:
        """As if it were killed, and its leases had lapsed since: it lets go of nothing."""
        await self.leases._tasks.cancel()
        await self.leases._store.write(lapse, self.leases.worker)


def lapse(connection: Connection, worker: str) -> None:
    connection.execute(update(schema.leases).where(schema.leases.c.worker == worker).values(until_ms=0))


def kept(connection: Connection) -> list[str]:
    return sorted(connection.execute(select(schema.leases.c.name)).scalars())


@asynccontextmanager
async def process(store: Store, name: str) -> AsyncIterator[Process]:
    one = Process(store, name)
    try:
        yield one
    finally:
        await one.leases.close()


def with_processes(cluster: Cluster, names: str, work: Callable[..., Awaitable[None]]) -> None:
    """Do something with a store and with the processes of these names, none of which has begun."""

    async def test() -> None:
        async with opened(cluster.address()) as store, AsyncExitStack() as stack:
            await work(store, *[await stack.enter_async_context(process(store, name)) for name in names.split()])

    run(test())


async def so(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


async def nothing(_before: int) -> None:
    """Done while one waits for a lease."""


def test_one_keeps_house_and_knows_who_serves(postgres: Cluster) -> None:
    async def work(store: Store, one: Process, other: Process) -> None:
        assert one.leases.worker == "two" and not one.leases.keeps_house
        await one.leases.begin()
        assert one.leases.keeps_house and one.told == [["two"]]
        await other.leases.begin()
        assert not other.leases.keeps_house and other.told == []
        await so(lambda: len(one.told) == 2)
        assert one.told[-1] == ["one", "two"], "in order"
        await other.leases.close()
        await so(lambda: len(one.told) == 3)
        assert one.told[-1] == ["two"]

    with_processes(postgres, "two one", work)


def test_who_serves_is_told_in_order_whoever_renews_last(postgres: Cluster) -> None:
    """A database gives rows that were written again after those that were not."""

    async def work(store: Store, one: Process, other: Process) -> None:
        for process in (one, other, one, other, one):
            await process.leases._renew()
        assert one.told == [["one"], ["one", "other"]]

    with_processes(postgres, "one other", work)


def test_another_keeps_house_when_one_is_gone(postgres: Cluster) -> None:
    async def work(store: Store, one: Process, other: Process) -> None:
        await one.leases.begin()
        await other.leases.begin()
        await one.leases.close()
        await so(lambda: other.leases.keeps_house and other.told)
        assert other.told == [["other"]]
        # Of one that was killed the leases lapse.
        third = Process(store, "third")
        await third.leases.begin()
        await so(lambda: len(other.told) == 2)
        await other.killed()
        await so(lambda: third.leases.keeps_house and third.told)
        assert third.told == [["third"]]
        await third.leases.close()

    with_processes(postgres, "one other", work)


def test_who_has_lost_the_house_knows_nothing_of_it(postgres: Cluster) -> None:
    """One that was stopped for long finds that another keeps house, and is told who serves when it does so again."""

    async def work(store: Store, one: Process, other: Process) -> None:
        await one.leases._renew()
        assert one.told == [["one"]]
        await store.write(lapse, "one")
        await other.leases._renew()
        assert other.leases.keeps_house
        await one.leases._renew()
        assert not one.leases.keeps_house
        await other.leases.close()
        await one.leases._renew()
        assert one.leases.keeps_house and one.told == [["one"], ["one"]]
        await one.leases._renew()
        assert len(one.told) == 2, "nothing has changed"

    with_processes(postgres, "one other", work)


def test_nobody_need_hear_who_serves(postgres: Cluster) -> None:
    async def work(_store: Store, one: Process) -> None:
        one.leases.when_it_changes = None
        await one.leases.begin()
        assert one.leases.keeps_house

    with_processes(postgres, "one", work)


def test_a_lease_is_held_by_one_and_then_by_the_other(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(delay: float) -> None:
        pauses.append(delay)
        await sleep(delay)

    async def work(store: Store, one: Process, other: Process) -> None:
        waited = asyncio.Queue[int](1)

        async def waits(before: int) -> None:
            await waited.put(before)

        async def takes_it() -> bool:
            async with other.leases.held("bot", waits):
                return one_is_done

        one_is_done = False
        monkeypatch.setattr(asyncio, "sleep", noted)
        async with one.leases.held("bot", nothing):
            taking = asyncio.create_task(takes_it())
            assert [await waited.get() for _ in range(3)] == [0, 0, 0]
            one.leases.note({"bot": 5})
            while await waited.get() != 5:
                pass  # it is told once it is stored
            one_is_done = True
        while not taking.done():
            if not waited.empty():
                waited.get_nowait()
            await asyncio.sleep(0.01)
        assert await taking
        assert pauses.count(leases_module.RENEW_EVERY_S) >= 3, "the database is not asked all the time"
        await other.leases._tasks.finish()
        assert await store.read(rows.workers, "bot") == [], "it is let go of"

    with_processes(postgres, "one other", work)


def test_what_is_held_is_renewed_until_it_is_let_go_of(postgres: Cluster) -> None:
    async def work(store: Store, one: Process) -> None:
        async with one.leases.held("bot", nothing):
            await store.write(lapse, "one")
            await one.leases._renew()
            assert await store.read(rows.workers, "bot") == ["one"]
        await one.leases._tasks.finish()
        await one.leases._renew()
        assert await store.read(rows.workers, "bot") == []

    with_processes(postgres, "one", work)


def test_a_token_is_used_once(postgres: Cluster) -> None:
    async def work(_store: Store, one: Process, other: Process) -> None:
        assert await one.leases.first("hash")
        for process in (one, other):
            assert await process.leases.first("hash") is False
        assert await other.leases.first("another")

    with_processes(postgres, "one other", work)


def test_leases_that_lapsed_long_ago_are_forgotten(postgres: Cluster) -> None:
    async def work(store: Store, one: Process) -> None:
        await store.write(rows.claim, ["long ago"], "x", -25 * HOUR_MS)
        await store.write(rows.claim, ["yesterday"], "x", -23 * HOUR_MS)
        await one.leases.begin()
        assert await store.read(kept) == ["house", "worker:one", "yesterday"]

    with_processes(postgres, "one", work)


def test_nobody_keeps_house_while_the_database_is_away(postgres: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    async def work(store: Store, one: Process) -> None:
        await one.leases.begin()
        write, failing = store.write, StoreUnavailable("away")

        async def fails(*_: object) -> None:
            raise failing

        store.write = fails  # type: ignore[method-assign, assignment]
        await so(lambda: not one.leases.keeps_house)
        assert not caplog.records
        failing = ZeroDivisionError()  # type: ignore[assignment]
        await so(lambda: "tried again" in caplog.text)
        store.write = write  # type: ignore[method-assign]
        await so(lambda: one.leases.keeps_house)
        await so(lambda: len(one.told) == 2)
        assert one.told[1] == ["one"], "others may have done anything meanwhile"

    with_processes(postgres, "one", work)


def test_whoever_is_gone_is_replaced_within_five_seconds() -> None:
    assert LIFETIME_MS / 1000 + RENEW_EVERY_S <= 5 and LIFETIME_MS >= 3_000 * RENEW_EVERY_S
