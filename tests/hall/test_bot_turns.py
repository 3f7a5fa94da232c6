"""Which of the processes that serve a hall thinks for a bot: two of them, on one PostgreSQL."""

import asyncio
from pathlib import Path

import pytest

from idle_servers import Server, Two, with_servers
from postgres import Cluster
from taflheim.hall import leases as leases_module
from taflheim.hall.bot_turns import BotLeases, Turns
from taflheim.store import leases as rows
from taflheim.table.event import Move


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are looked at so often that a test need not wait for it."""
    monkeypatch.setattr(leases_module, "RENEW_EVERY_S", 0.02)


def turns(server: Server) -> BotLeases:
    assert server.hall._leases
    return BotLeases(server.hall._leases, server.hall.tables)


def test_one_thinks_and_the_other_waits_and_looks(tmp_path: Path, postgres: Cluster) -> None:
    async def work(two: Two) -> None:
        one, other, table = turns(two.one), turns(two.other), two.table
        waits: asyncio.Queue[int] = asyncio.Queue()
        thinks = asyncio.Event()

        async def other_thinks() -> None:
            async with other.mine(table, waits.put_nowait):
                thinks.set()

        with two.other.hall.tables.watch(table.id) as changes:
            async with one.mine(table, waits.put_nowait):
                assert await two.one.hall._store.read(rows.workers, f"bot:{table.id}:0") == [two.one.worker]
                waiting = asyncio.create_task(other_thinks())
                assert await waits.get() == 0
                one.note({(table.id, 0): 3, (table.id, 1): 5})
                while await waits.get() != 3:
                    pass  # it is told once it is stored
                await two.one.hall.tables.act(table.id, two.anna, Move(0, "e8"))
                assert (await changes.get()).table.number == 1, "what was played elsewhere is found"
                assert not thinks.is_set()
            await waiting
        assert thinks.is_set()

    with_servers(tmp_path, postgres, work)


def test_each_position_is_another_turn(tmp_path: Path, postgres: Cluster) -> None:
    async def work(two: Two) -> None:
        after = (await two.one.hall.tables.act(two.table.id, two.anna, Move(0, "e8"))).table
        async with turns(two.one).mine(two.table, lambda _: None), turns(two.other).mine(after, lambda _: None):
            pass

    with_servers(tmp_path, postgres, work)


def test_who_serves_alone_waits_for_nobody(tmp_path: Path, postgres: Cluster) -> None:
    async def work(two: Two) -> None:
        alone = Turns()
        async with alone.mine(two.table, lambda _: None), alone.mine(two.table, lambda _: None):
            alone.note({(two.table.id, 0): 1})

    with_servers(tmp_path, postgres, work)
