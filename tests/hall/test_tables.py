"""The tables of a hall, with a real store."""

import asyncio
import json
import logging
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

import taflheim
from evenings import evening, hall_open, me, play, seats, table_with, until
from fake_time import FakeTime
from scripted_engines import ready
from stores import opened, owner, run
from taflheim.hall import tables as tables_module
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.store import games
from taflheim.store import tables as rows
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.store.games import Wanted
from taflheim.table.actor import Person, Spectator
from taflheim.table.decision import Decision
from taflheim.table.errors import GameOver, NotSeated, RequestReused, SeatRefused, Stale
from taflheim.table.event import Event, MakeOffer, Move, Resign, Sit, Undo
from taflheim.table.outage import Outage
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")


def test_what_was_played_comes_back(tmp_path: Path) -> None:
    async def play_it(hall: Hall) -> None:
        game = taflheim.game("quoridor", players=4)
        table = await table_with(hall, game, *game.seats)
        await play(hall, table, "e8", "e2", "b5", "h5")
        with pytest.raises(NotSeated):
            await hall.tables.act(table.id, Person("stranger"), Move(4, "e7"))
        with pytest.raises(NotSeated):
            await hall.tables.act(table.id, Spectator(), Move(4, "e7"))
        kept.append(await hall.tables.get(table.id))

    async def look(hall: Hall) -> None:
        assert await hall.tables.get(kept[0].id) == kept[0]

    kept: list[Table] = []
    evening(tmp_path, play_it)
    evening(tmp_path, look)


