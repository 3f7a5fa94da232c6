"""Quick pairing in a hall: who waits, who is brought together, and who is not."""

import asyncio
import random
from pathlib import Path

import pytest

import taflheim
from chatting import guest
from evenings import evening, me
from fake_time import FakeTime
from idle_servers import Told
from rated_tables import people
from stores import NOW
from taflheim.games.errors import InvalidOption
from taflheim.hall import matchmaker
from taflheim.hall.hall import Hall
from taflheim.hall.matchmaker import Matchmaker
from taflheim.hall.news import HALL
from taflheim.hall.pairing import Paused, Wanted
from taflheim.store import ratings as rows
from taflheim.table.actor import Person
from taflheim.table.errors import SeatRefused
from taflheim.table.event import Abort
from taflheim.table.seat import Seat
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
BLITZ = TimeControl.parse("5+3")
CASUAL = Wanted(QUORIDOR, BLITZ, False)
THREE = Wanted(taflheim.game("quoridor", players=3), BLITZ, False)


async def registered(hall: Hall, **ratings: float) -> list[Person]:
    """People with these ratings at Quoridor."""
    known = await people(hall._store, *ratings)
    points = [
        rows.Row(known[name], "quoridor", 25 + (value - 1500) / 29.5, 3.0, 9, NOW) for name, value in ratings.items()
    ]
    await hall._store.write(rows.put, points)
    return [Person(account) for account in known.values()]


def test_two_are_paired(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await guest(hall), await guest(hall)
        with hall.lobby.visiting(anna.account), hall.lobby.visiting(bo.account) as changed:
            changed.clear()
            await pairing.seek(anna, CASUAL)
            assert changed.is_set(), "that she waits"
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
        await pairing.stop_seeking(anna)
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
        with pytest.raises(SeatRefused):
            await pairing.seek(me(hall), Wanted(QUORIDOR, TimeControl(), True))
        await pairing.seek(me(hall), Wanted(QUORIDOR, BLITZ, True))
        for _ in range(3):
            seats = {"a": Seat.person(bo.account, "Bo"), "b": Seat.person(anna.account, "Anna")}
            table = await hall.tables.open(QUORIDOR.start(), seats)
            await hall.tables.act(table.id, anna, Abort())
        with pytest.raises(Paused):
            await pairing.seek(anna, CASUAL)

    evening(tmp_path, work)


def test_a_table_for_a_pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchmaker, "_rng", random.Random(1))

    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await registered(hall, anna=1500, bo=1500)
        seated = set()
        for _ in range(10):
            for person in (anna, bo):
                await pairing.seek(person, Wanted(QUORIDOR, BLITZ, True))
            table_id = pairing.table_for(anna.account, 0)
            assert table_id is not None and table_id == pairing.table_for(bo.account, 0)
            table = await hall.tables.get(table_id)
            assert table.terms.rated and table.terms.opener == table.seats["a"].account
            names = {seat.account: seat.name for seat in table.seats.values()}
            assert names == {anna.account: "Anna", bo.account: "Bo"}
            seated.add(table.seats["a"].account)
        assert len(seated) == 2, "sides are drawn by lot"

    evening(tmp_path, work)


