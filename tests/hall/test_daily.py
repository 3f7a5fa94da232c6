"""Tries of the day in a hall: one counts, nobody looks before their own, and guests are not listed."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from rated_tables import people
from stores import run
from taflheim.games.hivolts.solve import solve
from taflheim.hall import daily as daily_module
from taflheim.hall.clock import now_ms
from taflheim.hall.daily import Daily, NoTryLeft
from taflheim.hall.daily_board import DailyBoard, day_of
from taflheim.hall.hall import Hall
from taflheim.store import accounts
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import Refused
from taflheim.table.event import Abort, Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table

GAME = "hivolts"
DAY_MS = 24 * 3600 * 1000


def with_hall(folder: Path, test: Callable[[Hall], Coroutine[None, None, None]]) -> None:
    async def work() -> None:
        hall = await Hall.open(folder)
        try:
            await test(hall)
        finally:
            await hall.close()

    run(asyncio.wait_for(work(), 100))


async def _move(hall: Hall, table: Table, text: str) -> Table:
    now = await hall.tables.get(table.id)
    (seat,) = now.seats.values()
    assert seat.account is not None
    return (await hall.tables.act(table.id, Person(seat.account), Move(now.position_number, text))).table


async def _win(hall: Hall, table: Table, board: DailyBoard) -> Table:
    for text in solve(board.start.state).line:
        table = await _move(hall, table, text)
    return table


def test_a_try_that_is_won(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        known = await people(hall._store, "anna", "bo")
        anna, bo, today = known["anna"], known["bo"], hall.daily.today()
        board = await hall.daily.board(GAME, today)
        table = await hall.daily.play(GAME, Seat.person(anna, "Anna"))
        assert table.terms.counted and not table.watchable and table.record.start == board.start
        # It has not begun yet, and is found again.
        assert await hall.daily.own(GAME, today, anna) is None
        assert (await hall.daily.play(GAME, Seat.person(anna, "Anna"))).id == table.id
        table = await _move(hall, table, solve(board.start.state).line[0])
        begun = await hall.daily.own(GAME, today, anna)
        assert begun is not None and begun.state == "playing"
        with pytest.raises(Refused):
            await hall.tables.act(table.id, Person(anna), Undo(table.position_number))
        for text in solve(board.start.state).line[1:]:
            table = await _move(hall, table, text)
        own = await hall.daily.own(GAME, today, anna)
        assert own is not None and (own.state, own.moves, own.jumps) == ("won", board.par, 0)
        assert own.began_ms == table.events[0].at_ms and own.ended_ms == table.events[-1].at_ms
        assert await hall.daily.streak(GAME, anna) == (1, 1)
        (result,) = await hall.daily.results(GAME, today, 10)
        assert (result.name, result.state, result.moves) == ("Anna", "won", board.par)
        with pytest.raises(NoTryLeft):
            await hall.daily.play(GAME, Seat.person(anna, "Anna"))
        assert await hall.daily.own(GAME, today, bo) is None

    with_hall(tmp_path, test)


def test_others_look_after_their_own_try_or_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        known = await people(hall._store, "anna", "bo")
        board = await hall.daily.board(GAME, hall.daily.today())
        theirs = await _win(hall, await hall.daily.play(GAME, Seat.person(known["anna"], "Anna")), board)
        bo, owner = Person(known["bo"]), Person(hall.accounts.owner.id)
        for actor in (bo, owner, Spectator()):
            assert not await hall.daily.may_look(theirs, actor)
        mine = await hall.daily.play(GAME, Seat.person(known["bo"], "Bo"))
        mine = await _move(hall, mine, solve(board.start.state).line[0])
        assert not await hall.daily.may_look(theirs, bo)
        await hall.tables.act(mine.id, bo, Resign())
        assert await hall.daily.may_look(theirs, bo)
        assert not await hall.daily.may_look(theirs, owner)
        assert [one.state for one in await hall.daily.results(GAME, hall.daily.today(), 9)] == ["won", "lost"]
        monkeypatch.setattr(daily_module, "now_ms", lambda: now_ms() + DAY_MS)
        assert await hall.daily.may_look(theirs, owner) and await hall.daily.may_look(theirs, Spectator())

    with_hall(tmp_path, test)


def test_what_was_given_up_before_the_first_move_is_no_try(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        (anna,) = (await people(hall._store, "anna")).values()
        seat = Seat.person(anna, "Anna")
        table = await hall.daily.play(GAME, seat)
        await hall.tables.act(table.id, Person(anna), Abort())
        assert await hall.daily.days(GAME, anna) == {}
        other = await hall.daily.play(GAME, seat)
        assert other.id != table.id
        await hall.tables.act(other.id, Person(anna), Resign())
        third = await hall.daily.play(GAME, seat)
        assert third.id not in (table.id, other.id) and third.result is None
        assert await hall.daily.days(GAME, anna) == {hall.daily.today(): "playing"}

    with_hall(tmp_path, test)


def test_a_try_begun_after_its_day_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        (anna,) = (await people(hall._store, "anna")).values()
        monkeypatch.setattr(daily_module, "now_ms", lambda: now_ms() - DAY_MS)
        yesterday = hall.daily.today()
        table = await hall.daily.play(GAME, Seat.person(anna, "Anna"))
        monkeypatch.setattr(daily_module, "now_ms", now_ms)
        await _win(hall, table, await hall.daily.board(GAME, yesterday))
        assert await hall.daily.days(GAME, anna) == {}

    with_hall(tmp_path, test)


def test_guests_are_not_listed_until_they_have_an_account(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        guest = await hall._store.write(accounts.add, "guest", "guest-owl-1", "guest-owl-1", now_ms())
        board = await hall.daily.board(GAME, hall.daily.today())
        await _win(hall, await hall.daily.play(GAME, Seat.person(guest.id, guest.name)), board)
        assert await hall.daily.results(GAME, hall.daily.today(), 10) == []
        await hall._store.write(accounts.register, guest.id, "Olga", "olga", now_ms(), "x")
        assert [one.name for one in await hall.daily.results(GAME, hall.daily.today(), 10)] == ["Olga"]

    with_hall(tmp_path, test)


def test_the_board_is_played_again_after_the_try_that_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        (anna,) = (await people(hall._store, "anna")).values()
        seat, today = Seat.person(anna, "Anna"), hall.daily.today()
        yesterday = day_of(now_ms() - DAY_MS)
        board = await hall.daily.board(GAME, today)

        async def refused(account: str | None = anna) -> bool:
            try:
                await hall.daily.check_again(GAME, today, account)
            except NoTryLeft:
                return True
            return False

        assert await refused() and await refused(None), "it was not made yet"
        table = await hall.daily.play(GAME, seat)
        await _move(hall, table, solve(board.start.state).line[0])
        assert await refused(), "it lasts"
        with pytest.raises(NoTryLeft, match="that counts first"):
            await hall.daily.play_again(GAME, today, seat)
        await hall.tables.act(table.id, Person(anna), Resign())
        assert not await refused() and await refused(None)
        for day in (today, yesterday):
            again = await hall.daily.play_again(GAME, day, seat)
            assert not again.terms.counted and again.terms.opener == anna
            assert again.record.start == (await hall.daily.board(GAME, day)).start
        # What is played again counts for nothing.
        again = await _move(hall, again, again.record.position.moves()[0])
        if again.result is None:
            await hall.tables.act(again.id, Person(anna), Resign())
        assert await hall.daily.days(GAME, anna) == {today: "lost"}
        assert not await hall.daily.may_look(again, Person(anna)), "it is no try"

    with_hall(tmp_path, test)


def test_who_lets_their_try_last_looks_at_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        known = await people(hall._store, "anna", "bo", "cy")
        board = await hall.daily.board(GAME, hall.daily.today())
        theirs = await _win(hall, await hall.daily.play(GAME, Seat.person(known["anna"], "Anna")), board)
        lasts = await hall.daily.play(GAME, Seat.person(known["bo"], "Bo"))
        await _move(hall, lasts, solve(board.start.state).line[0])
        await hall.daily.play(GAME, Seat.person(known["cy"], "Cy"))
        bo, cy = Person(known["bo"]), Person(known["cy"])
        assert not await hall.daily.may_look(theirs, cy), "she has opened hers, and could still begin"
        monkeypatch.setattr(daily_module, "now_ms", lambda: now_ms() + DAY_MS)
        assert not await hall.daily.may_look(theirs, bo), "it lasts, though the day is over"
        assert await hall.daily.may_look(theirs, cy), "hers would not count any more"

    with_hall(tmp_path, test)


def test_jumps_are_counted(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        (anna,) = (await people(hall._store, "anna")).values()
        table = await hall.daily.play(GAME, Seat.person(anna, "Anna"))
        jump = next(move for move in table.record.position.moves() if move.startswith("j"))
        table = await _move(hall, table, jump)
        if table.result is None:
            await hall.tables.act(table.id, Person(anna), Resign())
        own = await hall.daily.own(GAME, hall.daily.today(), anna)
        assert own and (own.moves, own.jumps) == (1, 1)

    with_hall(tmp_path, test)


def test_rules_are_waited_for_before_a_board_is_made(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        asked: list[str] = []

        async def ready(name: str) -> None:
            asked.append(name)

        board = await Daily(hall._store, hall.tables, ready).board(GAME, hall.daily.today())
        assert asked == [GAME] and board == await hall.daily.board(GAME, hall.daily.today())

    with_hall(tmp_path, test)


def test_nobody_gives_up_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_module, "_MOST_GIVEN_UP", 2)

    async def test(hall: Hall) -> None:
        (anna,) = (await people(hall._store, "anna")).values()
        for _ in range(2):
            table = await hall.daily.play(GAME, Seat.person(anna, "Anna"))
            await hall.tables.act(table.id, Person(anna), Abort())
        with pytest.raises(NoTryLeft):
            await hall.daily.play(GAME, Seat.person(anna, "Anna"))

    with_hall(tmp_path, test)


@pytest.mark.parametrize("ms_of_day", [0, DAY_MS - 1])
def test_boards_of_today_and_tomorrow_are_made_ahead(monkeypatch: pytest.MonkeyPatch, ms_of_day: int) -> None:
    made: list[tuple[str, str]] = []

    async def board(name: str, day: str) -> None:
        made.append((name, day))

    monkeypatch.setattr(daily_module, "now_ms", lambda: 20_000 * DAY_MS + ms_of_day)
    daily = Daily(None, None, None)  # type: ignore[arg-type] # nothing is played
    monkeypatch.setattr(daily, "board", board)
    run(daily.make_ahead())
    assert made == [(GAME, "2024-10-04"), (GAME, "2024-10-05")]
