"""Two halls on one PostgreSQL and one Redis, as two servers have them: what one does, the other shows."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

import taflheim
from evenings import me, play, seats, table_with, until
from postgres import Cluster
from redis_server import RedisServer, redis_server
from taflheim.hall import leases as leases_module
from taflheim.hall import matchmaker
from taflheim.hall.chat import Renewed
from taflheim.hall.clock import now_ms
from taflheim.hall.engines import Engines, Question
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Wanted
from taflheim.hall.presence import LOBBY
from taflheim.hall.settings import Settings
from taflheim.store import lobby as lobby_rows
from taflheim.store.errors import CannotOpen
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import Refused, Stale
from taflheim.table.event import Claim, Move
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")
_LIMIT_S = 120


class Place(NamedTuple):
    """Where two halls are shared."""

    folder: Path
    database: str
    redis: RedisServer

    @asynccontextmanager
    async def hall(self, name: str) -> AsyncIterator[Hall]:
        """One server of the hall."""
        folder = self.folder / name
        hall = await Hall.open(folder, Settings(folder, database_url=self.database, redis_url=self.redis.url))
        try:
            yield hall
        finally:
            await hall.close()


@pytest.fixture
def place(tmp_path: Path, postgres: Cluster) -> Iterator[Place]:
    with redis_server() as redis:
        yield Place(tmp_path, postgres.address(), redis)


def together(place: Place, work: Callable[[Hall, Hall], Awaitable[None]]) -> None:
    """Do something in a hall with two servers."""

    async def run() -> None:
        async with asyncio.timeout(_LIMIT_S), place.hall("one") as one, place.hall("two") as two:
            await work(one, two)

    asyncio.run(run())


async def so(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not is_so():
        await asyncio.sleep(0.02)


async def guest(hall: Hall) -> Person:
    actor = await hall.accounts.actor(await hall.accounts.add_guest())
    assert isinstance(actor, Person)
    return actor


def test_what_happens_at_one_server_is_seen_at_the_other(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        assert one.id == two.id and one.accounts.owner == two.accounts.owner
        table = await table_with(one, QUORIDOR, "a", "b")
        with two.tables.watch(table.id) as changes:
            await two.tables.get(table.id)
            await play(one, table, "e8")
            while not (change := await changes.get()).events:
                pass
            assert [event.text for event in change.events] == ["e8"]
            # They answer at once, each at their own server.
            await two.tables.act(table.id, me(two), Move(1, "e2"))
        assert (await one.tables.get(table.id)).number == 2
        assert await one.tables.get(table.id) == await two.tables.get(table.id)

    together(place, work)


def test_who_is_refused_by_what_is_old_is_decided_by_what_is_new(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        table = await table_with(one, QUORIDOR, "a", "b")
        await two.tables.get(table.id)
        await play(one, table, "e8")
        # The second server has not looked since.
        await two.tables.act(table.id, me(two), Move(1, "e2"))
        with pytest.raises(Stale):
            await one.tables.act(table.id, me(one), Move(1, "d1"))
        # The same request at both servers is done once.
        asked = Move(2, "e7", "request")
        decided = await asyncio.gather(
            one.tables.act(table.id, me(one), asked), two.tables.act(table.id, me(two), asked)
        )
        assert {decision.events[0].number for decision in decided} == {3}

    together(place, work)


def test_both_move_at_once_and_one_is_first(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        table = await table_with(one, QUORIDOR, "a", "b")
        for number, wall in enumerate("a2h c3h e2h g3h a5h c6h e5h g6h".split()):
            tried = await asyncio.gather(
                one.tables.act(table.id, me(one), Move(number, wall)),
                two.tables.act(table.id, me(two), Move(number, wall)),
                return_exceptions=True,
            )
            assert [type(each) for each in tried if isinstance(each, BaseException)] == [Stale], tried
        assert [event.number for event in (await one.tables.get(table.id)).events] == list(range(1, 9))

    together(place, work)


@pytest.mark.parametrize("how", ["dead", "hanging"])
def test_people_play_on_while_redis_is_away(place: Place, how: str) -> None:
    async def work(one: Hall, two: Hall) -> None:
        table = await table_with(one, QUORIDOR, "a", "b")
        with two.tables.watch(table.id) as changes:
            await two.tables.get(table.id)
            place.redis.kill() if how == "dead" else place.redis.signal(signal.SIGSTOP)
            await play(one, table, "e8")
            while (await changes.get()).table.number != 1:
                pass
            place.redis.start() if how == "dead" else place.redis.signal(signal.SIGCONT)
            await play(one, table, "e2")
            while (await changes.get()).table.number != 2:
                pass

    together(place, work)


def test_chat_is_heard_at_both_in_one_order(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        anna, bo = await guest(one), await guest(two)
        sides = {"a": Seat.person(anna.account, "Anna"), "b": Seat.person(bo.account, "Bo")}
        table = await one.tables.open(QUORIDOR.start(), sides, Terms(opener=anna.account))
        with two.chat.listen(table.id) as news, two.tables.watch(table.id):
            await one.chat.say(table.id, anna, "Hail!")
            while not (isinstance(told := await news.get(), Renewed) and told.more):
                pass
            listener = await two.chat.listener(table.id, bo)
            (line,) = await two.chat.lines(table.id, listener)
            assert line.text == "Hail!"
            await one.chat.hide(table.id, line.number)
            while not (isinstance(told := await news.get(), Renewed) and told.whole):
                pass

    together(place, work)


def test_a_session_that_ends_at_one_server_ends_at_the_other(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        session = await one.accounts.add_guest()
        person = await two.accounts.actor(session)
        assert isinstance(person, Person)
        closed = asyncio.Event()
        two.accounts.close_with(session, closed.set)
        await one.accounts.end(session)
        assert await two.accounts.actor(session) == Spectator()
        await closed.wait()
        await one.accounts.rename(person, "Sigrid")
        while (await two.accounts.get(person)).name != "Sigrid":
            await asyncio.sleep(0.05)

    together(place, work)


def test_a_token_lets_the_owner_in_once(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        two.accounts.tokens = one.accounts.tokens.__class__(one.accounts._secret)  # as workers of one folder have it
        token = one.accounts.login_token()
        assert await one.accounts.redeem(token)
        assert await two.accounts.redeem(token) is None

    together(place, work)


def test_who_is_connected_to_one_server_is_there_for_the_other(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        anna, bo = await guest(one), await guest(two)
        sides = {"a": Seat.person(anna.account, "Anna"), "b": Seat.person(bo.account, "Bo")}
        table = await one.tables.open(QUORIDOR.start(), sides, Terms(opener=anna.account))
        await play_first(one, table.id, anna)
        with two.tables.watch(table.id), two.presence.connected(table.id, bo.account):
            await so(lambda: bo.account in one.presence.at(table.id))
            assert one.presence.of(table)[bo.account].connected
            with pytest.raises(Refused):
                await one.tables.act(table.id, anna, Claim("b"))
        await so(lambda: bo.account not in one.presence.at(table.id))
        assert one.presence.of(table)[bo.account].away_ms > 0
        with two.presence.connected(LOBBY, None), two.presence.connected(table.id, None):
            await so(lambda: one.presence.watching(table.id) == 1)

    together(place, work)


async def play_first(hall: Hall, table_id: str, person: Person) -> None:
    await hall.tables.act(table_id, person, Move(0, "e8"))


def test_the_lobby_lists_what_was_opened_at_the_other_server(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        anna = await guest(one)
        with one.lobby.visiting(anna.account):
            await so(lambda: anna.account in two.lobby.here())
            free = {"a": Seat.person(anna.account, "Anna"), "b": Seat.free()}
            table = await one.tables.open(QUORIDOR.start(), free, Terms(public=True, opener=anna.account))
            await so(lambda: [each.id for each in two.lobby.open_tables()] == [table.id])

    together(place, work)


CASUAL = Wanted(QUORIDOR, TimeControl.parse("5+3"), False)


@pytest.mark.parametrize("redis", ["alive", "dead"])
def test_people_at_two_servers_are_paired(place: Place, redis: str) -> None:
    async def work(one: Hall, two: Hall) -> None:
        if redis == "dead":
            place.redis.kill()
        anna, bo = await guest(one), await guest(two)
        with one.lobby.visiting(anna.account), two.lobby.visiting(bo.account):
            await one.lobby.pairing.seek(anna, CASUAL)
            await two.lobby.pairing.seek(bo, CASUAL)
            await so(lambda: one.lobby.pairing.table_for(anna.account, 0) is not None)
            table_id = two.lobby.pairing.table_for(bo.account, 0)
            assert table_id == one.lobby.pairing.table_for(anna.account, 0)
            assert (await one.tables.get(str(table_id))).people == {anna.account, bo.account}

    together(place, work)


def test_many_are_paired_once_each_however_many_servers_pair(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        people = [await guest(one) for _ in range(12)]
        await asyncio.gather(
            *((one, two)[number % 2].lobby.pairing.seek(person, CASUAL) for number, person in enumerate(people)),
            *(hall.lobby.pairing.pair() for hall in (one, two) * 3),
        )
        await two.lobby.pairing.pair()
        found = [two.lobby.pairing.table_for(person.account, 0) for person in people]
        assert None not in found and set(Counter(found).values()) == {2}
        opened = await one._store.read(lobby_rows.listed)
        assert {table.id for table in opened} == set(found), "no table was opened for nobody"

    together(place, work)


def test_who_left_the_lobby_of_one_server_is_not_paired_by_the_other(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Hall, two: Hall) -> None:
        anna = await guest(two)
        with two.lobby.visiting(anna.account):
            await so(lambda: anna.account in one.presence.at(LOBBY))
            await two.lobby.pairing.seek(anna, CASUAL)
            monkeypatch.setattr(matchmaker, "now_ms", lambda: now_ms() + 2 * matchmaker.GRACE_MS)
            await one.lobby.pairing.pair()
            assert one.lobby.pairing.sought(anna.account), "she is at the other server"
        await so(lambda: anna.account not in one.presence.at(LOBBY))
        await one.lobby.pairing.pair()
        assert not one.lobby.pairing.sought(anna.account)

    together(place, work)


def test_a_bot_thinks_at_one_server_and_moves_once(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        table = await one.tables.open(QUORIDOR.start(), seats(one, QUORIDOR, "a"))
        with two.tables.watch(table.id):
            await two.tables.get(table.id)
            for _ in range(3):
                now = await two.tables.get(table.id)
                move = now.record.position.moves()[0]
                await one.tables.act(table.id, me(one), Move(now.position_number, move))
                number = now.number + 2
                await until(two, table, lambda after, number=number: after.number >= number)  # type: ignore[misc]
        events = (await one.tables.get(table.id)).events
        assert [event.side for event in events] == ["a", "b"] * 3

    together(place, work)


def test_how_many_boards_a_bot_has_before_is_told_at_the_other_server(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taflheim.hall.bots._LOOK_EVERY_S", 0.05)

    async def work(one: Hall, two: Hall) -> None:
        engines = Engines(1)
        free = asyncio.Event()

        async def ask(question: Question, _place: object, thinks: Callable[[], None]) -> str:
            thinks()
            await free.wait()
            return question.record.position.moves()[0]

        monkeypatch.setattr(engines, "_ask", ask)
        monkeypatch.setattr(one.bots, "_engines", engines)
        tables = []
        for count in range(3):
            tables.append(await one.tables.open(QUORIDOR.start(), seats(one, QUORIDOR, "a")))
            await one.tables.act(tables[-1].id, me(one), Move(0, "e8"))
            await so(lambda count=count: len(engines._running) + engines.queue == count + 1)  # type: ignore[misc]
        with two.tables.watch(tables[2].id) as changes:
            await two.tables.get(tables[2].id)
            await so(lambda: two.bots.before(tables[2].id) == 2)
            assert not (await changes.get()).events  # watchers look again
            free.set()
            await so(lambda: two.bots.before(tables[2].id) == 0)
            await until(two, tables[2], lambda after: after.number == 2)

    together(place, work)


def test_another_server_keeps_house_when_one_is_gone(place: Place) -> None:
    async def run() -> None:
        async with asyncio.timeout(_LIMIT_S), place.hall("two") as two, place.hall("one") as one:
            assert two.keeps_house and not one.keeps_house
            # As one that was killed: it lets go of nothing.
            assert two._leases
            await two._leases._tasks.cancel()
            two._leases.keeps_house = False
            began = asyncio.get_running_loop().time()
            await so(lambda: one.keeps_house)
            assert asyncio.get_running_loop().time() - began < leases_module.LIFETIME_MS / 1000 + 2

    asyncio.run(run())


def test_time_is_called_for_who_is_at_another_server(place: Place) -> None:
    async def work(one: Hall, two: Hall) -> None:
        anna, bo = await guest(one), await guest(two)
        sides = {"a": Seat.person(anna.account, "Anna"), "b": Seat.person(bo.account, "Bo")}
        terms = Terms(TimeControl.parse("move 5"), opener=anna.account)
        table = await one.tables.open(QUORIDOR.start(), sides, terms)
        await play_first(one, table.id, anna)
        await two.tables.act(table.id, bo, Move(1, "e2"))
        ended = await until(two, table, lambda now: now.result is not None)
        assert ended.events[-1].kind == "time" and ended.events[-1].side == "a"

    together(place, work)


def test_servers_that_share_need_postgresql(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(CannotOpen, match="TAFLHEIM_DATABASE_URL"):
            await Hall.open(tmp_path, Settings(tmp_path, redis_url=place.redis.url))

    asyncio.run(run())