def test_as_many_as_a_game_is_for(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        group = [await guest(hall) for _ in range(3)]
        for person in group[:2]:
            await pairing.seek(person, THREE)
        await pairing.seek(await guest(hall), CASUAL)
        assert pairing.table_for(group[0].account, 0) is None
        await pairing.seek(group[2], THREE)
        table_id = pairing.table_for(group[0].account, 0)
        assert table_id and (await hall.tables.get(table_id)).people == {person.account for person in group}

    evening(tmp_path, work)


def test_a_wish_is_forgotten_for_a_new_one(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await guest(hall), await guest(hall)
        await pairing.seek(anna, THREE)
        await pairing.seek(anna, CASUAL)
        assert pairing.sought(anna.account) == CASUAL and pairing.sought(None) is None
        await pairing.seek(bo, CASUAL)
        await pairing.seek(anna, THREE)
        assert pairing.table_for(anna.account, 0) is None, "the table of before is not for this wish"
        assert pairing.table_for(bo.account, 0) and pairing.table_for(None, 0) is None
        with hall.lobby.visiting(None) as changed:
            for has_changed in (True, False):
                changed.clear()
                await pairing.stop_seeking(anna)
                assert changed.is_set() == has_changed and pairing.sought(anna.account) is None

    evening(tmp_path, work)


def test_who_is_about_as_strong_comes_first_and_others_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo, cy = await registered(hall, anna=1300, bo=1610, cy=2400)
        with hall.lobby.visiting(anna.account), hall.lobby.visiting(bo.account), hall.lobby.visiting(cy.account):
            for person in (anna, bo, cy):
                await pairing.seek(person, CASUAL)
            now.go_on(10_900)
            pairing.pair_soon()
            await pairing._tasks.finish()
            assert pairing.sought(anna.account) and pairing.sought(bo.account), "310 apart, and 309 would do"
            now.go_on(100)
            with hall.lobby.visiting(None) as changed:
                changed.clear()
                pairing.pair_soon()
                await pairing._tasks.finish()
                assert changed.is_set()
            at_ms = now.now_ms
            assert pairing.table_for(anna.account, at_ms) and pairing.sought(cy.account)
            # Told once is enough for whoever comes back later; a page that was open then is told again.
            assert pairing.table_for(anna.account, at_ms) and not pairing.table_for(anna.account, at_ms + 1)
            now.go_on(59_999)
            pairing.pair_soon()
            await pairing._tasks.finish()
            assert pairing.table_for(bo.account, 2**60)
            now.go_on(1)
            pairing.pair_soon()
            await pairing._tasks.finish()
            assert pairing.table_for(anna.account, 0) is None

    evening(tmp_path, work)


def test_who_closes_the_lobby_may_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo, cy = [await guest(hall) for _ in range(3)]
        with hall.lobby.visiting(anna.account):
            await pairing.seek(anna, CASUAL)
        await pairing.seek(bo, THREE)  # by a program, which has no lobby open
        with hall.lobby.visiting(cy.account):
            await pairing.seek(cy, THREE)
            now.go_on(10_000)
            await pairing.pair()
            assert all(pairing.sought(person.account) for person in (anna, bo, cy))
            with hall.lobby.visiting(anna.account):
                now.go_on(1)
                await pairing.pair()
                assert [bool(pairing.sought(person.account)) for person in (anna, bo, cy)] == [True, False, True]
            now.go_on(10_001)
            await pairing.pair()
            assert [bool(pairing.sought(person.account)) for person in (anna, bo, cy)] == [False, False, True]
        with hall.lobby.visiting(anna.account):
            pass
        await pairing.seek(anna, CASUAL)  # by a program, long after the page was closed
        now.go_on(10_001)
        await pairing.pair()
        assert pairing.sought(anna.account) is None

    evening(tmp_path, work)


def test_who_gives_up_meanwhile_is_not_seated(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo, cy = [await guest(hall) for _ in range(3)]
        asked = []

        async def apart(one: str, other: str) -> bool:
            asked.append({one, other})
            await pairing.stop_seeking(anna)
            return False

        pairing.apart = apart
        await pairing.seek(cy, THREE)
        await pairing.seek(anna, CASUAL)
        await pairing.seek(bo, CASUAL)
        assert asked == [{anna.account, bo.account}], "only of those who fit"
        assert pairing.sought(bo.account) and pairing.table_for(bo.account, 0) is None
        pairing.apart = hall.relations.blocked_between
        await hall.relations.change(anna, (await hall.accounts.get(bo)).name, "block")
        await pairing.seek(anna, CASUAL)
        assert pairing.sought(bo.account) and pairing.sought(anna.account)

    evening(tmp_path, work)


def test_nobody_is_paired_any_more_when_it_is_closed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await guest(hall), await guest(hall)
        asked = asyncio.Event()

        async def apart(_one: str, _other: str) -> bool:
            asked.set()
            await asyncio.Event().wait()
            return False

        pairing.apart = apart
        await pairing.seek(anna, CASUAL)
        seeking = asyncio.create_task(pairing.seek(bo, CASUAL))
        await asked.wait()
        seeking.cancel()
        asked.clear()
        pairing.pair_soon()
        await asked.wait()
        await hall.lobby.close()
        assert not pairing._tasks._running and pairing.sought(anna.account)

    evening(tmp_path, work)


def test_only_lately_left_games_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        pairing = hall.lobby.pairing
        anna, bo = await guest(hall), await guest(hall)
        seats = {"a": Seat.person(bo.account, "Bo"), "b": Seat.person(anna.account, "Anna")}
        for _ in range(3):
            table = await hall.tables.open(QUORIDOR.start(), seats)
            await hall.tables.act(table.id, anna, Abort())
            now.go_on(29 * 60_000)
        now.go_on(-28 * 60_000)  # the third was a minute ago
        await pairing.seek(bo, CASUAL)
        with pytest.raises(Paused, match="in 9 min"):
            await pairing.seek(anna, CASUAL)
        now.go_on(9 * 60_000)
        await pairing.seek(anna, CASUAL)

    evening(tmp_path, work)


def test_who_waits_does_so_after_a_restart(tmp_path: Path) -> None:
    waiting: list[Person] = []

    async def before(hall: Hall) -> None:
        waiting.append(await guest(hall))
        await hall.lobby.pairing.seek(waiting[0], CASUAL)

    async def after(hall: Hall) -> None:
        await hall.lobby.load()
        assert hall.lobby.pairing.sought(waiting[0].account) == CASUAL
        await hall.lobby.pairing.seek(await guest(hall), CASUAL)
        assert hall.lobby.pairing.table_for(waiting[0].account, 0)

    evening(tmp_path, before)
    evening(tmp_path, after)


def test_what_one_process_has_written_another_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        async def not_yet() -> None:
            pass

        def another() -> Matchmaker:
            return Matchmaker(hall._store, hall.tables, hall.accounts, lambda: None)

        one, other = hall.lobby.pairing, another()
        one.news = news = Told()
        monkeypatch.setattr(one, "pair", not_yet)
        anna, bo = await guest(hall), await guest(hall)
        for person in (anna, bo):
            await one.seek(person, CASUAL)
        assert news.published == [(HALL, "lobby")] * 2, "others are told that somebody waits"
        await other.pair()
        table_id = other.table_for(anna.account, 0)
        assert table_id
        await other._tasks.finish()
        third = another()
        await third.refresh()
        assert third.table_for(anna.account, 2**60) is None, "she was told of it"
        assert third.table_for(bo.account, 2**60) == table_id
        await third._tasks.finish()

    evening(tmp_path, work)


def test_programs_open_tables_of_their_own(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        (bo,) = await registered(hall, bo=1500)
        made = await hall.programs.add(bo, "Robo")
        with pytest.raises(SeatRefused):
            await hall.lobby.pairing.seek(Person(made.account.id), CASUAL)

    evening(tmp_path, work)
