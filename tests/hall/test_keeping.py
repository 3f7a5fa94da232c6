"""What the hall forgets by itself."""

from pathlib import Path

import pytest

from evenings import evening
from fake_time import FakeTime
from taflheim.hall import keeping
from taflheim.hall.hall import Hall
from taflheim.table.actor import Person, Spectator

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