def test_unknown_tables_leave_nothing_behind(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        for number in range(20):
            with pytest.raises(NoSuchTable):
                await hall.tables.get(f"nowhere{number}")
            with pytest.raises(NoSuchTable):
                await hall.tables.act("nowhere", me(hall), Resign())
        assert len(hall.tables._memory) == 0

    evening(tmp_path, work)


def test_a_request_is_done_once(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        move = Move(0, "e8", "same")
        decisions = await asyncio.gather(*(hall.tables.act(table.id, me(hall), move) for _ in range(5)))
        assert {decision.events for decision in decisions} == {decisions[0].events}
        assert (await hall.tables.get(table.id)).number == 1
        with pytest.raises(RequestReused):
            await hall.tables.act(table.id, me(hall), Move(1, "e2", "same"))

    evening(tmp_path, work)


def test_a_request_is_known_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            table = await table_with(hall, QUORIDOR, "a", "b")
            first = await hall.tables.act(table.id, me(hall), Move(0, "e8", "r1"))
        async with hall_open(tmp_path) as hall:
            again = await hall.tables.act(table.id, me(hall), Move(0, "e8", "r1"))
            assert again.events == first.events
            with pytest.raises(RequestReused):
                await hall.tables.act(table.id, me(hall), Resign(request="r1"))

    asyncio.run(run())


def test_of_moves_at_once_one_is_made(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        with hall.tables.watch(table.id) as changes:
            asked = [hall.tables.act(table.id, me(hall), Move(0, move, move)) for move in ("e8", "d9", "f9")]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(answer, Stale) for answer in answers) == 2
            assert (await changes.get()).table.number == 1
            assert not changes._waiting

    evening(tmp_path, work)


def test_an_idle_table_is_let_go_of_and_comes_back_the_same(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        def nobody(_: str) -> bool:
            return False

        table = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8", "e2")
        with hall.tables.watch(table.id):
            assert hall.tables.watchers(table.id) == 1
            assert hall.tables.evict(0, nobody) == 0, "somebody watches"
        assert hall.tables.evict(60_000, nobody) == 0, "it was used just now"
        assert hall.tables.evict(0, lambda table_id: table_id == table.id) == 0, "a bot thinks"
        assert hall.tables.evict(0, nobody) == 1
        assert len(hall.tables._memory) == 0
        assert await hall.tables.get(table.id) == table
        assert (await play(hall, table, "e7")).number == 3

    evening(tmp_path, work)


def test_a_free_seat_is_taken_and_kept(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            free = {**seats(hall, QUORIDOR, "a"), "b": Seat.free()}
            table = await hall.tables.open(QUORIDOR.start(), free, Terms(watchable=True))
            await hall.tables.act(table.id, me(hall), Sit("b", "Bo"))
            (line,) = await hall.games.listed(me(hall), Wanted(), 9)
            assert {side: seat.name for side, seat in line.seats.items()} == {"a": table.seats["a"].name, "b": "Bo"}
            table = await play(hall, table, "e8", "e2")
        async with hall_open(tmp_path) as hall:
            again = await hall.tables.get(table.id)
            assert again == table and again.watchable and again.record.headers["b"] == "Bo"

    asyncio.run(run())


def test_what_was_due_is_kept_and_told_though_the_action_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody came for a day: who sits down then is refused, and the table is closed for everybody."""

    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            free = {**seats(hall, QUORIDOR, "a"), "b": Seat.free()}
            table = await hall.tables.open(QUORIDOR.start(), free)
            expired_ms = table.terms.created_ms + 24 * 3_600_000
            monkeypatch.setattr(tables_module, "now_ms", lambda: expired_ms + 5)
            with hall.tables.watch(table.id) as changes:
                with pytest.raises(GameOver):
                    await hall.tables.act(table.id, me(hall), Sit("b", "Bo"))
                assert (await changes.get()).table.state == "aborted"
        async with hall_open(tmp_path) as hall:
            again = await hall.tables.get(table.id)
            assert [(event.kind, event.text, event.at_ms) for event in again.events] == [
                ("aborted", "expired", expired_ms)
            ]

    asyncio.run(run())


def test_a_rematch_changes_nothing_of_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        await play(hall, table, "e8", "e2")
        monkeypatch.setattr(tables_module, "now_ms", lambda: table.terms.created_ms + 60_000)
        await hall.tables.act(table.id, me(hall), Resign())
        before = await hall.games.ended(me(hall))
        monkeypatch.setattr(tables_module, "now_ms", lambda: table.terms.created_ms + 180_000)
        await hall.tables.act(table.id, me(hall), MakeOffer("rematch"))
        assert await hall.games.ended(me(hall)) == before
        assert before and (await hall.tables.get(table.id)).events[-1].kind == "rematch"

    evening(tmp_path, work)


def test_a_caller_who_hangs_up_changes_nothing(tmp_path: Path) -> None:
    """Memory and disk agree, whenever the caller of an action is cancelled."""

    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            table = await table_with(hall, QUORIDOR, "a", "b")
            acting = asyncio.create_task(hall.tables.act(table.id, me(hall), Move(0, "e8")))
            await asyncio.sleep(0)
            acting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await acting
            table = await until(hall, table, lambda now: now.number == 1)
        async with hall_open(tmp_path) as hall:
            assert await hall.tables.get(table.id) == table

    asyncio.run(run())


def test_a_locked_database_refuses_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("taflheim.store.sqlite.BUSY_MS", 50)

    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        other = sqlite3.connect(tmp_path / "taflheim.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(StoreUnavailable):
                await hall.tables.act(table.id, me(hall), Move(0, "e8", "r1"))
        finally:
            other.execute("ROLLBACK")
            other.close()
        assert (await hall.tables.get(table.id)).number == 0
        decision = await hall.tables.act(table.id, me(hall), Move(0, "e8", "r1"))
        assert decision.table.number == 1

    with caplog.at_level(logging.ERROR):
        evening(tmp_path, work)


def test_what_somebody_else_has_written_is_loaded_and_decided_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        other = sqlite3.connect(tmp_path / "taflheim.sqlite")
        with other:
            other.execute(
                "INSERT INTO events (table_id, number, kind, side, text, at_ms, lag_ms)"
                " VALUES (?, 1, 'move', 'a', 'e8', 5, 0)",
                (table.id,),
            )
        other.close()
        with pytest.raises(Stale):
            await hall.tables.act(table.id, me(hall), Move(0, "d9"))
        after = await hall.tables.get(table.id)
        assert after.events == (Event(1, "move", "a", "e8", 5),)
        resigned = await hall.tables.act(table.id, me(hall), Resign())
        assert resigned.events[0].number == 2

    evening(tmp_path, work)


def test_endless_conflicts_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")

        async def conflict(*_: object) -> None:
            tries.append(1)
            raise Conflict("taken")

        tries: list[int] = []
        monkeypatch.setattr(hall.tables, "_keep", conflict)
        with pytest.raises(StoreUnavailable, match="try again"):
            await hall.tables.act(table.id, me(hall), Move(0, "e8"))
        assert len(tries) == tables_module._TRIES

    evening(tmp_path, work)


def test_the_end_of_a_game_is_kept_for_every_side(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        await hall.tables.act(table.id, me(hall), Resign("a"))
        (line,) = await hall.games.listed(me(hall), Wanted(), 9)
        assert {side: seat.outcome for side, seat in line.seats.items()} == {"a": "lost", "b": "won"}
        assert await hall.games.listed(me(hall), Wanted(result="unfinished"), 9) == []

    evening(tmp_path, work)


def test_undo_is_stored_and_replayed(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            table = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8", "e2")
            await hall.tables.act(table.id, me(hall), Undo(2))
            table = await play(hall, table, "d1")
        async with hall_open(tmp_path) as hall:
            assert (await hall.tables.get(table.id)).record.entries == ("e8", "d1")

    asyncio.run(run())


def test_how_old_tables_stand_is_filled_in(tmp_path: Path) -> None:
    data = Path(__file__).parent.parent / "data"
    shutil.copy(data / "store-0001.sqlite", tmp_path / "taflheim.sqlite")
    expected = json.loads((data / "store-0001.json").read_text(encoding="utf-8"))["tables"]

    async def work(hall: Hall) -> None:
        while await hall._store.read(rows.unknown):
            await asyncio.sleep(0.02)

    evening(tmp_path, work)
    with closing(sqlite3.connect(tmp_path / "taflheim.sqlite")) as file:
        stands = {row[0]: row[1:] for row in file.execute("SELECT id, plies, position, played_ms FROM tables")}
    finished = [name for name, table in expected.items() if table["result"]]
    played = {name for name, table in expected.items() if table["after"]}  # what nobody played is let go of
    assert played <= stands.keys() <= expected.keys() and finished
    for name in finished:  # at the others bots may have moved meanwhile
        table = expected[name]
        plies = sum(":" not in entry for entry in table["entries"])
        assert stands[name][:2] == (plies, table["after"][-1]["position"])
        assert stands[name][2] > 0 or len(table["after"]) == 1


def test_how_a_table_stands_is_written_with_every_move(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        table = await play(hall, table, "e8", "e2")
        await hall.tables.act(table.id, me(hall), Undo(table.position_number))
        await hall.tables.act(table.id, me(hall), Resign("a"))

    evening(tmp_path, work)
    with closing(sqlite3.connect(tmp_path / "taflheim.sqlite")) as file:
        (row,) = file.execute("SELECT plies, position, turn, played_ms FROM tables").fetchall()
    assert row[:3] == (1, "e8,e1 10,10 - - b", "b") and row[3] >= 0


# ---- tables without a hall, and with a clock of the test ----------------------------------------------------------


def nobody(_: str) -> bool:
    return False


@asynccontextmanager
async def two_seats(folder: Path) -> AsyncIterator[tuple[Tables, Person, dict[str, Seat]]]:
    """Tables, somebody who plays, and both seats of a game taken by that person."""
    async with opened(folder / "taflheim.sqlite") as store:
        anna = await owner(store)
        tables = Tables(store, ready)
        try:
            yield tables, Person(anna.id), dict.fromkeys("ab", Seat.person(anna.id, "Anna"))
        finally:
            await tables.close()


def test_a_table_is_idle_when_it_was_not_used_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        clock = FakeTime(monkeypatch)
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            assert table.watchable is False
            uses = (
                lambda: tables.get(table.id),  # from memory
                lambda: tables.act(table.id, anna, Move(0, "e8")),
            )
            for use in (None, *uses):
                clock.now_ms += 5
                if use:
                    await use()
                clock.now_ms += 9
                assert tables.evict(10 if use else 15, nobody) == 0
                clock.now_ms += 1
                assert tables.evict(10 if use else 15, nobody) == 1 and len(tables._memory) == 0
                await tables.get(table.id)

    run(work())


def test_a_table_that_is_being_loaded_is_in_use(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, _, both):
            table = await tables.open(QUORIDOR.start(), both)
            assert tables.evict(0, nobody) == 1
            asked, compiled = asyncio.Queue[str](), asyncio.Event()

            async def compile_first(game: str) -> None:
                asked.put_nowait(game)
                await compiled.wait()

            tables._rules_ready = compile_first
            loading = [asyncio.ensure_future(tables.get(table.id)) for _ in range(3)]
            another = asyncio.ensure_future(tables.open(taflheim.game("toy").start(), both))
            assert {await asked.get(), await asked.get()} == {"quoridor", "toy"}
            assert tables.evict(0, nobody) == 0
            compiled.set()
            first, *others = await asyncio.gather(*loading)
            assert first == table and all(other is first for other in others), "it is loaded once"
            another.cancel()
            await asyncio.wait([another])

    run(work())


def test_whoever_listens_is_told_of_every_table_that_comes_or_changes(tmp_path: Path) -> None:
    async def work() -> None:
        told: list[Table] = []
        async with two_seats(tmp_path) as (tables, anna, both):
            tables.when_changed(told.append)
            table = await tables.open(QUORIDOR.start(), both)
            moved = (await tables.act(table.id, anna, Move(0, "e8"))).table
            await tables.get(table.id)
            tables.evict(0, nobody)
            loaded = await tables.get(table.id)
        assert [id(one) for one in told] == [id(table), id(moved), id(loaded)]

    run(work())


def test_how_long_was_played_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        clock = FakeTime(monkeypatch)
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            for number, (pause_ms, move) in enumerate(((9_000, "e8"), (2_000, "e2"), (500, "e7"), (30, "e3"))):
                clock.now_ms += pause_ms
                await tables.act(table.id, anna, Move(number, move))

    run(work())
    with closing(sqlite3.connect(tmp_path / "taflheim.sqlite")) as file:
        assert file.execute("SELECT played_ms FROM tables").fetchall() == [(2_530,)], "since the first move"


def test_a_commit_that_may_have_reached_the_disk_is_looked_for_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            keep = tables._keep

            async def keep_and_fail(before: Table, decision: Decision) -> None:
                await keep(before, decision)
                raise StoreUnavailable("nobody knows")

            with monkeypatch.context() as patch:
                patch.setattr(tables, "_keep", keep_and_fail)
                with pytest.raises(StoreUnavailable, match="nobody knows"):
                    await tables.act(table.id, anna, Move(0, "e8", "r1"))
            assert (await tables.get(table.id)).number == 1
            assert (await tables.act(table.id, anna, Move(0, "e8", "r1"))).table.number == 1, "asked again"

    run(work())


def test_closing_waits_for_what_is_being_decided(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            acting = [
                asyncio.ensure_future(tables.act(table.id, anna, Move(number, move)))
                for number, move in enumerate(("e8", "e2", "e7"))
            ]
            await asyncio.sleep(0)
            await tables.close()
            assert (await tables.get(table.id)).number == 3
            await asyncio.gather(*acting)

    run(work())


def test_a_table_is_removed_from_memory_and_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            assert await tables.remove(table.id, games.remove, "somebody else") is None
            assert await tables.get(table.id) == table
            assert await tables.remove(table.id, games.remove, anna.account) == "removed"
            assert len(tables._memory) == 0
            with pytest.raises(NoSuchTable, match="go back to the menu"):
                await tables.get(table.id)

    run(work())


def test_a_request_opens_one_table(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            terms = Terms(watchable=True, opener=anna.account)
            swapped = dict(reversed(both.items()))
            opened_at_once = await asyncio.gather(
                *(tables.open(QUORIDOR.start(), seats, terms, request="r1") for seats in (both, swapped, both))
            )
            first = opened_at_once[0]
            assert {table.id for table in opened_at_once} == {first.id}
            assert (await tables.open(QUORIDOR.start(), both, terms, request="r2")).id != first.id
            tables.evict(0, nobody)
            assert await tables.open(QUORIDOR.start(), both, terms, request="r1") == first, "also later"
            with pytest.raises(RequestReused):
                await tables.open(QUORIDOR.start(), both, Terms(opener=anna.account), request="r1")
            named = await tables.open(QUORIDOR.start(), both, terms, table_id="t")
            assert named.id == "t"
            with pytest.raises(Conflict):
                await tables.open(QUORIDOR.start(), both, terms, table_id="t")

    run(work())


def test_terms_have_to_fit_those_who_sit_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, _, both):
            with pytest.raises(taflheim.InvalidOption):
                await tables.open(QUORIDOR.start(), both, Terms(policy="bot"))
            with pytest.raises(SeatRefused):
                await tables.open(QUORIDOR.start(), both, Terms(rated=True))
            assert len(tables._memory) == 0

    run(work())


def test_the_end_of_a_game_is_written_with_what_follows_from_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            ended: list[str | None] = []
            broken = True

            def rate(connection: Connection) -> None:
                if broken:
                    raise StoreUnavailable("the disk is full")
                connection.execute(text("UPDATE accounts SET preferences = 'rated'"))

            def at_end(table: Table) -> Callable[[Connection], None] | None:
                assert table.result
                ended.append(table.result.winner)
                return rate

            tables.at_end = at_end
            table = await tables.open(QUORIDOR.start(), both)
            await tables.act(table.id, anna, Move(0, "e8"))
            assert ended == []
            with pytest.raises(StoreUnavailable):
                await tables.act(table.id, anna, Resign("a"))
            assert (await tables.get(table.id)).state == "playing", "nothing of it was kept"
            broken = False
            await tables.act(table.id, anna, Resign("a"))
            assert (await tables.get(table.id)).state == "over" and ended == ["b", "b"]
            await tables.act(table.id, anna, MakeOffer("rematch"))
            assert ended == ["b", "b"], "once"

    run(work())
    with closing(sqlite3.connect(tmp_path / "taflheim.sqlite")) as file:
        assert file.execute("SELECT preferences FROM accounts").fetchall() == [("rated",)]


def test_what_a_game_s_end_brings_about_can_be_given_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        ended: list[str] = []
        async with opened(tmp_path / "taflheim.sqlite") as store:
            anna = Person((await owner(store)).id)
            tables = Tables(store, ready, at_end=lambda table: ended.append(table.id))
            table = await tables.open(QUORIDOR.start(), dict.fromkeys("ab", Seat.person(anna.account, "Anna")))
            await tables.act(table.id, anna, Resign("a"))
            assert ended == [table.id]
            await tables.close()

    run(work())


def test_a_rematch_is_there_at_once_and_on_the_disk(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            told: list[str] = []
            table = await tables.open(QUORIDOR.start(), both)
            tables.when_changed(lambda changed: told.append(changed.id))
            await tables.act(table.id, anna, Resign("a"))
            over = (await tables.act(table.id, anna, MakeOffer("rematch"))).table
            rematch = over.events[-1].text
            assert told == [table.id, rematch, table.id] and tables.in_memory(rematch)
            new = await tables.get(rematch)
            tables.evict(0, nobody)
            assert await tables.get(rematch) == new and new.state == "playing"

    run(work())


def test_which_tables_are_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, _, both):
            assert tables.count_in_memory == 0
            table = await tables.open(QUORIDOR.start(), both)
            assert tables.count_in_memory == 1 and tables.in_memory(table.id) and not tables.in_memory("another")
            tables.evict(0, nobody)
            assert tables.count_in_memory == 0 and not tables.in_memory(table.id)

    run(work())


def test_the_tables_of_an_account_are_loaded_anew(tmp_path: Path) -> None:
    def rename(connection: Connection) -> None:
        connection.execute(text("UPDATE seats SET name = 'Berta'"))

    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            await tables._store.write(rename)
            await tables.reload("somebody else")
            assert (await tables.get(table.id)).seats["a"].name == "Anna"
            await tables.reload(anna.account)
            assert (await tables.get(table.id)).seats["a"].name == "Berta"

    run(work())


def test_how_long_moves_take_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            told: list[tuple[str, float]] = []
            tables.measured = lambda what, seconds: told.append((what, seconds))
            table = await tables.open(QUORIDOR.start(), both)
            await tables.act(table.id, anna, Move(0, "e8"))
            assert [what for what, _ in told] == ["move"] and 0 < told[0][1] < time.perf_counter()
            await tables.act(table.id, anna, Resign("b"))
            assert len(told) == 1, "that was no move"

    run(work())


def test_a_move_with_which_an_offer_lapses_is_a_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            told: list[str] = []
            table = await tables.open(QUORIDOR.start(), both | {"b": Seat.bot(1, "Bot")})
            await tables.act(table.id, anna, MakeOffer("draw"))
            tables.measured = lambda what, _: told.append(what)
            await tables.act(table.id, anna, Move(0, "e8"))
            assert told == ["move"]

    run(work())


def test_who_watches_is_told_who_comes_and_goes(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_seats(tmp_path) as (tables, anna, both):
            table = await tables.open(QUORIDOR.start(), both)
            tables.presence_changed("another")
            with tables.watch(table.id) as changes, tables.presence.connected(table.id, anna.account):
                assert await changes.get() == ((), table)
                with tables.presence.connected(table.id, "somebody else"):
                    assert tables.presence.watching(table.id) == 1, "who plays does not look on"

    run(work())


def test_no_clock_runs_while_the_hall_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        clock = FakeTime(monkeypatch)
        async with two_seats(tmp_path) as (tables, anna, both):
            told: list[Table] = []
            await tables.outages.begin()
            table = await tables.open(QUORIDOR.start(), both, Terms(TimeControl.parse("5+0")))
            await tables.act(table.id, anna, Move(0, "e8"))
            clock.go_on(9_000)
            table = (await tables.act(table.id, anna, Move(1, "e2"))).table
            assert not tables.outages.missed(clock.now_ms + 10_000), "what was stored is a sign of life"
            stopped, woken = clock.now_ms, clock.go_on(100_000)
            tables.when_changed(told.append)
            with tables.watch(table.id) as changes:
                moved = (await tables.act(table.id, anna, Move(2, "e7"))).table
                assert moved.clock.outages == (Outage(stopped, woken + 10_000),)
                first, second = await changes.get(), await changes.get()
            assert first.events == () and first.table.clock.outages == moved.clock.outages
            assert second.table is moved and told == [first.table, moved]

    run(work())
