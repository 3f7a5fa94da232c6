"""What a hall does again and again, and how its parts know each other. A test says itself when a duty is due."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import taflheim
from evenings import hall_open, me, play, seats, table_with
from fake_time import FakeTime
from rated_tables import people
from scripted_engines import ready
from stores import run
from taflheim.hall import bans, daily, keeping, tokens
from taflheim.hall import hall as hall_module
from taflheim.hall.daily_board import daily_games, day_of
from taflheim.hall.folder import HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Wanted
from taflheim.hall.settings import Settings
from taflheim.hall.timers import Timers
from taflheim.store import outages, sessions
from taflheim.store.errors import StoreUnavailable
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import SeatRefused
from taflheim.table.event import Move, Resign, Sit
from taflheim.table.presence import Presence
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


class Duties(Timers):
    """Duties that are done when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, tuple[float, Callable[[], object]]] = {}

    def every(self, seconds: float, duty: Callable[[], object], name: str) -> None:
        self.known[name] = seconds, duty


async def due(hall: Hall, name: str) -> None:
    """Do a duty to its end."""
    assert isinstance(hall._timers, Duties)
    hall._timers.known[name][1]()
    await hall._tasks.finish()


def with_duties(folder: Path, work: Callable[[Hall], Awaitable[None]]) -> None:
    """Do something in a hall that has gone on where it was left, and does nothing by itself."""

    async def test() -> None:
        async with hall_open(folder) as hall:
            await hall._tasks.finish()
            await work(hall)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall_module, "Timers", Duties)
        run(test())


async def registered(hall: Hall, name: str) -> Person:
    return Person((await hall.logins.register(name, "correct horse", "here")).id)


def test_what_is_idle_is_let_go_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        table, watched = [await table_with(hall, QUORIDOR, "a", "b") for _ in range(2)]
        anna = me(hall).account
        for one in (table, watched):
            hall.lag.note(one.id, anna, 100)
            with hall.presence.connected(one.id, anna):
                pass
        assert hall.lag.of(table) == {"a": 100, "b": 100}
        with hall.tables.watch(watched.id):
            time.go_on(11 * MINUTE_MS)
            await due(hall, "letting go of idle tables")
        assert [hall.tables.in_memory(one.id) for one in (table, watched)] == [False, True]
        assert hall.lag.of(table) == {} and hall.lag.of(watched) != {}
        assert hall.presence.presence_of(table.id, anna) == Presence()

    time = FakeTime(monkeypatch)
    with_duties(tmp_path, work)


def test_who_was_banned_by_another_process_is_noticed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await registered(hall, "Bo_2")
        await bans.ban_account(hall._store, bo.account)
        await due(hall, "looking up who is banned")
        assert (await hall.accounts.get(bo)).banned

    with_duties(tmp_path, work)


def test_who_is_banned_is_known_from_the_start(tmp_path: Path) -> None:
    async def ban(hall: Hall) -> None:
        await bans.ban_address(hall._store, "203.0.113.7", "")

    async def work(hall: Hall) -> None:
        assert hall.bans.refuses("203.0.113.7")

    with_duties(tmp_path, ban)
    with_duties(tmp_path, work)


def test_what_is_old_is_forgotten_now_and_then_and_at_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        guest = await hall.accounts.add_guest()
        time.go_on(8 * DAY_MS)
        assert await hall.accounts.actor(guest) != Spectator()
        hall.accounts.forget_known()
        time.go_on(8 * DAY_MS)
        await due(hall, "forgetting what is old")
        assert await hall.accounts.actor(guest) == Spectator()

    async def again(hall: Hall) -> None:
        assert await hall._store.read(sessions.living, ["unused"]) == set()

    async def begin(hall: Hall) -> None:
        await hall._store.write(sessions.add, "unused", me(hall).account, time.now_ms, "")
        assert await hall._store.read(sessions.living, ["unused"]) == {"unused"}

    time = FakeTime(monkeypatch)
    with_duties(tmp_path, work)
    with_duties(tmp_path, begin)
    time.go_on(400 * DAY_MS)
    with_duties(tmp_path, again)
    assert keeping.EVERY_S <= 24 * 3600


