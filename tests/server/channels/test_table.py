"""Pages at a table, over real connections."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame
from websockets.streams import StreamReader

import taflheim
from evenings import evening, me, play, table_with
from serving_hall import Page, Served, served_evening
from taflheim.hall.hall import Hall
from taflheim.server import identity
from taflheim.server.caller import Caller
from taflheim.server.channels.table import TableChannel
from taflheim.server.socket import Socket
from taflheim.table.actor import account_of
from taflheim.table.event import Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl
from taflheim.wire import LOGGED_OUT


def _caller(hall: Hall) -> Caller:
    """The owner, at a page without a session."""
    return Caller(me(hall), identity.Client(None, "", ""))


def test_everybody_at_a_table_is_told(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        async with served.page(table) as one, served.page(table) as other:
            await one.say("move", position_number=0, move="e8", request="r1")
            heard = await one.hear_two()
            assert heard["ack"] == {"type": "ack", "request": "r1", "number": 1}
            assert heard["event"]["position_number"] == 1 and "e2" in heard["event"]["you"]["choices"]
            assert (await other.hear())["effects"][0]["to"] == "e8"
            await one.say("move", position_number=0, move="e8", request="r1")  # the same once more
            assert await one.hear() == {"type": "ack", "request": "r1", "number": 1}
            await one.say("move", position_number=0, move="e3h", request="r1")  # another under the same request
            assert (await one.hear())["code"] == "request_reused"
            await other.say("undo", position_number=1, request="r2")
            assert set(await other.hear_two()) == {"ack", "state"}
            assert (await one.hear())["words"] == "A move was taken back."
            await one.say("hello", version=1, have=1)
            assert (await one.hear())["number"] == 2
            await one.say("resign", side=None, request="r3")
            assert (await one.hear_two())["state"]["result"]["winner"] == "b"

    served_evening(tmp_path, work)


def test_who_is_there_and_what_time_it_is(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        shown = await served.hall.tables.get(await served.new_table("quoridor"))
        bo = await served.hall.accounts.actor(await served.hall.accounts.add_guest())
        seats = {**shown.seats, "b": Seat.person(account_of(bo) or "", "Bo")}
        terms = Terms(TimeControl.parse("5+3"), watchable=True)
        table = await served.hall.tables.open(shown.record.start, seats, terms)
        async with served.page(table.id) as mine:
            while (news := await mine.hear_any())["type"] != "here":
                pass
            assert news["here"] == {"away": {"b": 0}, "watching": 0, "claim_ms": None}
            async with served.page(table.id, session=False):
                while (news := await mine.hear_any())["here"]["watching"] != 1:
                    pass
                assert news["clock"]["left_ms"] == {"a": 300_000, "b": 300_000}
            await mine.say("time")
            told = await mine.hear()
            assert told["type"] == "time" and told["now_ms"] >= news["now_ms"]

    served_evening(tmp_path, work)


def test_round_trips_are_measured_where_there_is_a_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(served: Served) -> None:
        trips: asyncio.Queue[tuple[str, str, int]] = asyncio.Queue()
        monkeypatch.setattr(served.hall.lag, "note", lambda *trip: trips.put_nowait(trip))
        shown = await served.hall.tables.get(await served.new_table("quoridor"))
        timed = await served.hall.tables.open(shown.record.start, shown.seats, Terms(TimeControl.parse("5+3")))
        async with served.page(timed.id):
            table, account, trip_ms = await asyncio.wait_for(trips.get(), 20)
        assert (table, account) == (timed.id, served.hall.accounts.owner.id)
        assert trip_ms >= 0

    served_evening(tmp_path, work)


def test_free_seats_are_taken_by_their_names(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.hall.accounts.owner
        start = taflheim.game("quoridor", players=3).start()
        seats = {side: Seat.free() for side in "abc"}
        table = await served.hall.tables.open(start, seats, Terms(opener=owner.id))
        async with served.page(table.id) as mine, served.page(table.id, session=False) as theirs:
            await theirs.say("sit", side="a", request="r1")
            assert (await theirs.hear())["code"] == "not_seated"
            await mine.say("sit", side="a", request="r1")
            assert (await mine.hear_two())["state"]["people"]["seats"]["a"] == {"name": owner.name, "kind": "person"}
            await mine.say("fill", bots={"b": 1, "c": 2, "z": 3}, request="r2")
            assert (await mine.hear_two())["state"]["people"] is None  # from now on one person against bots
        begun = await served.hall.tables.get(table.id)
        assert begun.state == "playing" and [seat.level for seat in begun.seats.values()] == [None, 1, 2]

    served_evening(tmp_path, work)


def test_questions_and_their_answers(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("halatafl")
        async with served.page(table) as page:
            await page.say("choices", position_number=0, clicked=["d4"])
            assert await page.hear() == {
                "type": "choices",
                "position_number": 0,
                "clicked": ["d4"],
                "tree": {"d5": "d4-d5"},
            }
            await page.say("explain", position_number=0, clicked=["d4", "d3"])
            assert (await page.hear())["text"] == "Sheep never go backwards."
            await page.say("choices", position_number=7, clicked=[])
            assert (await page.hear())["code"] == "stale"
        async with served.page(await served.new_table("halatafl", seats={"sheep": 1})) as page:
            await page.say("choices", position_number=0, clicked=[])
            # Its bot may have moved meanwhile.
            told = await page.hear()
            while told["type"] != "error":
                told = await page.hear()
            assert told["code"] in ("not_your_turn", "stale")

    served_evening(tmp_path, work)


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with served.page(await served.new_table("halatafl")) as page:
            await page.say("sing", request="r0")
            refusal = await page.hear()
            assert (refusal["type"], refusal["code"], refusal["request"]) == ("error", "bad_message", "r0")
            await page.say("move", position_number=99, move="d4-d5", request="r1")
            assert await page.hear() == {
                "type": "error",
                "request": "r1",
                "code": "stale",
                "text": "The position has changed meanwhile: look at the board and try again.",
            }
            await page.say("move", position_number=0, move="d4-d3", request="r2")
            assert (await page.hear())["code"] == "backwards"

    served_evening(tmp_path, work)


def test_keys_of_who_is_to_move(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        async with served.page(table) as page, served.page(table, session=False) as spectator:
            await page.say("keys", position_number=0)
            told = await page.hear()
            assert (told["type"], told["position_number"]) == ("keys", 0)
            keys = {key["key"]: key for key in told["keys"]}
            spots = {"f9": ["f9"]}
            assert keys["0"] == {"key": "0", "question": "", "spot": "f9", "moves": {"": "f9"}, "spots": spots}
            assert keys["h"]["question"] and keys["h"]["moves"]["e3"] == "e3h" and keys["h"]["spots"]["e3h"] == ["e3h"]
            await page.say("move", position_number=0, move="e3h", request="r1")
            await page.hear_two()
            await page.say("keys", position_number=1)
            walls = next(key for key in (await page.hear())["keys"] if key["key"] == "h")
            assert "e3h" not in walls["spots"] and "d3h" not in walls["spots"] and "c3h" in walls["spots"]
            await page.say("keys", position_number=0)
            assert (await page.hear())["code"] == "stale"
            await spectator.hear()
            await spectator.say("keys", position_number=1)
            assert (await spectator.hear())["code"] == "not_your_turn"

    served_evening(tmp_path, work)


def test_the_first_message_says_which_version_a_page_speaks(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        for old in ({"type": "hello", "have": 0}, {"type": "hello", "version": 99, "have": 0}):
            async with served.silent(table) as page:
                await page.socket.send(json.dumps(old))
                assert await page.hear() == {"type": "reload"}
                assert await page.closed_with() == 1000
        async with served.silent(table) as page:
            await page.say("move", position_number=0, move="e8", request="r1")
            assert await page.closed_with() == 1008
        assert (await served.hall.tables.get(table)).number == 0

    served_evening(tmp_path, work)


def test_without_a_session_one_watches_what_may_be_watched(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hidden = await served.hall.tables.get(await served.new_table("quoridor"))
        shown = await served.hall.tables.open(hidden.record.start, hidden.seats, Terms(watchable=True))
        codes = []
        for table in (hidden.id, "nowhere"):
            async with served.silent(table, session=False) as page:
                codes.append((await page.closed_with(), page.socket.close_reason))
        assert codes[0] == codes[1] and codes[0][0] == 4404
        async with served.page(shown.id) as mine, served.silent(shown.id, session=False) as theirs:
            you = (await theirs.hello())["you"]
            assert not any(you.values())
            for act in (
                {"kind": "move", "position_number": 0, "move": "e8"},
                {"kind": "resign"},
                {"kind": "undo", "position_number": 0},
            ):
                await theirs.say(**act, request="r1")
                assert (await theirs.hear())["type"] == "error"
            await theirs.say("choices", position_number=0, clicked=[])
            assert (await theirs.hear())["code"] == "not_your_turn"
            await mine.say("move", position_number=0, move="e8", request="r1")
            assert (await theirs.hear())["you"]["choices"] is None

    served_evening(tmp_path, work)


def test_a_connection_ends_with_its_session(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        async with served.page(table) as mine, served.page(table, session=False) as spectator:
            await served.owner.post("/logout")
            assert await mine.closed_with() == LOGGED_OUT
            await spectator.hello()
        assert served.hall.accounts._ends == {}

    served_evening(tmp_path, work)


def test_connections_end_with_the_ban_of_their_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFLHEIM_PROXY", "127.0.0.1")

    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        near, far = ({"X-Forwarded-For": address} for address in ("203.0.113.7", "203.0.113.8"))
        async with (
            served.silent(table, session=False, headers=near) as banned,
            served.silent(table, headers=far) as other,
        ):
            await banned.hello()
            await other.hello()
            await served.hall.bans.ban_address("203.0.113.7")
            assert await banned.closed_with() == 1008
            await other.hello()
        with pytest.raises(InvalidStatus):
            async with served.silent(table, session=False, headers=near):
                pass
        while served.hall.bans._open:  # the server's end of a connection closes a little later
            await asyncio.sleep(0.01)

    served_evening(tmp_path, work)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x00\x01", 1003),
        ("{", 1007),
        ("[" * 4000, 1007),
        ('{"type": "sing\\ud800"}', 1007),
        ("x" * 5000, 1009),
    ],
    ids=["binary", "no JSON", "deep", "half a character", "too long"],
)
def test_nonsense_ends_a_connection_and_is_not_worth_a_line(
    tmp_path: Path, sent: str | bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        for greeted in (True, False):
            async with served.silent(table) as page:
                if greeted:
                    await page.hello()
                await page.socket.send(sent)
                assert await page.closed_with() == code

    served_evening(tmp_path, work)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_who_leaves_in_the_middle_leaves_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        async with served.page(table) as stays:
            for number in range(0, 20, 2):
                async with served.page(table) as leaves:
                    for _ in range(20):
                        await leaves.say("hello", version=1, have=0)
                    await stays.say("move", position_number=number, move="e8", request=f"r{number}")
                    leaves.socket.transport.abort()
                await stays.hear_two()
                await stays.say("undo", position_number=number + 1, request=f"s{number}")
                await stays.hear_two()

    served_evening(tmp_path, work)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_flood_is_stopped_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        async with served.page(table) as flooding, served.page(table) as other:
            flood = asyncio.gather(_flood(flooding), flooding.closed_with())
            # Between two messages of the one, the other is heard.
            for number in range(5):
                await other.say("choices", position_number=0, clicked=[])
                assert (await other.hear())["type"] == "choices", number
            assert (await flood)[1] == 1008

    served_evening(tmp_path, work)


async def _flood(page: Page) -> None:
    with suppress(ConnectionClosed):
        for _ in range(10_000):
            await page.say("hello", version=1, have=0)


class Client:
    """The other end of a socket, without a network: it reads only when it wants to."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []
        self.reads = asyncio.Event()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        await self.reads.wait()
        self.heard.append(json.loads(message["text"]))

    def say(self, **message: object) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


