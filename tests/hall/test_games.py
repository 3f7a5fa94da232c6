"""Somebody's games: what was beaten lately, what is taken off the list, and what goes by itself."""

import asyncio
import logging
from pathlib import Path

import pytest

import taflheim
from evenings import evening, hall_open, me, play, seats, table_with, until, until_my_turn
from taflheim.hall.games import UNTOUCHED_MS, Wins, wins
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.store.games import Wanted
from taflheim.store.stats import LastGame
from taflheim.table.actor import Person
from taflheim.table.event import Move, Resign
from taflheim.table.seat import Seat

TOY = taflheim.game("toy")
QUORIDOR = taflheim.game("quoridor")


async def ids(hall: Hall) -> list[str]:
    return [line.id for line in await hall.games.listed(me(hall), Wanted(), 99)]


def test_whom_somebody_has_beaten_lately() -> None:
    played = [("toy", 2, "won"), ("quoridor", 1, "won"), ("toy", 2, "won"), ("toy", 1, "won"), ("quoridor", 1, "lost")]
    last = [LastGame(*one) for one in (*played, ("hnefatafl", 3, "drawn"))]
    assert wins(last) == {"toy": Wins(2, 2), "quoridor": Wins(1, 1), "hnefatafl": Wins(3, 0)}
    assert wins([]) == {}


def test_a_lost_game_is_no_win(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await hall.games.at_a_glance(me(hall), 9) == ([], {})
        table = await table_with(hall, TOY, "crosses", level=4)
        await hall.tables.act(table.id, me(hall), Resign())
        lines, lately = await hall.games.at_a_glance(me(hall), 9)
        assert [line.id for line in lines] == [table.id] and lately == {"toy": Wins(4, 0)}
        assert [game.outcome for game in await hall.games.ended(me(hall))] == ["lost"]

    evening(tmp_path, work)


def test_a_removed_game_is_gone_from_memory_and_disk(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            table = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8")
            kept = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8")
            assert await hall.games.remove(me(hall), table.id) == "removed"
            with pytest.raises(NoSuchTable):
                await hall.tables.get(table.id)
            with pytest.raises(NoSuchTable):
                await hall.tables.act(table.id, me(hall), Move(table.position_number, "e2"))
            for person, table_id in ((me(hall), table.id), (me(hall), "nowhere"), (Person("nobody"), kept.id)):
                with pytest.raises(NoSuchTable):
                    await hall.games.remove(person, table_id)
            assert await ids(hall) == [kept.id]
        async with hall_open(tmp_path) as hall:
            assert await ids(hall) == [kept.id]

    asyncio.run(run())


def test_a_game_with_somebody_else_is_hidden_and_can_be_put_back(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = Person((await hall.logins.register("Bo", "correct horse", "here")).id)
        shared = await hall.tables.open(
            QUORIDOR.start(), {**seats(hall, QUORIDOR, "a"), "b": Seat.person(bo.account, "Bo")}
        )
        mine = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8")
        assert await hall.games.shared(me(hall), shared.id) is True
        assert await hall.games.shared(me(hall), mine.id) is False
        with pytest.raises(NoSuchTable, match="no such game of yours"):
            await hall.games.shared(bo, mine.id)
        assert await hall.games.opponents(me(hall)) == ["Bo"]
        assert await hall.games.count(me(hall), Wanted()) == 2
        assert await hall.games.remove(me(hall), shared.id) == "hidden"
        assert await ids(hall) == [mine.id] and await hall.games.count(me(hall), Wanted()) == 1
        assert [line.id for line in await hall.games.listed(bo, Wanted(), 9)] == [shared.id]
        await hall.games.put_back(me(hall), shared.id)
        assert set(await ids(hall)) == {mine.id, shared.id}

    evening(tmp_path, work)


def test_a_bot_whose_table_is_removed_gives_up_without_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(hall: Hall) -> None:
        gone = await play(hall, await table_with(hall, QUORIDOR, "a", level=1), "e8")
        await hall.games.remove(me(hall), gone.id)
        # Another bot of the same engines moves after it.
        table = await play(hall, await table_with(hall, QUORIDOR, "a", level=1), "e8")
        await until_my_turn(hall, table)
        while hall.bots.busy(gone.id):
            await asyncio.sleep(0.01)

    with caplog.at_level(logging.WARNING):
        evening(tmp_path, work)
    assert caplog.text == ""


def test_untouched_tables_go_after_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            untouched = await table_with(hall, QUORIDOR, "a", "b")
            begun = await until(hall, await table_with(hall, QUORIDOR, "b", level=1), lambda now: now.ply == 1)
            watched = await table_with(hall, QUORIDOR, "a", "b")
            played = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8")
            assert await ids(hall) == [played.id]
            assert await hall.games.let_go() == 0, "they are not a day old"
            with hall.tables.watch(watched.id), monkeypatch.context() as patch:
                patch.setattr("taflheim.hall.games.UNTOUCHED_MS", -1000)
                assert await hall.games.let_go() == 2
            for table in (untouched, begun):
                with pytest.raises(NoSuchTable):
                    await hall.tables.get(table.id)
            assert (await hall.tables.get(watched.id)).ply == 0
        monkeypatch.setattr("taflheim.hall.games.UNTOUCHED_MS", -1000)
        async with hall_open(tmp_path) as hall:  # a start looks, too
            while True:
                try:
                    hall.tables.evict(0, lambda _: False)
                    await hall.tables.get(watched.id)
                except NoSuchTable:
                    break
                await asyncio.sleep(0.01)
            assert await ids(hall) == [played.id]

    assert UNTOUCHED_MS == 24 * 3600 * 1000
    asyncio.run(asyncio.wait_for(run(), 120))
