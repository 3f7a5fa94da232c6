"""What the hall forgets by itself."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening
from fake_time import FakeTime
from taflheim.hall import keeping
from taflheim.hall.hall import Hall
from taflheim.store import keeping as rows
from taflheim.table.actor import Person, Spectator
from taflheim.table.event import Move, Resign
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

QUORIDOR = taflheim.game("quoridor")

DAY_MS = 24 * 3_600_000


def test_guests_who_never_played_and_sessions_that_nobody_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        async def forget(days: int) -> None:
            time.go_on(days * DAY_MS)
            hall.tables.outages.alive(time.now_ms)
            await keeping.forget_the_old(hall._store, hall.accounts, hall.presence)

        away, there, used = [await hall.accounts.add_guest() for _ in range(3)]
        mine = await hall.accounts.begin_session(hall.accounts.owner.id)
        here = await hall.accounts.actor(there)
        assert isinstance(here, Person)
        with hall.presence.connected(None, here.account):
            await forget(5)
            assert isinstance(await hall.accounts.actor(used), Person)
            await forget(3)
            assert await hall.accounts.actor(away) == Spectator()
            assert isinstance(await hall.accounts.actor(used), Person), "it was here three days ago"
            assert await hall.accounts.actor(there) == here, "it is here"
        assert isinstance(await hall.accounts.actor(mine), Person)
        await forget(91)
        assert await hall.accounts.actor(mine) == Spectator()
        assert len(hall.accounts._named) == 1, "the owner is known"

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_each_is_kept_for_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_GROUP", 1)

    async def work(hall: Hall) -> None:
        async def forget_at(days: int, ms: int) -> None:
            time.now_ms = began + days * DAY_MS + ms
            hall.tables.outages.alive(time.now_ms)
            await keeping.forget_the_old(hall._store, hall.accounts, hall.presence)

        async def requests() -> int:
            return len(await hall._store.read(rows.with_requests, time.now_ms, 9))

        async def is_there(session: str) -> bool:
            hall.accounts.forget_known()
            return isinstance(await hall.accounts.actor(session), Person)

        async def lines() -> int:
            return len(await hall.chat.of_account(Person(hall.accounts.owner.id)))

        guest = await hall.accounts.add_guest()
        anna = Person(hall.accounts.owner.id)
        bo = await hall.logins.register("Bo_2", "correct horse", "here")
        seats = {"a": Seat.person(anna.account, "Anna"), "b": Seat.person(bo.id, "Bo_2")}
        terms = Terms(opener=anna.account)
        tables = [await hall.tables.open(QUORIDOR.start(), seats, terms, request=f"open {n}") for n in range(3)]
        for table in tables:
            await hall.tables.act(table.id, anna, Move(0, "e8", "move"))
            await hall.tables.act(table.id, anna, Resign())
        await hall.chat.say(tables[0].id, anna, "well played")
        began = time.now_ms
        time.go_on(1)
        assert await requests() == 3
        await forget_at(7, 0)
        account = [one for one in await hall.accounts.listed() if one.kind == "guest"]
        assert len(account) == 1, "a week is not over yet"
        await forget_at(7, 1)
        assert not [one for one in await hall.accounts.listed() if one.kind == "guest"]
        assert not await is_there(guest)
        await forget_at(30, 0)
        assert await requests() == 3
        await forget_at(30, 1)
        assert await requests() == 0
        await forget_at(365, 0)
        assert await lines() == 1
        await forget_at(365, 1)
        assert await lines() == 0

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_what_is_forgotten_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger=keeping.__name__)

    async def work(hall: Hall) -> None:
        await hall._tasks.finish()
        await keeping.forget_the_old(hall._store, hall.accounts, hall.presence)
        assert "forgotten" not in caplog.text
        await hall.accounts.add_guest()
        time.go_on(8 * DAY_MS)
        await keeping.forget_the_old(hall._store, hall.accounts, hall.presence)
        assert "1 guests" in caplog.text

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_a_session_that_is_in_use_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        mine = await hall.accounts.begin_session(hall.accounts.owner.id)
        for _ in range(5):
            assert isinstance(await hall.accounts.actor(mine), Person)
            time.go_on(30 * DAY_MS)
            hall.tables.outages.alive(time.now_ms)
            await keeping.forget_the_old(hall._store, hall.accounts, hall.presence)
        assert len(await hall.accounts.sessions(Person(hall.accounts.owner.id))) == 1

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)
