"""The hall with a real store and real engine processes."""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import taflheim
from taflheim.hall.folder import FolderLock, HallTaken, address_in
from taflheim.hall.hall import Hall, NoSuchTable
from taflheim.table.errors import NotYourTurn
from taflheim.table.event import Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


async def until_my_turn(hall: Hall, table: Table) -> Table:
    async with hall.watch(table.id) as changes:
        table = await hall.table(table.id)
        while table.bot_to_move:
            _, table = await changes.get()
    return table


def seats(game: taflheim.Game, hall: Hall, *mine: str) -> dict[str, Seat]:
    me = Seat.person(hall.owner.id, hall.owner.name)
    return {side: me if side in mine else Seat.bot(1, "Bot") for side in game.seats}


def test_friends_on_one_screen(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor", players=4)
        table = await hall.new_table(game.start(), seats(game, hall, *game.seats))
        for ply, move in enumerate(("e8", "e2", "b5", "h5")):
            await hall.act(table.id, hall.owner.id, Move(ply, move))
        with pytest.raises(NotYourTurn):
            await hall.act(table.id, "stranger", Move(4, "e7"))
        await hall.close()
        again = await Hall.open(tmp_path)
        assert (await again.table(table.id)).record.entries == ("e8", "e2", "b5", "h5")
        with pytest.raises(NoSuchTable):
            await again.table("nowhere")
        await again.close()

    run(evening())


@pytest.mark.parametrize("name", [name for name in taflheim.rulebooks() if name != "hivolts"])
def test_a_bot_answers_in_every_game(name: str, tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game(name)
        table = await hall.new_table(game.start(), seats(game, hall, game.seats[1]))
        for _ in range(2):
            table = await until_my_turn(hall, table)
            if table.result:
                break
            await hall.act(table.id, hall.owner.id, Move(table.ply, table.record.position.moves()[0]))
        table = await until_my_turn(hall, table)
        assert table.ply >= 3
        await hall.close()

    run(evening())


def test_bots_play_on_when_a_person_has_left(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor", players=3)
        table = await hall.new_table(game.position("e7,e3,c5 0,0,0 - - a"), seats(game, hall, "a"))
        async with hall.watch(table.id) as changes:
            await hall.act(table.id, hall.owner.id, Resign())
            while not table.result:
                _, table = await changes.get()
        assert table.result.winner in ("b", "c")
        assert (await hall.stats(hall.owner.id))[0].lost == 1
        await hall.close()

    run(evening())


def test_a_request_is_done_once(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor")
        table = await hall.new_table(game.start(), seats(game, hall, "a", "b"))
        asked = [hall.act(table.id, hall.owner.id, Move(0, "e8", "same")) for _ in range(5)]
        events = await asyncio.gather(*asked)
        assert set(events) == {events[0]}
        assert (await hall.table(table.id)).number == 1
        await hall.close()

    run(evening())


def test_moves_at_once_are_put_in_order(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor")
        table = await hall.new_table(game.start(), seats(game, hall, "a", "b"))
        async with hall.watch(table.id) as changes:
            moves = [hall.act(table.id, hall.owner.id, Move(0, move, move)) for move in ("e8", "d9", "f9")]
            answers = await asyncio.gather(*moves, return_exceptions=True)
            assert sum(isinstance(answer, Exception) for answer in answers) == 2
            assert changes.qsize() == 1
        await hall.close()

    run(evening())


def test_taking_back_while_a_bot_thinks(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("hnefatafl")
        table = await hall.new_table(game.start(), seats(game, hall, "attackers"))
        await hall.act(table.id, hall.owner.id, Move(0, "d1-d3"))
        await hall.act(table.id, hall.owner.id, Undo(1))
        await hall.act(table.id, hall.owner.id, Move(0, "d1-d4"))
        table = await until_my_turn(hall, table)
        assert table.record.entries[0] == "d1-d4"
        assert table.ply == 2
        await hall.close()

    run(evening())


def test_an_engine_that_is_killed_is_replaced(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor")
        table = await hall.new_table(game.start(), seats(game, hall, "a"))
        await hall.act(table.id, hall.owner.id, Move(0, "e8"))
        await until_my_turn(hall, table)
        for client in hall._engines._idle:
            os.kill(client._process.pid, signal.SIGKILL)
        await hall.act(table.id, hall.owner.id, Move(2, "e7"))
        assert (await until_my_turn(hall, table)).ply == 4
        await hall.close()

    run(evening())


def test_a_bot_recovers_when_no_engine_could_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor")
        python = sys.executable
        monkeypatch.setattr(sys, "executable", "/bin/false")
        table = await hall.new_table(game.start(), seats(game, hall, "b"))
        await asyncio.sleep(0.5)
        assert (await hall.table(table.id)).ply == 0
        monkeypatch.setattr(sys, "executable", python)
        assert (await until_my_turn(hall, table)).ply == 1
        await hall.close()

    monkeypatch.setattr("taflheim.hall.hall._SECONDS_TO_RECOVER", 1)
    run(evening())


def test_a_bot_goes_on_after_the_hall_was_closed(tmp_path: Path) -> None:
    async def evening() -> None:
        hall = await Hall.open(tmp_path)
        game = taflheim.game("quoridor")
        table = await hall.new_table(game.start(), seats(game, hall, "a"))
        await hall.act(table.id, hall.owner.id, Move(0, "e8"))
        await hall.close()  # before it has answered, most likely
        again = await Hall.open(tmp_path)
        assert (await until_my_turn(again, table)).ply == 2
        await again.close()

    run(evening())


def test_one_hall_for_each_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(HallTaken, match="it does not serve yet"):
        FolderLock(tmp_path)
    lock.announce("http://127.0.0.1:1234")
    with pytest.raises(HallTaken) as taken:
        FolderLock(tmp_path)
    assert taken.value.address == address_in(tmp_path) == "http://127.0.0.1:1234"
    lock.release()
    FolderLock(tmp_path).release()
    assert address_in(tmp_path) is None