def test_who_does_not_read_is_caught_up_later(tmp_path: Path) -> None:
    """A page that does not read fills what waits for it; what is then dropped is made up for."""

    async def work(hall: Hall) -> None:
        table = await table_with(hall, taflheim.game("quoridor"), "a", "b")
        client = Client()
        channel = TableChannel(Socket(client.said.get, client.send), hall, table.id, _caller(hall))
        running = asyncio.create_task(channel.run())
        client.say(type="hello", version=1, have=0)
        # Many more messages than it would ever be told of at once; while it does not read, none of them is read here.
        for _ in range(100):
            client.say(type="choices", position_number=0, clicked=[])
        for _ in range(100):
            await play(hall, table, "e8")
            now = await hall.tables.get(table.id)
            await hall.tables.act(table.id, me(hall), Undo(now.position_number))
        assert client.heard == [] and client.said.qsize() >= 99
        client.reads.set()
        while 200 not in [message.get("number") for message in client.heard]:
            await asyncio.sleep(0)
        told = [message["number"] for message in client.heard if "number" in message]
        assert told == sorted(told) and len(told) < 150
        client.said.put_nowait({"type": "websocket.disconnect"})
        await running

    evening(tmp_path, work)


class QuickClient(Client):
    """One that reads, so that frames can be written to it without waiting."""

    def write(self, frames: bytes) -> bool:
        if not self.reads.is_set():
            return False
        parser = StreamReader()
        parser.feed_data(frames)
        parser.feed_eof()
        while frames:
            parsing = Frame.parse(parser.read_exact, mask=False)
            with pytest.raises(StopIteration) as parsed:
                next(parsing)
            one = parsed.value.value
            self.heard.append(json.loads(bytes(one.data)))
            frames = frames[len(one.serialize(mask=False)) :]
        return True