def test_a_sign_of_life_is_stored_and_time_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        time.go_on(3_000)
        await due(hall, "storing a heartbeat")
        seen = await hall._store.read(outages.last_seen)
        assert seen and seen.heartbeat_ms == time.now_ms
        terms = Terms(TimeControl.parse("move 5"), opener=me(hall).account)
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a", "b"), terms)
        table = await play(hall, table, "e8", "e2")
        # The machine's clock is set, of which no timer knows.
        time.go_on(6_000)
        hall.tables.outages.alive(time.now_ms)
        await due(hall, "storing a heartbeat")
        await hall.deadlines._tasks.finish()
        assert (await hall.tables.get(table.id)).result is not None

    time = FakeTime(monkeypatch)
    with_duties(tmp_path, work)


def test_openers_who_are_here_are_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        anna = me(hall).account
        free = {"a": Seat.person(anna, "Anna"), "b": Seat.free()}
        await hall.tables.open(QUORIDOR.start(), free, Terms(TimeControl.parse("5+3"), public=True, opener=anna))
        with hall.presence.connected(None, anna):
            time.go_on(10 * MINUTE_MS)
            await due(hall, "looking who has opened tables and is here")
        time.go_on(MINUTE_MS - 1)
        assert len(hall.lobby.open_tables()) == 1, "she was seen a minute ago"
        time.go_on(1)
        assert hall.lobby.open_tables() == []

    time = FakeTime(monkeypatch)
    with_duties(tmp_path, work)


async def seeking(hall: Hall, *names: str) -> list[Person]:
    """People who wait for each other, and whom nobody has paired yet."""
    found = [await registered(hall, name) for name in names]
    with pytest.MonkeyPatch.context() as patch:

        async def not_yet() -> None:
            pass

        patch.setattr(hall.lobby.pairing, "pair", not_yet)
        for person in found:
            await hall.lobby.pairing.seek(person, Wanted(QUORIDOR, TimeControl.parse("5+3"), False))
    return found


def test_who_waits_is_paired(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = await seeking(hall, "Bo_2", "Cy_3")
        with hall.lobby.visiting(bo.account), hall.lobby.visiting(cy.account):
            await due(hall, "quick pairing")
            await hall.lobby.pairing._tasks.finish()
        assert hall.lobby.pairing.table_for(bo.account, 0) == hall.lobby.pairing.table_for(cy.account, 0) is not None

    with_duties(tmp_path, work)


def test_who_has_blocked_the_other_is_not_paired_with_them(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = await seeking(hall, "Bo_2", "Cy_3")
        await hall.relations.change(bo, "Cy_3", "block")
        with hall.lobby.visiting(bo.account), hall.lobby.visiting(cy.account):
            await hall.lobby.pairing.pair()
        assert hall.lobby.pairing.sought(bo.account) and hall.lobby.pairing.sought(cy.account)
        # Nor do they sit down at each other's tables.
        free = {"a": Seat.person(bo.account, "Bo_2"), "b": Seat.free()}
        table = await hall.tables.open(QUORIDOR.start(), free, Terms(opener=bo.account))
        with pytest.raises(SeatRefused):
            await hall.tables.act(table.id, cy, Sit("b", "Cy_3"))

    with_duties(tmp_path, work)


def test_boards_are_made_before_somebody_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, str]] = []
    monkeypatch.setattr(daily, "make_board", lambda *which: made.append(which))
    time = FakeTime(monkeypatch)

    async def work(hall: Hall) -> None:
        assert made == [], "a start is not slowed down by it"
        monkeypatch.setattr(hall.daily, "_rules_ready", lambda _name: asyncio.sleep(0))
        day_ms = time.now_ms // DAY_MS * DAY_MS
        for time.now_ms in (day_ms, day_ms + DAY_MS - 1):  # from the first moment of a day to its last
            made.clear()
            await due(hall, "making the boards of the day")
            days = [day_of(day_ms), day_of(day_ms + DAY_MS)]
            assert made == [(name, day) for name in daily_games() for day in days] != []

    with_duties(tmp_path, work)


def test_how_often_each_duty_is_done(tmp_path: Path) -> None:
    """Nobody waits long for what others wait for, and nothing is done all the time."""

    async def work(hall: Hall) -> None:
        assert isinstance(hall._timers, Duties)
        every = {name: seconds for name, (seconds, _) in hall._timers.known.items()}
        assert every["quick pairing"] <= 5 and every["looking up who is banned"] <= 15
        assert every["storing a heartbeat"] < 10, "an outage is noticed after ten seconds"
        assert len(every) == 8 and all(seconds >= 1 for seconds in every.values())

    with_duties(tmp_path, work)


# ---- from one evening to the next --------------------------------------------------------------------------------


async def nothing(_hall: Hall) -> None:
    pass


