"""Random evenings of several people on a real store: what is in memory is what the store gives back, and outages are
charged to nobody."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

import random_tables
from fake_time import FakeTime
from scripted_engines import ready
from stores import NOW, opened, run
from taflheim.games.errors import TaflheimError
from taflheim.hall.deadlines import Deadlines
from taflheim.hall.outages import Outages
from taflheim.hall.tables import Tables
from taflheim.store import schema
from taflheim.store.store import Store
from taflheim.table.actor import Person
from taflheim.table.decision import Decision
from taflheim.table.errors import Refused, SeatRefused
from taflheim.table.event import Event, Move, Sit
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

ACTIONS = 60
GAP_MS, GRACE_MS = 60_000, 10_000


def add_people(connection: Connection) -> None:
    """The people of random tables, under their own names."""
    kinds = {"bo": "registered", "anna": "registered", "cy": "bot", "stranger": "guest"}
    for name, kind in kinds.items():
        maker = "bo" if kind == "bot" else None
        row = {"id": name, "name": name, "kind": kind, "maker_id": maker, "created_ms": NOW}
        connection.execute(insert(schema.accounts), row)


class Hall:
    """Tables with deadlines, as after a start."""

    def __init__(self, store: Store, outages: Outages):
        self.tables = Tables(store, ready, outages)
        self.deadlines = Deadlines(self.tables)

    async def close(self) -> None:
        await self.deadlines.close()
        await self.tables.close()


class Evening:
    """A table, and everything that may happen there."""

    def __init__(self, store: Store, rng: random.Random, time: FakeTime):
        self.store, self.rng, self.time = store, rng, time
        self.hall: Hall
        self.id = ""

    async def begin(self) -> None:
        outages = Outages(self.store)
        await outages.begin()
        self.hall = Hall(self.store, outages)
        await self.hall.deadlines.resume(self.store)

    async def open(self, players: int) -> None:
        """Open a table on any terms that fit those who sit there."""
        while not self.id:
            wanted = random_tables.table(self.rng, players)
            try:
                table = await self.hall.tables.open(wanted.record.start, wanted.seats, wanted.terms)
            except SeatRefused:
                continue
            self.id = table.id

    async def now(self) -> Table:
        return await self.hall.tables.get(self.id)

    async def pass_time(self, ms: int) -> None:
        """Let time pass with heartbeats, and the house do what is due."""
        self.time.go_on(ms)
        self.hall.tables.outages.alive(self.time.now_ms)
        await self.hall.tables.outages.beat()
        self.hall.deadlines.ring()
        await self.hall.deadlines._tasks.finish()

    async def act(self) -> None:
        """Somebody wants something, sometimes two at the same moment."""
        table = await self.now()
        wishes = [random_tables.action(self.rng, table) for _ in range(self.rng.choice([1, 1, 2]))]
        answers = await asyncio.gather(
            *(self.hall.tables.act(self.id, random_tables.actor(self.rng, table, wish), wish) for wish in wishes),
            return_exceptions=True,
        )
        assert all(isinstance(answer, Decision | TaflheimError) for answer in answers), answers

    async def reload(self) -> None:
        """The table in memory is the one that the store gives back."""
        before = await self.now()
        self.hall.tables.evict(0, lambda _: False)
        assert await self.now() == before

    async def restart(self) -> None:
        """The hall is killed and started a minute later: nobody's clock has gone on."""
        before = await self.now()
        await self.hall.close()
        stopped = self.time.now_ms
        started = self.time.go_on(GAP_MS)
        await self.begin()
        after = await self.now()
        assert after.events == before.events and after.seats == before.seats
        for side in before.seats:
            assert after.clock.shown_ms(side, started + GRACE_MS) == before.clock.shown_ms(side, stopped)


@asynccontextmanager
async def evening(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    async with opened(folder / "taflheim.sqlite") as store:
        await store.write(add_people)
        it = Evening(store, random.Random(seed), FakeTime(monkeypatch))
        await it.begin()
        try:
            yield it
        finally:
            await it.hall.close()


def check_log(events: tuple[Event, ...]) -> None:
    """Numbers without gaps, time that never runs backwards, and each request of an account once."""
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert all(one.at_ms <= other.at_ms for one, other in pairwise(events))
    requests = [(event.account, event.request) for event in events if event.request]
    assert len(set(requests)) == len(requests)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_memory_and_store_agree_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, seed: int
) -> None:
    async def work() -> None:
        async with evening(tmp_path, 10 * seed + players, monkeypatch) as it:
            await it.open(players)
            with ExitStack() as connections:
                for _ in range(ACTIONS):
                    await it.pass_time(random_tables.pause_ms(it.rng))
                    await it.act()
                    match it.rng.choices(["go on", "come", "go", "reload", "restart"], [10, 2, 2, 3, 1])[0]:
                        case "come":
                            who = it.rng.choice([*random_tables.PEOPLE, None])
                            connections.enter_context(it.hall.tables.presence.connected(it.id, who))
                        case "go":
                            connections.close()
                        case "reload":
                            await it.reload()
                        case "restart":
                            connections.close()
                            await it.restart()
            await it.reload()
            check_log((await it.now()).events)

    run(work())


def test_two_who_take_the_last_seat_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path, 1, monkeypatch) as it:
            table = random_tables.table(random.Random(0), 2)
            seats = {"a": Seat.person("anna", "Anna"), "b": Seat.free()}
            table = await it.hall.tables.open(table.record.start, seats, replace(Terms(), opener="anna"))
            sitting = (it.hall.tables.act(table.id, Person(name), Sit("b", name)) for name in ("bo", "stranger"))
            answers = await asyncio.gather(*sitting, return_exceptions=True)
            assert [isinstance(answer, Refused) for answer in answers].count(True) == 1
            after = await it.hall.tables.get(table.id)
            assert after.state == "playing" and after.number == 1

    run(work())


def test_the_same_move_from_two_tabs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path, 1, monkeypatch) as it:
            table = random_tables.table(random.Random(0), 2)
            both = {side: Seat.person("anna", "Anna") for side in table.seats}
            table = await it.hall.tables.open(table.record.start, both)
            same = [it.hall.tables.act(table.id, Person("anna"), Move(0, "e8", "r1")) for _ in range(2)]
            one, other = await asyncio.gather(*same)
            assert one.events == other.events and (await it.hall.tables.get(table.id)).number == 1
            with pytest.raises(TaflheimError):
                await it.hall.tables.act(table.id, Person("anna"), Move(1, "e2", "r1"))

    run(work())