@asynccontextmanager
async def at_table(hall: Hall, table: Table, *clients: QuickClient) -> AsyncIterator[None]:
    """Clients who have said hello."""
    running = []
    for client in clients:
        client.reads.set()
        channel = TableChannel(Socket(client.said.get, client.send, client.write), hall, table.id, _caller(hall))
        running.append(asyncio.create_task(channel.run()))
        client.say(type="hello", version=1, have=0)
        while not client.heard:
            await asyncio.sleep(0)
        client.heard.clear()
    try:
        yield
    finally:
        for client in clients:
            client.reads.set()
            client.said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*running)


async def heard(client: Client, count: int) -> list[dict[str, Any]]:
    while len(client.heard) < count:
        await asyncio.sleep(0)
    return client.heard


def test_a_move_is_acknowledged_and_then_shown(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, taflheim.game("quoridor"), "a", "b")
        one, other = QuickClient(), QuickClient()
        async with at_table(hall, table, one, other):
            one.say(type="move", position_number=0, move="e8", request="r1")
            ack, event = await heard(one, 2)
            assert ack == {"type": "ack", "request": "r1", "number": 1}
            assert (event["type"], event["number"]) == ("event", 1)
            assert await heard(other, 1) == [event]
            # One who has stopped reading for a while gets both all the same, in whatever order, once each.
            one.heard.clear()
            one.reads.clear()
            one.say(type="move", position_number=1, move="e2", request="r2")
            await heard(other, 2)
            assert one.heard == []
            one.reads.set()
            assert {message["type"] for message in await heard(one, 2)} == {"ack", "event"}
            one.say(type="choices", position_number=2, clicked=[])
            assert [message["type"] for message in await heard(one, 3)][2:] == ["choices"]

    evening(tmp_path, work)


def test_another_action_under_a_request_that_is_being_done_is_not_acknowledged(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, taflheim.game("quoridor"), "a", "b")
        clients = [QuickClient() for _ in range(3)]
        async with at_table(hall, table, *clients):
            for client, move in zip(clients, ("e8", "e3h", "e8"), strict=True):
                client.say(type="move", position_number=0, move=move, request="r1")
            first, second, third = [await heard(client, 2) for client in clients]
            assert [message["type"] for message in first] == ["ack", "event"]
            assert [message["type"] for message in second] == ["event", "error"]
            assert second[1]["code"] == "request_reused"
            assert [message["type"] for message in third] == ["ack", "event"]
        assert (await hall.tables.get(table.id)).number == 1

    evening(tmp_path, work)