def test_how_long_the_hall_was_closed_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        (gap,) = hall.tables.outages.since(0)
        assert gap.from_ms == closed_ms and gap.to_ms >= time.now_ms

    time = FakeTime(monkeypatch)
    closed_ms = time.now_ms
    with_duties(tmp_path, nothing)
    time.go_on(60 * MINUTE_MS)
    with_duties(tmp_path, work)


def test_games_that_were_watched_can_be_found_again(tmp_path: Path) -> None:
    opened: list[str] = []

    async def open_one(hall: Hall) -> None:
        terms = Terms(public=True, watchable=True, opener=me(hall).account)
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a", "b"), terms)
        opened.append((await play(hall, table, "e8", "e2")).id)

    async def work(hall: Hall) -> None:
        assert [running.table.id for running in hall.lobby.running()] == opened

    with_duties(tmp_path, open_one)
    with_duties(tmp_path, work)


def test_time_is_called_at_tables_that_nobody_has_looked_at_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def begin(hall: Hall) -> None:
        terms = Terms(TimeControl.parse("move 5"), opener=me(hall).account)
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a", "b"), terms)
        opened.append((await play(hall, table, "e8", "e2")).id)

    async def work(hall: Hall) -> None:
        time.go_on(6_000)
        hall.tables.outages.alive(time.now_ms)
        await due(hall, "storing a heartbeat")
        await hall.deadlines._tasks.finish()
        assert [(await hall.tables.get(table_id)).result is None for table_id in opened] == [False]

    time = FakeTime(monkeypatch)
    with_duties(tmp_path, begin)
    with_duties(tmp_path, work)


