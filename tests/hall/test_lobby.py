"""The lobby: what everybody may find, and nothing private."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening, hall_open, me
from stores import run
from taflheim.games.errors import InvalidOption
from taflheim.hall import lobby, matchmaker
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Paused, Wanted
from taflheim.table.actor import Person
from taflheim.table.errors import SeatRefused
from taflheim.table.event import Abort, Move, Sit, WithdrawTable
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
BLITZ = TimeControl.parse("5+3")
CASUAL = Wanted(QUORIDOR, BLITZ, False)


async def guest(hall: Hall) -> Person:
    actor = await hall.accounts.actor(await hall.accounts.add_guest())
    assert isinstance(actor, Person)
    return actor


async def opened(hall: Hall, opener: Person, *, clock: str = "5+3", public: bool = True) -> Table:
    seats = {"a": Seat.person(opener.account, "Opener"), "b": Seat.free()}
    terms = Terms(TimeControl.parse(clock), public=public, watchable=True, opener=opener.account)
    return await hall.tables.open(QUORIDOR.start(), seats, terms)


def ids(hall: Hall) -> list[str]:
    return [table.id for table in hall.lobby.open_tables()]


def test_open_tables_and_games(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        await opened(hall, anna, public=False)
        first, second = await opened(hall, anna), await opened(hall, anna)
        assert set(ids(hall)) == {first.id, second.id} and hall.lobby.running() == []
        with hall.lobby.visiting(None) as changed:
            changed.clear()
            await hall.tables.act(first.id, bo, Sit("b", "Bo"))
            assert changed.is_set()
        assert ids(hall) == [second.id]
        (game,) = hall.lobby.running()
        assert (game.table.id, game.watching, game.table.moves) == (first.id, 0, 0)
        await hall.tables.act(first.id, anna, Move(0, "e8"))
        with hall.presence.connected(first.id, None):
            (game,) = hall.lobby.running()
            assert (game.watching, game.table.moves) == (1, 1)
        await hall.tables.act(second.id, anna, WithdrawTable())
        await hall.tables.act(first.id, bo, Abort())
        assert ids(hall) == [] and hall.lobby.running() == []

    evening(tmp_path, work)


def test_the_most_watched_game_comes_first(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo = await guest(hall), await guest(hall)
        tables = [await opened(hall, anna) for _ in range(3)]
        for table in tables:
            await hall.tables.act(table.id, bo, Sit("b", "Bo"))
        with (
            hall.presence.connected(tables[1].id, None),
            hall.presence.connected(tables[1].id, None),
            hall.presence.connected(tables[0].id, None),
        ):
            found = [(one.table.id, one.watching) for one in hall.lobby.running()]
            assert found == [(tables[1].id, 2), (tables[0].id, 1), (tables[2].id, 0)]

    evening(tmp_path, work)


def test_a_table_whose_opener_is_away_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        anna = await guest(hall)
        live, days = await opened(hall, anna), await opened(hall, anna, clock="days 3")
        with hall.presence.connected(live.id, anna.account):
            hall.lobby.look()
        monkeypatch.setattr(lobby, "AWAY_MS", 0)
        assert ids(hall) == [days.id]
        monkeypatch.setattr(lobby, "AWAY_MS", 60_000)
        assert set(ids(hall)) == {live.id, days.id}
        monkeypatch.setattr(lobby, "AWAY_MS", 0)
        with hall.presence.connected(None, anna.account):
            monkeypatch.setattr(lobby, "AWAY_MS", 1_000)
            assert set(ids(hall)) == {live.id, days.id}, "anywhere in the hall is here"

    evening(tmp_path, work)


def test_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_open(tmp_path) as hall:
            anna, bo = await guest(hall), await guest(hall)
            days, played = await opened(hall, anna, clock="days 3"), await opened(hall, anna)
            await opened(hall, anna, public=False)
            await hall.tables.act(played.id, bo, Sit("b", "Bo"))
        async with hall_open(tmp_path) as hall:
            await hall.lobby.load()
            assert ids(hall) == [days.id]
            assert [one.table.id for one in hall.lobby.running()] == [played.id]
            assert {seat.name for seat in hall.lobby.running()[0].table.seats.values()} == {"Opener", "Bo"}

    run(work())


def test_who_is_here(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo, cy = [await guest(hall) for _ in range(3)]
        public, private = await opened(hall, anna), await opened(hall, bo, public=False)
        assert hall.lobby.here() == frozenset()
        with (
            hall.presence.connected(public.id, anna.account),
            hall.presence.connected(private.id, bo.account),
            hall.lobby.visiting(cy.account),
            hall.lobby.visiting(cy.account),
        ):
            assert hall.lobby.here() == {anna.account, cy.account}
        assert hall.lobby.here() == frozenset()

    evening(tmp_path, work)


def test_two_are_paired(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await guest(hall), await guest(hall)
        with hall.lobby.visiting(anna.account), hall.lobby.visiting(bo.account) as changed:
            await pairing.seek(anna, CASUAL)
            assert pairing.sought(anna.account) == CASUAL and pairing.table_for(anna.account, 0) is None
            changed.clear()
            await pairing.seek(bo, CASUAL)
            assert changed.is_set()
            table_id = pairing.table_for(anna.account, 0)
            assert table_id is not None and pairing.table_for(bo.account, 2**60) == table_id
            assert pairing.table_for(bo.account, 2**60) is None, "told once is enough for who comes back later"
            table = await hall.tables.get(table_id)
            assert table.state == "playing" and table.people == {anna.account, bo.account}
            assert table.terms.public and table.terms.watchable and table.terms.clock == BLITZ
            assert pairing.sought(anna.account) is pairing.sought(bo.account) is None

    evening(tmp_path, work)


def test_who_is_not_paired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo, cy = [await guest(hall) for _ in range(3)]

        async def apart(one: str, other: str) -> bool:
            return {one, other} == {anna.account, bo.account}

        async def rating(account: str, _game: object) -> float:
            return 3000.0 if account == cy.account else 1500.0

        pairing.apart, pairing.rating_of = apart, rating
        for person in (anna, bo, cy):
            await pairing.seek(person, CASUAL)
        assert all(pairing.sought(person.account) for person in (anna, bo, cy))
        pairing.stop_seeking(anna)
        assert pairing.sought(anna.account) is None
        with hall.lobby.visiting(bo.account):
            monkeypatch.setattr(matchmaker, "GRACE_MS", -1)
            await pairing.pair()
            assert pairing.sought(bo.account) and not pairing.sought(cy.account), "the page of one is closed"
        for wanted, error in (
            (Wanted(QUORIDOR, TimeControl(), True), SeatRefused),
            (Wanted(QUORIDOR, BLITZ, True), SeatRefused),
            (Wanted(taflheim.game("hivolts"), TimeControl(), False), InvalidOption),
        ):
            with pytest.raises(error):
                await pairing.seek(anna, wanted)
        await pairing.seek(me(hall), Wanted(QUORIDOR, BLITZ, True))
        for _ in range(3):
            table = await opened(hall, bo)
            await hall.tables.act(table.id, anna, Sit("b", "Anna"))
            await hall.tables.act(table.id, anna, Abort())
        with pytest.raises(Paused):
            await pairing.seek(anna, CASUAL)

    evening(tmp_path, work)
