"""Tables in memory. See also test_tables.py."""

import asyncio

import pytest

from fake_time import FakeTime
from seated import ANNA, act, seated
from stores import run
from taflheim.hall.memory import Memory
from taflheim.table.event import Resign
from taflheim.table.table import Table


def test_a_table_is_loaded_once_and_let_go_when_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time, loaded = FakeTime(monkeypatch), list[str]()

        async def load(table_id: str) -> Table:
            loaded.append(table_id)
            await asyncio.sleep(0)
            return seated()

        memory = Memory(load)
        first, second = await asyncio.gather(memory.get("t"), memory.get("t"))
        assert first is second is memory.peek("t") and loaded == ["t"] and memory.ids() == ["t"]
        time.go_on(10)
        assert memory.evict(11, lambda _: False) == memory.evict(10, lambda _: True) == 0
        async with memory.locked("t"):
            assert memory.evict(0, lambda _: False) == 0, "somebody works with it"
        time.go_on(10)
        assert memory.evict(10, lambda _: False) == 1
        assert memory.peek("t") is None and "t" not in memory and len(memory) == 0

    run(work())


def test_a_game_that_is_over_is_let_go_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        tables = {"t": seated(), "over": act(seated(), Resign("a"), ANNA)[0]}

        async def load(table_id: str) -> Table:
            return tables[table_id]

        memory = Memory(load)
        await memory.get("t")
        await memory.get("over")
        time.go_on(10)
        assert memory.evict(60, lambda _: False, over_ms=11) == 0
        assert memory.evict(60, lambda _: False, over_ms=10) == 1 and memory.ids() == ["t"]

    run(work())


def test_who_asks_for_a_table_keeps_it_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time, loaded = FakeTime(monkeypatch), list[str]()

        async def load(table_id: str) -> Table:
            loaded.append(table_id)
            return seated()

        memory = Memory(load)
        memory.enter(seated())
        assert memory.evict(1, lambda _: False) == 0, "it is new"
        time.go_on(10)
        assert await memory.get("t") == seated()
        assert memory.evict(1, lambda _: False) == 0 and not loaded
        time.go_on(1)
        assert memory.evict(1, lambda _: False) == 1

    run(work())


def test_what_could_not_be_loaded_leaves_nothing_behind() -> None:
    async def work() -> None:
        async def load(_: str) -> Table:
            raise LookupError

        memory = Memory(load)
        with pytest.raises(LookupError):
            await memory.get("t")
        async with memory.locked("t") as entry:
            assert entry.table is None and "t" in memory
        assert len(memory) == 0
        memory.enter(seated())
        assert memory.peek("t") == seated()

    run(work())
