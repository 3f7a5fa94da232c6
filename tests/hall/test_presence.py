"""Who is connected where."""

import asyncio

import pytest

from fake_time import LoopTime
from seated import seated
from stores import run
from taflheim.hall import presence as module
from taflheim.hall.presence import ANYWHERE, Attendance
from taflheim.store.attendance import Seen
from taflheim.table.presence import Presence


class Room:
    """Anna and Bo play at table t; what was told of it, and what time it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now_ms = 1_000_000
        monkeypatch.setattr(module, "now_ms", lambda: self.now_ms)
        self.there = Attendance(lambda table_id: {"anna", "bo"} if table_id == "t" else (), tell_after_s=0)
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.there.when_changed(self.told.put_nowait)
        self.table = seated()


def test_somebody_is_there_while_any_connection_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        assert room.there.of(room.table) == {}
        with room.there.connected("t", "anna"):
            room.now_ms += 50_000
            with room.there.connected("t", "anna"):
                pass
            assert room.there.of(room.table) == {"anna": Presence(True, 1_000_000)}
            assert room.there.here() == {"anna"}
            room.now_ms += 1
        assert room.there.of(room.table) == {"anna": Presence(False, 1_050_001, 1_050_001)}
        assert room.there.here() == frozenset()

    run(work())


def test_a_short_return_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        for stays_ms in (20_000, 9_999):
            with room.there.connected("t", "anna"):
                room.now_ms += stays_ms
            room.now_ms += 5_000
        assert room.there.of(room.table)["anna"] == Presence(False, 1_034_999, 1_020_000)

    run(work())


def test_who_looks_on_is_counted_by_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        there = room.there
        with (
            there.connected("t", "anna"),
            there.connected("t", "cy"),
            there.connected("t", None),
            there.connected("t", None),
            there.connected("other", "bo"),
            there.connected(None, "dee"),
        ):
            assert there.watching("t") == 3 and there.watching("other") == 1 and there.watching("nowhere") == 0
            assert there.here() == {"anna", "bo", "cy", "dee"}
            assert set(there.of(room.table)) == {"anna"}, "bo is at another table"
        assert there.watching("t") == 0

    run(work())


def test_those_who_come_at_once_are_told_of_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        with room.there.connected("t", "anna"), room.there.connected("t", "bo"):
            assert room.told.empty()
            assert await room.told.get() == "t"
            assert room.told.empty()
            with room.there.connected("other", None), room.there.connected(None, "anna"):
                assert await room.told.get() == "other"
        assert {await room.told.get(), await room.told.get()} == {"t", "other"}

    run(work())


def test_a_request_of_a_program_counts_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        monkeypatch.setattr(module, "TOUCH_S", 1000)
        room.there.touch("t", "anna")
        await room.told.get()
        room.now_ms += 20_000
        monkeypatch.setattr(module, "TOUCH_S", 0)
        room.there.touch("t", "anna")
        assert room.there.of(room.table)["anna"] == Presence(True, 1_000_000)
        room.now_ms += 30_000
        await room.told.get()
        assert room.there.of(room.table)["anna"] == Presence(False, 1_050_000, 1_050_000)
        assert room.there.here() == frozenset()
        room.there.close()

    run(work())


def test_each_request_counts_from_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room, loop = Room(monkeypatch), LoopTime(monkeypatch)
        for _ in range(2):
            room.there.touch("t", "anna")
            await loop.go_on(module.TOUCH_S - 1)
        assert room.there.is_connected_here("t", "anna"), "the first request has nothing to say any more"
        await loop.go_on(1)
        assert not room.there.is_connected_here("t", "anna")
        room.there.touch("t", "anna")
        assert room.there.is_connected_here("t", "anna"), "she has come again"
        room.there.close()

    run(work())


def test_long_absences_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        with room.there.connected("t", "anna"):
            with room.there.connected("t", "bo"), room.there.connected("other", "bo"):
                pass
            room.now_ms += 10 * 60_000 - 1
            room.there.forget()
            assert set(room.there.of(room.table)) == {"anna", "bo"}
            room.now_ms += 1
            room.there.forget()
            assert set(room.there.of(room.table)) == {"anna"}
        room.now_ms += 60 * 60_000
        room.there.forget()
        assert room.there._presence == {} and room.there._connections == {}

    run(work())


def test_nobody_is_told_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room, loop = Room(monkeypatch), LoopTime(monkeypatch)
        room.there.touch("t", "anna")
        room.there.close()
        await loop.go_on(60)
        assert room.told.empty()

    run(work())


def test_whom_other_processes_see_is_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        there = room.there
        with there.connected("t", "anna"), there.connected("t", "cy"):
            there.seen_elsewhere(
                [
                    Seen("t", "anna", 1, 900_000, 0),
                    Seen("t", "bo", 2, 950_000, 0),
                    Seen("t", "cy", 2, 0, 0),
                    Seen("t", "dee", 0, 0, 0),
                    Seen(ANYWHERE, "eve", 1, 0, 0),
                    Seen(ANYWHERE, "finn", 0, 0, 0),
                ]
            )
            assert there.of(room.table) == {"anna": Presence(True, 900_000), "bo": Presence(True, 950_000)}
            assert there.at("t") == {"anna", "bo", "cy"} and there.at("other") == frozenset()
            assert there.here() == {"anna", "cy", "eve"}
            assert there.watching("t") == 3, "cy looks on, here and elsewhere"
            assert there.is_connected_here("t", "anna") and not there.is_connected_here("t", "bo")

    run(work())


def test_somebody_has_gone_when_no_process_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        there = room.there
        with there.connected("t", "anna"):
            there.seen_elsewhere([Seen("t", "anna", 0, 999_000, 999_000)])
            assert there.of(room.table)["anna"].connected
        assert there.of(room.table)["anna"].since_ms == 1_000_000, "when they were seen last"
        there.seen_elsewhere([Seen("t", "anna", 0, 1_002_000, 0), Seen("t", "anna", 1, 1_001_000, 0)])
        assert there.of(room.table)["anna"] == Presence(True, 1_001_000)
        assert there.at("t") == {"anna"}

    run(work())


def test_what_others_see_anew_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        told: list[str] = []
        room.there.when_changed_elsewhere(told.append)
        one, two = Seen("t", "bo", 1, 1, 0), Seen("other", "bo", 1, 1, 0)
        room.there.seen_elsewhere([one, two])
        assert sorted(told) == ["other", "t"]
        told.clear()
        room.there.seen_elsewhere([two, one])
        assert told == [], "it is the same"
        room.there.seen_elsewhere([one._replace(connections=2)], "t")
        assert told == ["t"] and room.there.at("other") == {"bo"}, "only that table was asked for"
        room.there.seen_elsewhere([], "t")
        assert told == ["t", "t"] and room.there.at("t") == frozenset()
        told.clear()
        several = [Seen("t", "bo", 1, since, 0) for since in (1, 2)]
        room.there.seen_elsewhere(several, "t")
        room.there.seen_elsewhere(several[::-1], "t")
        assert told == ["t"], "the order says nothing"
        assert room.told.empty(), "who is seen here has not changed"

    run(work())


def test_whom_this_process_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        room = Room(monkeypatch)
        with room.there.connected("t", "bo"):
            pass
        with room.there.connected("t", "anna"), room.there.connected("t", "anna"), room.there.connected("t", None):
            with room.there.connected("other", "cy"):
                room.now_ms += 20_000
            assert room.there.seen_here() == {
                (ANYWHERE, "anna"): Seen(ANYWHERE, "anna", 2, 0, 0),
                (ANYWHERE, ""): Seen(ANYWHERE, "", 1, 0, 0),
                ("t", "anna"): Seen("t", "anna", 2, 1_000_000, 0),
                ("t", ""): Seen("t", "", 1, 0, 0),
                ("t", "bo"): Seen("t", "bo", 0, 1_000_000, room.there.of(room.table)["bo"].away_ms),
                ("other", "cy"): Seen("other", "cy", 0, 1_020_000, 1_020_000),
            }

    run(work())
