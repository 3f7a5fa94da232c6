"""Machines whose clocks disagree stamp with the time of the database they share."""

import asyncio
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from postgres import Cluster
from stores import with_store
from taflheim.hall import clock
from taflheim.hall.database_time import DatabaseTime
from taflheim.store import database_time
from taflheim.store.store import Store

HOUR_MS = 3_600_000


@pytest.fixture(autouse=True)
def own_time() -> Iterator[None]:
    yield
    clock.follow(0)


def test_a_machine_that_is_an_hour_behind(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.time_ns
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: real() - HOUR_MS * 1_000_000))

    async def test(store: Store) -> None:
        time_of = DatabaseTime(store)
        for _ in range(5):
            await time_of.look()
        before, database, after = clock.now_ms(), await store.read(database_time.now_ms), clock.now_ms()
        # Wrong by no more than the quickest of the looks took.
        error_ms = min(time_of._measured).took_ms + 1
        assert before - error_ms <= database <= after + error_ms
        assert clock.machine_ms() < database - HOUR_MS // 2

    with_store(postgres.address(), test)


def test_the_quickest_answer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now_ms, ahead_ms, takes_ms = 1_000_000, 500, iter((400, 10, 2_000))
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: now_ms * 1_000_000))

    class Slow:
        async def read(self, _work: object) -> int:
            """The answer is made at once, and takes its time to come back."""
            nonlocal now_ms
            answer = now_ms + ahead_ms
            now_ms += next(takes_ms)
            return answer

    def followed() -> int:
        return clock.now_ms() - clock.machine_ms()

    time_of = DatabaseTime(Slow())  # type: ignore[arg-type]
    asyncio.run(time_of.look())
    assert followed() == 300
    asyncio.run(time_of.look())
    assert followed() == 495
    asyncio.run(time_of.look())
    assert followed() == 495, "a slow answer says less than a quick one"
    time_of.close()
    assert followed() == 0, "nobody follows it any more"
