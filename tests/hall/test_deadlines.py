"""The house calls time, whether anybody is there or not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import taflheim
from fake_time import FakeTime
from scripted_engines import ready
from stores import NOW, opened, owner, run
from taflheim.hall.deadlines import Deadlines
from taflheim.hall.outages import Outages
from taflheim.hall.tables import Tables
from taflheim.store import accounts, games
from taflheim.store.errors import StoreUnavailable
from taflheim.store.store import Store
from taflheim.table import actor
from taflheim.table.actor import Person
from taflheim.table.errors import GameOver
from taflheim.table.event import Move, Resign
from taflheim.table.outage import Outage
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
LIVE = Terms(TimeControl.parse("1+0"))


class House:
    """Tables of Anna and Bo with deadlines, in a store that outlives them."""

    def __init__(self, store: Store, people: list[Person], outages: Outages):
        self.store, self.people = store, people
        self.tables = Tables(store, ready, outages)
        self.deadlines = Deadlines(self.tables)

    async def open(self, terms: Terms = LIVE, *, free: bool = False) -> Table:
        anna, bo = (Seat.person(person.account, "somebody") for person in self.people)
        return await self.tables.open(QUORIDOR.start(), {"a": anna, "b": Seat.free() if free else bo}, terms)

    async def play(self, table: Table, count: int) -> Table:
        for person, move in list(zip(self.people * 2, ("e8", "e2", "e7", "e3"), strict=True))[:count]:
            table = (await self.tables.act(table.id, person, Move(table.position_number, move))).table
        return table

    async def rung(self, table: Table) -> Table:
        """The table after all timers that are due have rung."""
        self.deadlines.ring()
        await self.deadlines._tasks.finish()
        return await self.tables.get(table.id)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    async with opened(folder / "taflheim.sqlite") as store:
        anna = await owner(store)
        known = await store.read(accounts.named, "bo")
        bo = known.account if known else await store.write(accounts.add, "guest", "Bo", "bo", NOW)
        outages = Outages(store)
        await outages.begin()
        it = House(store, [Person(anna.id), Person(bo.id)], outages)
        await it.deadlines.resume(store)
        try:
            yield it
        finally:
            await it.deadlines.close()
            await it.tables.close()


def told(table: Table) -> list[tuple[str, str, int]]:
    return [(event.kind, event.side, event.at_ms) for event in table.events if event.account is None]


async def minutes(time: FakeTime, it: House, seconds: int) -> None:
    """Let so much time pass, with heartbeats."""
    for _ in range(seconds):
        time.go_on(1_000)
        if it.tables.outages.missed(time.now_ms + 1_000):
            await it.tables.outages.beat()


def test_time_is_called_with_nobody_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            due = time.now_ms + 60_000
            await minutes(time, it, 60)
            assert (await it.rung(table)).state == "playing"
            assert it.tables.evict(0, lambda _: False) == 1, "a timer outlives the table in memory"
            time.go_on(1)
            timer = it.deadlines._timers[table.id]
            over = await it.rung(table)
            assert timer.cancelled(), "it has nothing to ring for any more"
            assert told(over) == [("time", "a", due)] and over.result and over.result.winner == "b"
            assert it.deadlines._due_ms == {} and it.deadlines._timers == {}

    run(work())


def test_a_timer_rings_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with house(tmp_path) as it:
            table = await it.open(Terms(), free=True)
            monkeypatch.setattr("taflheim.table.deadline.OPEN_MS", 50)
            it.deadlines.look(table)
            with it.tables.watch(table.id) as changes:
                after = (await changes.get()).table
            assert [(event.kind, event.text) for event in after.events] == [("aborted", "expired")]
            assert after.events[0].at_ms == table.terms.created_ms + 50

    run(work())


def test_a_later_deadline_keeps_the_timer_and_an_earlier_one_sets_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(Terms(TimeControl.parse("5+0"))), 2)
            first = it.deadlines._timers[table.id]
            time.go_on(2_000)
            table = await it.play(table, 0)
            table = (await it.tables.act(table.id, it.people[0], Move(table.position_number, "e7"))).table
            assert it.deadlines._timers[table.id] is first
            assert it.deadlines._due_ms[table.id] == time.now_ms + 300_001
            it.deadlines._rung(table.id)  # as if it had been set for an earlier time
            assert table.id in it.deadlines._timers and (await it.rung(table)).state == "playing"

    run(work())


def test_open_tables_expire_and_first_moves_are_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            waiting, begun = await it.open(free=True), await it.open()
            started = time.now_ms
            await minutes(time, it, 120)
            assert (await it.rung(begun)).state == "playing"
            time.go_on(1)
            assert told(await it.rung(begun)) == [("aborted", "a", started + 120_000)]
            time.now_ms = started + 24 * 3_600_000
            it.tables.outages.alive(time.now_ms)
            assert (await it.rung(waiting)).state == "open"
            time.go_on(1)
            assert told(await it.rung(waiting)) == [("aborted", "a", started + 24 * 3_600_000)]

    run(work())


def test_a_restart_charges_nobody_for_the_time_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            await minutes(time, it, 30)
            await it.tables.outages.beat()
        last = time.now_ms
        time.go_on(3_600_000)
        async with house(tmp_path) as it:
            ready_ms = time.now_ms
            assert it.deadlines._due_ms == {table.id: ready_ms + 40_001}, "its timer runs again"
            again = await it.tables.get(table.id)
            assert again.clock.outages == (Outage(last, ready_ms + 10_000),)
            assert again.clock.shown_ms("a", ready_ms) == 30_000, "half a minute was used"
            await minutes(time, it, 40)
            assert (await it.rung(table)).state == "playing"
            time.go_on(1)
            assert told(await it.rung(table)) == [("time", "a", ready_ms + 40_000)]

    run(work())


def test_a_suspended_process_charges_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            with it.tables.watch(table.id) as changes:
                stopped = time.now_ms
                woken = time.go_on(600_000)
                after = await it.rung(table)  # before any heartbeat
                assert after.state == "playing" and after.clock.outages == (Outage(stopped, woken + 10_000),)
                change = await changes.get()
                assert change.events == () and change.table is after, "who watches is told"
            assert it.deadlines._due_ms[table.id] == woken + 70_001
            await it.play(after, 0)
            moved = await it.tables.act(table.id, it.people[0], Move(2, "e7"))
            assert moved.table.clock.shown_ms("a", woken) == 60_000
            it.tables.evict(0, lambda _: False)
            assert await it.tables.get(table.id) == moved.table

    run(work())


def test_a_store_that_is_gone_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            await minutes(time, it, 60)
            time.go_on(1)
            write = it.store.write

            async def gone(*_: object, **__: object) -> None:
                raise StoreUnavailable("gone")

            monkeypatch.setattr(it.store, "write", gone)
            it.deadlines.ring()
            await it.deadlines._tasks.finish()
            assert it.deadlines._due_ms[table.id] == time.now_ms + 1_000, "it is tried again"
            monkeypatch.setattr(it.store, "write", write)
            time.go_on(1_000)
            assert (await it.rung(table)).state == "over"


def test_who_acts_after_a_failed_call_gets_the_time_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            await minutes(time, it, 60)
            time.go_on(1)

            async def gone(*_: object, **__: object) -> None:
                raise StoreUnavailable("gone")

            with monkeypatch.context() as patch:
                patch.setattr(it.store, "write", gone)
                it.deadlines.ring()
                await it.deadlines._tasks.finish()
            with pytest.raises(GameOver):
                await it.tables.act(table.id, it.people[0], Move(2, "e7"))
            assert it.deadlines._due_ms == {}, "nothing is due there any more"

    run(work())


def test_a_call_that_has_failed_is_tried_again_a_second_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            calls: list[str] = []

            async def gone(table_id: str, *_: object) -> None:
                calls.append(table_id)
                raise StoreUnavailable("gone")

            await it.play(await it.open(), 2)
            await minutes(time, it, 60)
            time.go_on(1)
            with monkeypatch.context() as patch:
                patch.setattr(it.tables, "act", gone)
                for later_ms, count in ((0, 1), (0, 1), (999, 1), (1, 2)):
                    time.go_on(later_ms)
                    it.deadlines.ring()
                    await it.deadlines._tasks.finish()
                    assert len(calls) == count

    run(work())


def test_a_table_that_was_removed_has_no_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.open(Terms(), free=True)
            await it.tables.remove(table.id, games.remove, it.people[0].account)
            time.go_on(25 * 3_600_000)
            it.tables.outages.alive(time.now_ms)
            it.deadlines.ring()
            await it.deadlines._tasks.finish()
            assert it.deadlines._due_ms == {}

    run(work())


def test_a_bot_that_waits_for_an_engine_does_not_run_out_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            anna = it.people[0]
            seats = {"a": Seat.bot(1, "Bot"), "b": Seat.person(anna.account, "Anna")}
            table = await it.tables.open(QUORIDOR.start(), seats, LIVE)
            table = (await it.tables.act(table.id, actor.House(), Move(0, "e8"))).table
            table = (await it.tables.act(table.id, anna, Move(1, "e2"))).table
            began = time.now_ms
            waits = [time.now_ms]
            it.tables.around.bot_wait = lambda _, now_ms: (waits[0] if len(waits) > 1 else now_ms) - began
            await minutes(time, it, 61)
            assert (await it.rung(table)).state == "playing"
            assert it.deadlines._due_ms[table.id] == time.now_ms + 60_001
            waits[:] = [time.now_ms, 0]  # now it thinks
            await minutes(time, it, 60)
            assert (await it.rung(table)).state == "playing"
            time.go_on(1)
            assert told(await it.rung(table))[-1][:2] == ("time", "a")

    run(work())


def test_timers_that_are_closed_stay_silent(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as it:
            table = await it.open(Terms(), free=True)
            timer = it.deadlines._timers[table.id]
            await it.deadlines.close()
            assert timer.cancelled()

    run(work())


def test_closing_waits_until_time_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            await minutes(time, it, 60)
            time.go_on(1)
            it.deadlines.ring()
            await it.deadlines.close()
            assert (await it.tables.get(table.id)).state == "over"

    run(work())


def test_a_game_that_is_over_has_no_deadline(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as it:
            table = await it.play(await it.open(), 2)
            timer = it.deadlines._timers[table.id]
            await it.tables.act(table.id, it.people[0], Resign())
            assert it.deadlines._due_ms == {} and it.deadlines._timers == {} and timer.cancelled()

    run(work())


def test_an_earlier_deadline_takes_the_timer_s_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with house(tmp_path) as it:
            table = await it.open(Terms(), free=True)
            timer = it.deadlines._timers[table.id]
            monkeypatch.setattr("taflheim.table.deadline.OPEN_MS", 3_600_000)
            it.deadlines.look(table)
            assert timer.cancelled() and not it.deadlines._timers[table.id].cancelled()

    run(work())


def test_who_is_connected_to_another_process_is_given_the_time_that_news_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            it.deadlines.elsewhere_ms = 500
            open_ms, due = time.now_ms + 24 * 3_600_000 + 1, it.deadlines._due_ms
            waiting = await it.open(free=True)
            assert due[waiting.id] == open_ms, "nobody is to move there"
            table = await it.play(await it.open(), 2)
            assert due[table.id] == time.now_ms + 60_501
            with it.tables.presence.connected(table.id, it.people[0].account):
                it.deadlines.look(table)
                assert due[table.id] == time.now_ms + 60_001, "this process knows how slow the connection is"
            with it.tables.presence.connected(table.id, it.people[1].account):
                it.deadlines.look(table)
                assert due[table.id] == time.now_ms + 60_501, "the other one is not to move"

    run(work())


def test_a_bot_that_goes_on_waiting_is_not_asked_for_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with house(tmp_path) as it:
            anna = it.people[0]
            seats = {"a": Seat.bot(1, "Bot"), "b": Seat.person(anna.account, "Anna")}
            table = await it.tables.open(QUORIDOR.start(), seats, LIVE)
            table = (await it.tables.act(table.id, actor.House(), Move(0, "e8"))).table
            table = (await it.tables.act(table.id, anna, Move(1, "e2"))).table
            began = time.now_ms
            await minutes(time, it, 61)
            # All but the minute that it has is forgiven, from moment to moment.
            it.tables.around.bot_wait = lambda _, now_ms: now_ms - began - 60_000
            assert (await it.rung(table)).state == "playing"
            assert it.deadlines._due_ms[table.id] == time.now_ms + 50

    run(work())