def test_after_the_end_nothing_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is paired, no time is called and no thread is kept."""

    async def test() -> None:
        before = asyncio.all_tasks()
        hall = await Hall.open(tmp_path)
        await hall._tasks.finish()
        monkeypatch.setattr(hall.lobby.pairing, "pair", asyncio.Event().wait)
        await seeking(hall, "Bo_2")
        hall.lobby.pairing.pair_soon()
        terms = Terms(TimeControl.parse("5+3"), opener=me(hall).account)
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a", "b"), terms)
        await play(hall, table, "e8", "e2")
        timers = [*hall.deadlines._timers.values()]
        threads = [thread for thread in threading.enumerate() if thread.name.startswith("passwords")]
        assert timers and threads
        await hall.close()
        assert all(timer.cancelled() for timer in timers)
        assert not any(thread.is_alive() for thread in threads)
        assert asyncio.all_tasks() == before

    run(test())


def test_what_is_being_said_at_the_end_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        hall = await Hall.open(tmp_path)
        bo = await registered(hall, "Bo_2")
        sides = {"a": Seat.person(me(hall).account, "Anna"), "b": Seat.person(bo.account, "Bo")}
        table = await hall.tables.open(QUORIDOR.start(), sides, Terms(opener=bo.account))
        close, get = hall.tables.close, hall.accounts.get
        nearly_closed = asyncio.Event()

        async def closing() -> None:
            await close()
            asyncio.get_running_loop().call_later(0.3, nearly_closed.set)

        async def slow(person: Person) -> object:
            await nearly_closed.wait()
            return await get(person)

        monkeypatch.setattr(hall.tables, "close", closing)
        monkeypatch.setattr(hall.accounts, "get", slow)
        saying = asyncio.ensure_future(hall.chat.say(table.id, me(hall), "Hail!"))
        await asyncio.sleep(0)
        await hall.close()
        assert (await saying).text == "Hail!"

    run(test())


# ---- parts that know each other ---------------------------------------------------------------------------------


def test_the_ends_of_games_are_rated_or_count_for_the_day(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        known = await people(hall._store, "bo", "cy")
        sides = {"a": Seat.person(known["bo"], "Bo"), "b": Seat.person(known["cy"], "Cy")}
        terms = Terms(TimeControl.parse("5+3"), rated=True, public=True, opener=known["bo"])
        table = await hall.tables.open(QUORIDOR.start(), sides, terms)
        bo, cy = (Person(known[name]) for name in ("bo", "cy"))
        for number, (who, move) in enumerate([(bo, "e8"), (cy, "e2"), (bo, "e7"), (cy, "e3")]):
            await hall.tables.act(table.id, who, Move(number, move))
        await hall.tables.act(table.id, bo, Resign())
        assert [row.games for row in await hall.ratings.all_of(bo.account)] == [1]
        stronger, weaker = [await hall.ratings.strength(who.account, QUORIDOR) for who in (cy, bo)]
        assert stronger and weaker and stronger > weaker
        assert hall.lobby.pairing.rating_of == hall.ratings.strength
        assert hall.tables.around.stand_in == hall.ratings.stand_in
        assert await hall.recalculate() == 1
        # A try of the day is no rated game.
        (name,) = daily_games()
        table = await hall.daily.play(name, Seat.person(bo.account, "Bo"))
        table = (await hall.tables.act(table.id, bo, Move(0, table.record.position.moves()[0]))).table
        if table.result is None:
            await hall.tables.act(table.id, bo, Resign())
        own = await hall.daily.own(name, hall.daily.today(), bo.account)
        assert own and own.state == "lost"

    with_duties(tmp_path, work)


def test_a_review_is_expected_where_somebody_has_seen_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        expected: list[str] = []
        monkeypatch.setattr(hall.reviews, "expect", lambda table: expected.append(table.id))
        seen, unseen = [await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8") for _ in range(2)]
        with hall.tables.watch(seen.id):
            for table in (seen, unseen):
                await hall.tables.act(table.id, me(hall), Resign("a"))
        assert expected == [seen.id]

    with_duties(tmp_path, work)


def test_what_is_limited_is_limited_as_the_settings_say(tmp_path: Path) -> None:
    async def test() -> None:
        hall = await Hall.open(tmp_path, Settings(tmp_path, guest_per_address="1/hour", chat_per_account="1/hour"))
        try:
            await hall.guests.take(address="here", all="")
            with pytest.raises(taflheim.TaflheimError, match="too often"):
                await hall.guests.take(address="here", all="")
            for _ in range(6):
                await hall.exports.take(account="anna")
            with pytest.raises(taflheim.TaflheimError, match="too often"):
                await hall.exports.take(account="anna")
            await hall.chat._attempts.take(account="anna", table="t")
            with pytest.raises(taflheim.TaflheimError, match="too often"):
                await hall.chat._attempts.take(account="anna", table="t")
        finally:
            await hall.close()

    run(test())


def test_a_hall_tells_who_is_here_and_whether_it_answers(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await registered(hall, "Bo_2")
        with hall.presence.connected(None, bo.account), hall.presence.connected(None, me(hall).account):
            assert hall.others_here() == {bo.account}
        assert await hall.answers() is True

        async def away(*_: object) -> None:
            raise StoreUnavailable("away")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hall._store, "read", away)
            assert await hall.answers() is False

    with_duties(tmp_path, work)


def test_what_happens_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        async def best_move(*_: object) -> str:
            return "e2"

        monkeypatch.setattr(hall.engines, "best_move", best_move)
        monkeypatch.setattr(hall.bots, "_ready", ready)
        measured: asyncio.Queue[str] = asyncio.Queue()
        hall.when_measured(lambda what, _seconds: measured.put_nowait(what))
        await play(hall, await table_with(hall, QUORIDOR, "a", level=1), "e8")
        await hall.games.ended(me(hall))
        found: set[str] = set()
        while found != {"read", "write", "move", "bot"}:
            found.add(await measured.get())

    with_duties(tmp_path, work)


def test_who_leaves_for_good_takes_their_programs_along(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await registered(hall, "Bo_2")
        made = await hall.programs.add(bo, "Robo")
        await hall.delete_account(bo)
        for person in (bo, Person(made.account.id)):
            assert (await hall.accounts.get(person)).kind == "deleted"
        assert await hall.access.access(made.token) is None

    with_duties(tmp_path, work)


def test_a_worker_takes_neither_lock_nor_secret(tmp_path: Path) -> None:
    """Who has started it holds the folder."""

    async def work(hall: Hall) -> None:
        secret = tokens.secret(tmp_path)
        elsewhere = Settings(tmp_path, database_url=str(tmp_path / "another.sqlite"))
        worker = await Hall.open(tmp_path, elsewhere, worker=True, idle=True)
        try:
            assert tokens.secret(tmp_path) == secret
            worker.announce("http://127.0.0.1:1", "http://127.0.0.1:1")
            assert address_in(tmp_path) is None
            # What lets the owner in at one lets them in at the other.
            assert await worker.accounts.redeem(hall.accounts.login_token())
        finally:
            await worker.close()
        with pytest.raises(HallTaken):
            await Hall.open(tmp_path)

    with_duties(tmp_path, work)


def test_an_idle_hall_does_nothing_by_itself(tmp_path: Path) -> None:
    async def test() -> None:
        hall = await Hall.open(tmp_path, idle=True)
        assert not hall._tasks._running and not hall._timers._tasks._running and hall.keeps_house
        await hall.close()

    run(test())
