"""The tables of a hall, with a real store."""

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest

import taflheim
from evenings import evening, hall_open, me, play, seats, table_with, until
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import NotSeated, RequestReused, Stale
from taflheim.table.event import Event, Move, Resign, Sit, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table

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
        assert hall.tables._entries == {}

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
        assert hall.tables._entries == {}
        assert await hall.tables.get(table.id) == table
        assert (await play(hall, table, "e7")).number == 3

    evening(tmp_path, work)


def test_a_free_seat_is_taken_and_kept(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            free = {**seats(hall, QUORIDOR, "a"), "b": Seat.free()}
            table = await hall.tables.open(QUORIDOR.start(), free, watchable=True)
            await hall.tables.act(table.id, me(hall), Sit("b", "Bo"))
            table = await play(hall, table, "e8", "e2")
        async with hall_open(tmp_path) as hall:
            again = await hall.tables.get(table.id)
            assert again == table and again.watchable and again.record.headers["b"] == "Bo"

    asyncio.run(run())


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


def test_a_locked_database_refuses_and_recovers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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
            raise Conflict("taken")

        monkeypatch.setattr(hall.tables, "_keep", conflict)
        with pytest.raises(StoreUnavailable, match="try again"):
            await hall.tables.act(table.id, me(hall), Move(0, "e8"))

    evening(tmp_path, work)


def test_the_end_of_a_game_is_kept_for_every_side(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        await hall.tables.act(table.id, me(hall), Resign("a"))
        told = {stat.side: (stat.won, stat.lost) for stat in await hall.stats(hall.accounts.owner.id)}
        assert told == {"a": (0, 1), "b": (1, 0)}
        assert await hall.unfinished(hall.accounts.owner.id, 9) == []

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
