"""When the hall did not run."""

from pathlib import Path

import pytest

from fake_time import FakeTime
from stores import opened, run
from taflheim.hall.outages import Outages
from taflheim.store import outages as rows
from taflheim.store.errors import StoreUnavailable
from taflheim.table.outage import Outage


def test_the_first_start_follows_no_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with opened(tmp_path / "db") as store:
            outages = Outages(store)
            assert not outages.missed(time.now_ms + 99_999), "nothing is known before the hall begins"
            outages.alive(time.now_ms)
            await outages.begin()
            assert outages.since(0) == []
            assert not outages.missed(time.now_ms + 10_000) and outages.missed(time.now_ms + 10_001)

    run(work())


def test_a_start_after_a_while_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with opened(tmp_path / "db") as store:
            before = Outages(store)
            await before.begin()
            last = time.go_on(5_000)
            await before.beat()
        gap = Outage(last + 10_000, last + 80_000)
        for pause_ms, expected in ((10_000, []), (60_000, [gap])):
            time.go_on(pause_ms)
            async with opened(tmp_path / "db") as store:
                after = Outages(store)
                await after.begin()
                assert after.since(0) == after.since(gap.to_ms - 1) == expected
                assert after.since(gap.to_ms) == []
                assert await store.read(rows.known) == expected

    run(work())


def test_a_process_that_was_suspended_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time, noticed = FakeTime(monkeypatch), []

        async def notice(outage: Outage) -> None:
            noticed.append(outage)

        async with opened(tmp_path / "db") as store:
            outages = Outages(store)
            outages.when_noticed(notice)
            await outages.begin()
            time.go_on(9_000)
            outages.alive(time.now_ms)  # an event was stored
            began = time.now_ms
            time.go_on(9_000)
            assert not outages.missed(time.now_ms)
            await outages.beat()
            assert noticed == []
            began = time.now_ms
            time.go_on(10_001)
            assert outages.missed(time.now_ms)
            await outages.beat()
            assert noticed == outages.since(0) == await store.read(rows.known) == [Outage(began, began + 20_001)]
            assert not outages.missed(time.now_ms)

    run(work())


def test_what_could_not_be_stored_is_no_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with opened(tmp_path / "db") as store:
            outages = Outages(store)
            await outages.begin()
            began = time.now_ms
            write = store.write

            async def gone(*_: object) -> None:
                raise StoreUnavailable("gone")

            with monkeypatch.context() as patch:
                patch.setattr(store, "write", gone)
                time.go_on(20_000)
                with pytest.raises(StoreUnavailable):
                    await outages.beat()
            assert store.write == write and outages.since(0) == []
            time.go_on(10_000)
            await outages.beat()
            assert outages.since(0) == [Outage(began, began + 40_000)]

    run(work())


def test_of_several_processes_one_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        noticed: dict[str, list[Outage]] = {"one": [], "two": []}
        async with opened(tmp_path / "db") as store:
            processes = {name: Outages(store, shared=True) for name in noticed}
            for name, outages in processes.items():

                async def notice(outage: Outage, name: str = name) -> None:
                    noticed[name].append(outage)

                outages.when_noticed(notice)
                await outages.begin()
            one, two = processes.values()
            for _ in range(4):  # the first one is suspended, the second one beats
                time.go_on(8_000)
                await two.beat()
            assert one.missed(time.now_ms) and not two.missed(time.now_ms)
            await one.beat()
            assert not one.missed(time.now_ms) and noticed == {"one": [], "two": []}
            began, woken = time.now_ms, time.go_on(60_000)
            gap = Outage(began, woken + 10_000)
            for outages in (one, two, one):
                await outages.beat()
            assert noticed == {"one": [gap], "two": [gap]}, "each is told once, whoever has found it"
            late = Outages(store, shared=True)
            await late.begin()
            assert late.since(0) == [gap] and not late.missed(time.now_ms + 10_000)
            assert late.missed(time.now_ms + 10_001)

    run(work())
