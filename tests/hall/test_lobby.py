"""The lobby: what everybody may find, and nothing private."""

import asyncio
from pathlib import Path

import pytest

import taflheim
from chatting import guest
from evenings import evening, hall_open
from fake_time import FakeTime
from stores import run
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.presence import LOBBY
from taflheim.store import seeks
from taflheim.store.attendance import Seen
from taflheim.table.actor import Person
from taflheim.table.event import Abort, Move, Sit, WithdrawTable
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl


async def opened(hall: Hall, opener: Person, *, clock: str = "5+3", public: bool = True, players: int = 2) -> Table:
    start = taflheim.game("quoridor", players=players).start()
    seats = {side: Seat.free() for side in start.game.seats} | {"a": Seat.person(opener.account, "Opener")}
    terms = Terms(TimeControl.parse(clock), public=public, watchable=True, opener=opener.account)
    return await hall.tables.open(start, seats, terms)


def ids(hall: Hall) -> list[str]:
    return [table.id for table in hall.lobby.open_tables()]


def test_open_tables_and_games(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        await opened(hall, anna, public=False)
        first, second = await opened(hall, anna), await opened(hall, anna)
        assert set(ids(hall)) == {first.id, second.id} and hall.lobby.running() == []
        with hall.lobby.visiting(None) as changed:
            changed.clear()
            await hall.tables.act(first.id, bo, Sit("b", "Bo"))
            assert changed.is_set()
        assert ids(hall) == [second.id]
        (game,) = hall.lobby.running()
        assert (game.table.id, game.watching, game.table.moves) == (first.id, 0, 0)
        await hall.tables.act(first.id, anna, Move(0, "e8"))
        with hall.presence.connected(first.id, None):
            (game,) = hall.lobby.running()
            assert (game.watching, game.table.moves) == (1, 1)
        await hall.tables.act(second.id, anna, WithdrawTable())
        await hall.tables.act(first.id, bo, Abort())
        assert ids(hall) == [] and hall.lobby.running() == []

    evening(tmp_path, work)


def test_the_most_watched_game_comes_first(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        tables = [await opened(hall, anna) for _ in range(3)]
        for table in tables:
            await hall.tables.act(table.id, bo, Sit("b", "Bo"))
        with (
            hall.presence.connected(tables[1].id, None),
            hall.presence.connected(tables[1].id, None),
            hall.presence.connected(tables[0].id, None),
        ):
            found = [(one.table.id, one.watching) for one in hall.lobby.running()]
            assert found == [(tables[1].id, 2), (tables[0].id, 1), (tables[2].id, 0)]

    evening(tmp_path, work)


def test_a_table_whose_opener_is_away_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        days, live = await opened(hall, anna, clock="days 3"), await opened(hall, anna, players=3)
        now.go_on(59_999)
        assert set(ids(hall)) == {live.id, days.id}
        now.go_on(1)
        assert ids(hall) == [days.id]
        with hall.presence.connected(None, anna.account):
            assert set(ids(hall)) == {live.id, days.id}, "anywhere in the hall is here"
            now.go_on(50_000)
            hall.lobby.look()
        now.go_on(59_999)
        assert set(ids(hall)) == {live.id, days.id}, "she was there until a minute ago"
        now.go_on(1)
        assert ids(hall) == [days.id]
        await hall.tables.act(live.id, bo, Sit("b", "Bo"))
        assert ids(hall) == [days.id], "it has a free seat still, but she has not come back"

    evening(tmp_path, work)


def test_the_newest_table_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        anna = await guest(hall)
        tables = []
        for _ in range(3):
            tables.append(await opened(hall, anna))
            now.go_on(1)
        assert ids(hall) == [table.id for table in reversed(tables)]

    evening(tmp_path, work)


def test_who_looks_is_told_when_something_changes(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        table = await opened(hall, anna)
        with hall.lobby.visiting(None) as changed:
            with hall.presence.connected(table.id, None):
                changed.clear()
                await asyncio.wait_for(changed.wait(), 20)  # there is one more to watch it
            changed.clear()
            with hall.lobby.visiting(bo.account):
                assert changed.is_set()
                changed.clear()
            assert changed.is_set()
            changed.clear()
            await hall.lobby.load()
            assert changed.is_set()
        assert not hall.lobby._readers

    evening(tmp_path, work)


def test_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_open(tmp_path) as hall:
            anna, bo = await guest(hall), await guest(hall)
            days, played = await opened(hall, anna, clock="days 3"), await opened(hall, anna)
            await opened(hall, anna, public=False)
            await hall.tables.act(played.id, bo, Sit("b", "Bo"))
        async with hall_open(tmp_path) as hall:
            await hall.lobby.load()
            assert ids(hall) == [days.id]
            assert [one.table.id for one in hall.lobby.running()] == [played.id]
            assert {seat.name for seat in hall.lobby.running()[0].table.seats.values()} == {"Opener", "Bo"}

    run(work())


def test_who_is_here(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo, cy = [await guest(hall) for _ in range(3)]
        public, private = await opened(hall, anna), await opened(hall, bo, public=False)
        assert hall.lobby.here() == frozenset()
        with (
            hall.presence.connected(public.id, anna.account),
            hall.presence.connected(private.id, bo.account),
            hall.lobby.visiting(cy.account),
            hall.lobby.visiting(cy.account),
        ):
            assert hall.lobby.here() == {anna.account, cy.account}
            with hall.lobby.visiting(cy.account):
                pass
            assert hall.lobby.here() == {anna.account, cy.account}, "one of several pages was closed"
        assert hall.lobby.here() == frozenset()

    evening(tmp_path, work)


def test_what_other_processes_change_is_found_and_told(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        lobby, anna = hall.lobby, await guest(hall)
        table = await opened(hall, anna)
        row = seeks.Row(anna.account, "quoridor", {"players": 2}, "5+3", False, 1500.0, now_ms())
        await hall._store.write(seeks.put, row)
        changed = asyncio.Event()
        lobby._readers.add(changed)
        lobby._listed = {}  # as where another process has opened it
        await lobby.refresh()
        assert changed.is_set() and list(lobby._listed) == [table.id]
        assert lobby.pairing.sought(anna.account)
        changed.clear()
        await lobby.refresh()
        assert not changed.is_set(), "it is the same"
        lobby._listed = {}
        await lobby.refresh()
        assert changed.is_set() and list(lobby._listed) == [table.id], "also where nobody else has come to wait"
        changed.clear()
        hall.presence.seen_elsewhere([Seen(LOBBY, anna.account, 1, 1, 0)])
        assert changed.is_set() and lobby.here() == {anna.account}

    evening(tmp_path, work)
