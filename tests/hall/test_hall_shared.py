"""A hall that several servers share: one keeps house, and goes on where another has left off."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from chatting import guest
from evenings import seats
from idle_servers import QUORIDOR, Two, server, settings_of, told_news, with_servers
from postgres import Cluster
from stores import run
from taflheim.hall import clock, names
from taflheim.hall import hall as hall_module
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.presence import LOBBY
from taflheim.hall.settings import Settings
from taflheim.store import accounts, attendance, leases
from taflheim.store.attendance import Seen
from taflheim.store.errors import CannotOpen, Conflict
from taflheim.store.store import Store
from taflheim.table.event import Move
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

Test = Callable[[Callable[[Two], Awaitable[None]]], None]


@pytest.fixture
def together(tmp_path: Path, postgres: Cluster) -> Test:
    """Do something with two servers."""
    return partial(with_servers, tmp_path, postgres)


def test_a_server_begins_and_lets_go_of_everything(tmp_path: Path, postgres: Cluster) -> None:
    async def test() -> None:
        address = postgres.address()
        before = asyncio.all_tasks()
        async with server(tmp_path / "one", address) as idle:
            bo = await guest(idle.hall)
            free = {"a": Seat.person(bo.account, "Bo"), "b": Seat.free()}
            terms = Terms(TimeControl.parse("days 1"), public=True, opener=bo.account)
            table = await idle.hall.tables.open(QUORIDOR.start(), free, terms)
            async with server(tmp_path / "two", address, idle=False) as two:
                hall = two.hall
                assert hall.id == idle.hall.id and hall.accounts.owner == idle.hall.accounts.owner
                assert hall.keeps_house and not idle.hall.keeps_house
                assert [one.id for one in hall.lobby.open_tables()] == [table.id]
                assert LOBBY in two.news.followed and hall.counting._tasks._running  # type: ignore[attr-defined]
                assert two.worker in await hall._store.read(leases.workers, "worker:")
                await hall._tasks.finish()
            assert two.news.closed
            assert await idle.hall._store.read(leases.workers, "") == [], "nobody need wait for it"
            assert idle.hall.counting is not hall.counting and not hall.counting._tasks._running  # type: ignore[attr-defined]
        assert asyncio.all_tasks() == before

    with told_news():
        run(test())


def test_who_keeps_house_goes_on_where_a_server_has_left_off(together: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(two: Two) -> None:
        one, killed = two.one.hall, two.other

        async def never(_: str) -> None:
            await asyncio.Event().wait()

        for hall in (one, killed.hall):
            monkeypatch.setattr(hall.bots, "_ready", never)
        table = await killed.hall.tables.open(QUORIDOR.start(), seats(killed.hall, QUORIDOR, "b"))
        seen = Seen(two.table.id, two.bo.account, 1, now_ms(), 0)
        await one._store.write(attendance.put, "killed", [seen], [])
        assert one._leases
        await one._leases.begin()
        await one._tasks.finish()
        assert one.bots.busy(table.id), "its bots think"
        (gone,) = await one._store.read(attendance.at, two.one.worker, two.table.id)
        assert gone.connections == 0, "who was connected there is away"

    together(work)


def test_who_does_not_keep_house_leaves_what_is_done_once(together: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(two: Two) -> None:
        done: list[str] = []

        async def let_go() -> None:
            done.append("let go")

        async def forget() -> None:
            done.append("forgotten")

        async def make_ahead() -> None:
            done.append("boards made")

        hall = two.one.hall
        monkeypatch.setattr(hall.games, "let_go", let_go)
        monkeypatch.setattr(hall, "_forget_the_old", forget)
        monkeypatch.setattr(hall.daily, "make_ahead", make_ahead)
        monkeypatch.setattr(hall.lobby.pairing, "pair_soon", lambda: done.append("paired"))
        for keeps_house in (False, True):
            assert hall._leases
            hall._leases.keeps_house = keeps_house
            assert hall.keeps_house == keeps_house
            done.clear()
            for duty in (hall._forget, hall._let_go, hall._pair, hall._make_boards):
                duty()
            await hall._tasks.finish()
            once = {"let go", "forgotten", "paired"} if keeps_house else set()
            assert set(done) == {"boards made", *once}, "everybody has the boards in their own memory"

    together(work)


def test_a_bot_thinks_at_one_server(together: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.leases.RENEW_EVERY_S", 0.01)

    async def work(two: Two) -> None:
        one, other = two.one.hall, two.other.hall
        waits = asyncio.Event()
        told = list[int]().append
        refresh = other.tables.refresh

        async def looked(table_id: str) -> None:
            await refresh(table_id)
            waits.set()

        async def turn() -> None:
            async with other.bots.turn.mine(two.table, told):
                pass

        monkeypatch.setattr(other.tables, "refresh", looked)
        moved = (await one.tables.act(two.table.id, two.anna, Move(0, "e8"))).table
        async with one.bots.turn.mine(two.table, told):
            waiting = asyncio.create_task(turn())
            await waits.wait()
            assert not waiting.done()
            async with other.bots.turn.mine(moved, told):
                pass  # another position is another turn
        await waiting

    together(work)


def test_time_is_called_later_on_who_is_elsewhere(together: Test) -> None:
    async def work(two: Two) -> None:
        assert 500 <= two.one.hall.deadlines.elsewhere_ms <= 5_000

    together(work)


def test_what_sharing_needs(tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(settings: Settings, why: str) -> None:
        with pytest.raises(CannotOpen, match=why):
            await Hall.open(tmp_path, settings)

    shared = settings_of(tmp_path, postgres.address())
    with told_news():
        run(refused(Settings(tmp_path, redis_url=shared.redis_url), "redis_url: .* TAFLHEIM_DATABASE_URL"))
        monkeypatch.setattr(hall_module, "find_spec", lambda _name: None)
        run(refused(shared, "driver of Redis"))


def test_what_time_it_is_for_the_database_is_known_from_the_start(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: real() - 3_600_000_000_000))

    async def test() -> None:
        async with server(tmp_path, postgres.address()):
            assert clock.now_ms() - clock.machine_ms() > 30 * 60_000

    with told_news():
        run(test())


def test_one_database_is_served_alone_or_shared(tmp_path: Path, postgres: Cluster) -> None:
    async def test() -> None:
        address = postgres.address()
        alone = await Hall.open(tmp_path / "alone", Settings(tmp_path / "alone", database_url=address), idle=True)
        with pytest.raises(CannotOpen):
            await Hall.open(tmp_path / "shared", settings_of(tmp_path / "shared", address), idle=True)
        await alone.close()
        async with server(tmp_path / "shared", address):
            with pytest.raises(CannotOpen):
                await Hall.open(tmp_path / "alone", alone.settings, idle=True)

    with told_news():
        run(test())


def test_of_several_first_servers_one_makes_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store.write
    raced = False

    async def race(self: Store, work: object, *args: object, **more: object) -> object:
        nonlocal raced
        if work is accounts.owner and not raced:
            raced = True
            # Another one is faster by a moment.
            await write(self, accounts.owner, "Anna", names.key("Anna"), now_ms())
            raise Conflict("there is an owner")
        return await write(self, work, *args, **more)  # type: ignore[arg-type]

    async def test() -> None:
        hall = await Hall.open(tmp_path, idle=True)
        assert hall.accounts.owner.name == "Anna"
        await hall.close()

    monkeypatch.setattr(Store, "write", race)
    run(test())
