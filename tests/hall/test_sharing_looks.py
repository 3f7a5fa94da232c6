"""What a server looks up of what another has done, and when: two halls on one PostgreSQL that do nothing by themselves.

test_sharing.py has the same with everything at work; there one way often hides that another fails.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from chatting import texts
from evenings import me
from idle_servers import QUORIDOR, Two, server, told_news, with_servers
from postgres import Cluster
from stores import run
from taflheim.hall import clock, sharing
from taflheim.hall.chat import Renewed
from taflheim.hall.clock import now_ms
from taflheim.hall.news import HALL
from taflheim.hall.presence import LOBBY
from taflheim.store import attendance
from taflheim.store.attendance import Seen
from taflheim.store.errors import StoreUnavailable
from taflheim.table.errors import Refused
from taflheim.table.event import Claim, Move
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

MINUTE_MS = 60_000
Test = Callable[[Callable[[Two], Awaitable[None]]], None]


@pytest.fixture
def together(tmp_path: Path, postgres: Cluster) -> Test:
    """Do something with two servers."""
    return partial(with_servers, tmp_path, postgres)


# ---- news -------------------------------------------------------------------------------------------------------


def test_of_a_table_what_is_new_is_looked_up(together: Test) -> None:
    async def work(two: Two) -> None:
        topic, other = two.table.id, two.other
        with other.hall.tables.watch(topic) as changes, other.hall.chat.listen(topic) as lines:
            await two.one.hall.tables.act(topic, two.anna, Move(0, "e8"))
            await two.one.hall.chat.say(topic, two.anna, "Hail!")
            assert await other.hears(topic, "people") == set()
            assert await other.hears(topic, "events") == {"tables.later"}
            assert (await changes.get()).table.number == 1
            assert await other.hears(topic, "chat") == {"chat.marks"}
            assert await lines.get() == Renewed(more=True)
            with two.one.hall.presence.connected(topic, two.anna.account):
                await two.one.sharing._tell_people()
                assert await other.hears(topic, "here") == {"attendance.at"}
                assert two.anna.account in other.hall.presence.at(topic)
                assert (await changes.get()).events == (), "who watches is told who is there"
            assert await other.hears(topic, "gap") == {"tables.later", "chat.marks", "attendance.at"}

    together(work)


def test_of_the_hall_what_is_new_is_looked_up(together: Test) -> None:
    async def work(two: Two) -> None:
        lobby = {"seeks.everybody", "lobby.listed"}
        other, anna = two.other, two.anna.account
        free = {"a": Seat.person(anna, "Anna"), "b": Seat.free()}
        table = await two.one.hall.tables.open(QUORIDOR.start(), free, Terms(public=True, opener=anna))
        with other.hall.tables.watch(two.table.id) as changes, other.hall.chat.listen(two.table.id):
            assert await other.hears(HALL, "people") == set()
            assert await other.hears(HALL, "lobby") == lobby
            assert list(other.hall.lobby._listed) == [table.id]
            with two.one.hall.presence.connected(LOBBY, anna):
                await two.one.sharing._tell_people()
                assert await other.hears(LOBBY, "here") == {"attendance.at"}
                assert other.hall.lobby.here() == {anna}
                assert not other.hall.presence.here(), "that was not asked for"
                await two.one.hall.tables.act(two.table.id, two.anna, Move(0, "e8"))
                everything = {*lobby, "tables.numbers", "tables.later", "chat.marks", "attendance.others"}
                assert await other.hears(HALL, "gap") == everything
                assert other.hall.presence.here() == {anna}
                assert (await changes.get()).table.number == 1

    together(work)


def test_news_of_what_is_gone_or_cannot_be_looked_up_do_no_harm(
    together: Test, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(two: Two) -> None:
        with two.other.hall.tables.watch("gone"):
            await two.other.hears("gone", "events")

        async def away(*_: object) -> None:
            raise StoreUnavailable("away")

        two.other.hall._store.read = away  # type: ignore[method-assign, assignment]
        await two.other.hears(HALL, "gap")
        assert not caplog.records

    together(work)


# ---- without news -----------------------------------------------------------------------------------------------


def test_everything_is_looked_at_less_often_while_news_arrive(together: Test) -> None:
    async def work(two: Two) -> None:
        sharing_, hall = two.other.sharing, two.other.hall
        always = [hall.accounts.hang_up_ended, sharing_._tell_people, sharing_._time.look]
        assert two.other.news.alive, "where nothing else is known they arrive"
        two.other.news.alive = False
        everything = sharing_._due()
        assert len(everything) > len(always) and [*everything[: len(always)]] == always
        assert [*sharing_._due()] == [*everything]
        two.other.news.alive = True
        looks = [len(sharing_._due()) for _ in range(20)]
        often = [number for number, count in enumerate(looks) if count == len(everything)]
        assert looks.count(len(always)) == 16 and len(often) == 4
        assert {after - before for before, after in pairwise(often)} == {5}

    together(work)


def test_a_look_finds_what_was_missed(together: Test) -> None:
    async def work(two: Two) -> None:
        other, one = two.other.hall, two.one.hall
        with other.tables.watch(two.table.id) as changes, other.chat.listen(two.table.id) as lines:
            await one.tables.act(two.table.id, two.anna, Move(0, "e8"))
            await one.chat.say(two.table.id, two.anna, "Hail!")
            free = {"a": Seat.person(two.anna.account, "Anna"), "b": Seat.free()}
            table = await one.tables.open(QUORIDOR.start(), free, Terms(public=True, opener=two.anna.account))
            two.other.news.alive = False
            with one.presence.connected(None, two.anna.account):
                await two.one.sharing._tell_people()
                for look in two.other.sharing._due():
                    await look()
            assert (await changes.get()).table.number == 1
            assert await lines.get() == Renewed(more=True)
            assert list(other.lobby._listed) == [table.id]
            assert other.presence.here() == {two.anna.account}

    together(work)


def test_what_is_remembered_of_people_is_forgotten_with_each_look(together: Test) -> None:
    async def work(two: Two) -> None:
        other, one = two.other.hall, two.one.hall
        owner = me(one)
        before = await other.accounts.get(two.anna)
        assert not await other.relations.blocked_between(two.anna.account, two.bo.account)
        await other.preferences.of(two.anna)
        await one.accounts.rename(two.anna, "Sigrid", by_host=True)
        await one.relations.change(two.anna, (await one.accounts.get(two.bo)).name, "block")
        await one.preferences.change(two.anna, {"theme": "dark"})
        assert (await other.accounts.get(two.anna)) == before, "it was not looked at since"
        two.other.sharing._due()
        assert (await other.accounts.get(two.anna)).name == "Sigrid"
        assert await other.relations.blocked_between(two.anna.account, two.bo.account)
        assert (await other.preferences.of(two.anna))["theme"] == "dark"
        assert await other.accounts.get(owner) == one.accounts.owner

    together(work)


def test_looking_goes_on_whatever_fails(
    together: Test, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sharing, "LOOK_EVERY_S", 0.01)

    async def work(two: Two) -> None:
        sharing_ = two.other.sharing
        news = two.other.news
        failed = asyncio.Event()

        async def fails() -> None:
            failed.set()
            raise ZeroDivisionError

        monkeypatch.setattr(two.other.hall.accounts, "hang_up_ended", fails)
        looked = asyncio.Event()

        async def look() -> None:
            looked.set()

        monkeypatch.setattr(sharing_._time, "look", look)
        sharing_.begin()
        assert LOBBY in news.followed and news.heard == sharing_._heard
        for _ in range(2):
            await failed.wait()
            await looked.wait()
            failed.clear()
            looked.clear()
        assert "tried again" in caplog.text
        await sharing_.close()
        assert news.closed and not sharing_._tasks._running

    together(work)


def test_looks_are_a_second_apart(together: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(two: Two) -> None:
        pauses: asyncio.Queue[float] = asyncio.Queue()
        goes_on = asyncio.Event()

        async def noted(delay: float) -> None:
            pauses.put_nowait(delay)
            await goes_on.wait()
            goes_on.clear()

        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", noted)
            two.other.sharing.begin()
            found = [await pauses.get()]
            goes_on.set()
            found.append(await pauses.get())
        assert found == [sharing.LOOK_EVERY_S] * 2 and sharing.LOOK_EVERY_S <= 1

    together(work)


# ---- who is there -----------------------------------------------------------------------------------------------


def test_others_are_told_who_is_there_once(together: Test) -> None:
    async def work(two: Two) -> None:
        one, table_id = two.one, two.table.id
        news = one.news
        one.written.clear()
        with one.hall.presence.connected(table_id, two.anna.account):
            while (table_id, "here") not in news.published:
                await asyncio.sleep(0.01)
            (seen,) = await one.hall._store.read(attendance.at, two.other.worker, table_id)
            assert (seen.account, seen.connections) == (two.anna.account, 1) and seen.since_ms
            told = one.written.count("put")
            await one.sharing._tell_people()
            assert one.written.count("put") == told >= 1, "nothing is new"
            with one.hall.presence.connected(table_id, two.anna.account):
                await one.sharing._tell_people()
            (seen,) = await one.hall._store.read(attendance.at, two.other.worker, table_id)
            assert seen.connections == 2
        with one.hall.presence.connected(LOBBY, None):
            await one.sharing._tell_people()
            assert await one.hall._store.read(attendance.at, two.other.worker, LOBBY)
        await one.sharing._tell_people()
        assert not await one.hall._store.read(attendance.at, two.other.worker, LOBBY), "they are gone"
        assert not await one.hall._store.read(attendance.others, one.worker), "nobody is elsewhere"

    together(work)


def test_who_claims_is_told_of_who_is_at_another_server(together: Test) -> None:
    async def work(two: Two) -> None:
        await two.one.hall.tables.act(two.table.id, two.anna, Move(0, "e8"))
        with two.other.hall.presence.connected(two.table.id, two.bo.account):
            await two.other.sharing._tell_people()
            with pytest.raises(Refused):
                await two.one.hall.tables.act(two.table.id, two.anna, Claim("b"))
            assert two.bo.account in two.one.hall.presence.at(two.table.id), "it was looked up before"

    together(work)


def test_who_was_connected_to_a_server_that_is_gone_is_away(together: Test) -> None:
    async def work(two: Two) -> None:
        store, now = two.one.hall._store, now_ms()
        here = Seen(two.table.id, two.anna.account, 1, now - 60 * MINUTE_MS, 0)
        left = Seen(two.table.id, two.bo.account, 0, now - 9 * MINUTE_MS, now - 9 * MINUTE_MS)
        gone_ms = now - 10 * MINUTE_MS - MINUTE_MS // 2
        long_gone = Seen(two.table.id, "long gone", 0, gone_ms, gone_ms)
        await store.write(attendance.put, "killed", [here, left, long_gone], [])
        await store.write(attendance.put, two.one.worker, [here], [])
        await two.other.sharing.end_attendance([two.one.worker, two.other.worker])
        found = {one.account: one for one in await store.read(attendance.others, two.one.worker)}
        assert found.keys() == {two.anna.account, two.bo.account}
        gone = found[two.anna.account]
        assert gone.connections == 0 and now <= gone.since_ms <= now_ms() and gone.away_ms == gone.since_ms
        assert await store.read(attendance.others, "killed") == [here], "who serves is not touched"

    together(work)


def test_pairing_and_chat_and_tables_tell_the_others(together: Test) -> None:
    async def work(two: Two) -> None:
        one = two.one
        news = one.news
        news.published.clear()
        await one.hall.chat.say(two.table.id, two.anna, "Hail!")
        await one.hall.tables.act(two.table.id, two.anna, Move(0, "e8"))
        await one.hall.lobby.pairing._changed()
        assert news.published == [(two.table.id, "chat"), (two.table.id, "events"), (HALL, "lobby")]
        assert await texts(two.other.hall, two.table, two.bo) == ["Hail!"]
        # One token lets somebody in once, and a session is asked for every time.
        assert await one.hall.accounts.first("token") and not await two.other.hall.accounts.first("token")
        assert one.hall.accounts.shared

    together(work)


def test_the_time_of_the_database_is_followed_until_the_end(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: real() - 3_600_000_000_000))

    async def test() -> None:
        async with server(tmp_path, postgres.address()) as one:
            assert clock.now_ms() - clock.machine_ms() > 30 * MINUTE_MS
            clock.follow(0)
            await one.sharing._time.look()
            assert clock.now_ms() - clock.machine_ms() > 30 * MINUTE_MS
        # By a clock that stands still they are the same.
        monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: 0))
        assert clock.now_ms() == clock.machine_ms()

    with told_news():
        run(test())
