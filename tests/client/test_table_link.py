"""A table over its WebSocket, with real servers: connections that break, servers that are killed, links that end."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from evenings import me
from linked import Linked, linked, wait_for
from programs import programs
from serving_hall import Served, served_evening
from serving_process import serve as serve_process
from taflheim.client import table_link
from taflheim.client.credentials import Bearer, Session
from taflheim.client.outbox import ActionRefused
from taflheim.client.remote import Remote
from taflheim.client.table_link import LinkClosed, LoggedOut, Outdated, TableGone
from taflheim.table.actor import Person
from way import Way


def owner(served: Served, way: str = "") -> Remote:
    return Remote(way or served.address, Session(served.cookie()))


async def moves_at(served: Served, table: str) -> list[str]:
    return [event.text for event in (await served.hall.tables.get(table)).events if event.kind == "move"]


def test_playing_asking_and_being_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        async with linked(owner(served), table) as one, linked(owner(served), table) as other:
            assert one.connected == [(True, "")] and one.now["type"] == "state" and one.link.number == 0
            assert await one.move("e8") == 1
            await one.until_number(1)
            await other.until_number(1)
            assert one.now["words"] == other.now["words"] and other.numbers == [1]
            assert not one.of("ack")
            answers = await asyncio.gather(
                one.link.ask({"type": "typed", "position_number": 1, "line": "E2"}),
                one.link.ask({"type": "choices", "position_number": 1, "clicked": []}),
                one.link.ask({"type": "explain", "position_number": 1, "clicked": ["a5"]}),
                one.link.ask({"type": "keys", "position_number": 1}),
                one.link.ask({"type": "time"}),
            )
            assert [answer["type"] for answer in answers] == ["typed", "choices", "explain", "keys", "time"]
            assert answers[0]["move"] == "e2" and "e2" in answers[1]["tree"] and answers[2]["text"]
            for wrong in ({"type": "typed", "position_number": 0, "line": "e2"}, {"type": "choices"}):
                with pytest.raises(ActionRefused):
                    await one.link.ask(wrong)
            with pytest.raises(ActionRefused) as refused:
                await one.link.act({"type": "move", "position_number": 0, "move": "e8"})
            assert refused.value.code == "stale" and str(refused.value).endswith(".")
            assert await one.link.act({"type": "undo", "position_number": 1}) == 2
            await other.until_number(2)
            assert other.now["type"] == "state" and one.running.done() is False

    served_evening(tmp_path, work)


def test_a_lost_connection_misses_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        way = Way(served.address)
        async with linked(owner(served, await way.open()), table) as away, linked(owner(served), table) as here:
            await here.move("e8")
            await away.until_number(1)
            await way.close()
            await wait_for(lambda: away.connected[-1][0] is False)
            for number, move in enumerate(("e2", "e7", "e3"), 2):
                await here.move(move)
                await here.until_number(number)
            # What is wanted while there is no connection is done when there is one.
            asking = asyncio.create_task(away.link.ask({"type": "time"}))
            resigning = asyncio.create_task(away.link.act({"type": "resign", "side": "a"}))
            await wait_for(lambda: len(away.connected) >= 4)  # it has been refused once more
            assert away.connected[-1][1] == "connection refused" and away.numbers == [1]
            await way.open()
            assert (await asking)["now_ms"] and await resigning == 5
            await away.until_number(5)
            assert away.numbers == [1, 2, 3, 4] and away.now["result"]["winner"] == "b"
            assert [message["entry"]["move"] for message in away.of("event")] == ["e8", "e2", "e7", "e3"]
            assert away.connected[-1] == (True, "")
        await way.close()

    served_evening(tmp_path, work)


def test_an_action_whose_answer_is_lost_is_done_once(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        way = Way(served.address)
        async with linked(owner(served, await way.open()), table) as away:
            await away.move("e8")
            await away.until_number(1)
            for number, move in enumerate(("e2", "e7", "e3"), 2):
                way.swallows = True
                moving = asyncio.create_task(away.move(move))
                while len(await moves_at(served, table)) < number:
                    await asyncio.sleep(0.005)
                assert not moving.done()
                way.interrupt()
                way.swallows = False
                assert await moving == number
                await away.until_number(number)
            assert away.numbers == [1, 2, 3, 4] and await moves_at(served, table) == ["e8", "e2", "e7", "e3"]
        await way.close()

    served_evening(tmp_path, work)


@pytest.mark.parametrize("seed", range(3))
def test_connections_that_break_at_any_moment(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two play over ways that break all the time, with answers or without; a third looks on."""
    monkeypatch.setattr(table_link, "_FIRST_PAUSE_S", 0.01)
    rng = random.Random(seed)

    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        ways = [Way(served.address) for _ in range(3)]

        async def break_one() -> None:
            broken = rng.choice(ways)
            broken.swallows = rng.random() < 0.5
            for _ in range(rng.randrange(60)):
                await asyncio.sleep(0)
            broken.interrupt()
            broken.swallows = False

        async with (
            linked(owner(served, await ways[0].open()), table) as one,
            linked(owner(served, await ways[1].open()), table) as two,
            linked(owner(served, await ways[2].open()), table) as third,
        ):
            for sent in range(20):
                mover: Linked = (one, two)[sent % 2]
                await mover.until_number(sent)
                # Walls: walking would soon end it.
                moves = [move for move in mover.now["you"]["choices"].values() if isinstance(move, str)]
                chosen = rng.choice([move for move in moves if len(move) != 2] or moves)
                moving = asyncio.create_task(mover.move(chosen))
                await break_one()
                assert await moving == sent + 1
            for seen in (one, two, third):
                await seen.until_number(20)
                numbers = [message["number"] for message in seen.of("state", "event")]
                assert numbers == sorted(numbers) and len(seen.numbers) == len(set(seen.numbers))
                # What was missed before the first event, or was much, is told as a state.
                gaps = [
                    after["type"]
                    for before, after in pairwise(seen.of("state", "event"))
                    if after["number"] > before["number"] + 1
                ]
                assert {*gaps} <= {"state"}
            assert len(await moves_at(served, table)) == 20
        for way in ways:
            await way.close()

    served_evening(tmp_path, work)


def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    moves = iter(["e8", "e2", "e7"])

    async def play(address: str, restart: Callable[[], Any]) -> None:
        remote = Remote(address)
        await remote.register("Anna", "correct horse battery")
        table = (await remote.post("tables", game="quoridor", seats={"a": "me", "b": "me"}))["id"]
        async with linked(remote, table) as seen:
            assert await seen.move(next(moves)) == 1
            await seen.until_number(1)
            moving = asyncio.create_task(seen.move(next(moves)))
            await restart()
            assert await moving == 2
            await seen.until_number(2)
            assert await seen.move(next(moves)) == 3
            await seen.until_number(3)
            assert seen.numbers == [1, 2, 3] and (await remote.get("me"))["name"] == "Anna"
            assert [stands for stands, _ in seen.connected][0:2] == [True, False] and seen.connected[-1][0]

    async def both() -> None:
        with serve_process(home) as first:
            second = None

            async def restart() -> None:
                nonlocal second
                first.process.kill()
                await asyncio.to_thread(first.process.wait)
                second = serve_process(home)
                assert (await asyncio.to_thread(second.__enter__)).address == first.address

            try:
                await asyncio.wait_for(play(first.address, restart), 300)
            finally:
                if second:
                    second.__exit__(None, None, None)

    asyncio.run(both())


def test_a_token_plays_until_it_is_revoked(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        token = await served.hall.access.add(me(served.hall), "terminal", ["read", "play"])
        async with linked(Remote(served.address, Bearer(token)), table, whole=False) as seen:
            await wait_for(lambda: seen.told)
            assert await seen.move("e8") == 1
            (listed,) = await served.hall.access.listed(me(served.hall))
            assert await served.hall.access.revoke(me(served.hall), listed.id)
            with pytest.raises(LoggedOut, match="log in again"):
                await seen.running
            for later in (seen.move("e2"), seen.link.ask({"type": "time"}), seen.link.say("Hello?")):
                with pytest.raises(LoggedOut):
                    await later

    served_evening(tmp_path, work)


def test_a_session_that_ends(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        remote = Remote(served.address)
        await remote.become_guest()
        async with linked(remote, table, whole=False) as seen:
            await wait_for(lambda: seen.told)
            assert seen.now["you"]["choices"] is None
            with pytest.raises(ActionRefused, match="not"):
                await seen.move("e8")
            await remote.log_out()
            with pytest.raises(LoggedOut):
                await seen.running

    served_evening(tmp_path, work)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for table in ("nowhere", await served.new_table("quoridor"), "a?b"):
            async with linked(Remote(served.address), table, whole=False) as seen:
                asking = asyncio.create_task(seen.link.ask({"type": "time"}))
                with pytest.raises(TableGone, match="no such table"):
                    await seen.running
                with pytest.raises(TableGone, match="no such table"):
                    await asking
                assert not seen.told

    served_evening(tmp_path, work)


def test_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_link, "VERSION", 999)

    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        async with linked(owner(served), table, whole=False) as seen:
            with pytest.raises(Outdated, match="up to date"):
                await seen.running
            assert not seen.told and seen.connected == []

    served_evening(tmp_path, work)


def test_chat_is_told_once_and_said_once(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Bo") as (anna, bo):
            table = await anna.open("quoridor", seats={"a": "me", "b": "open"})
            await bo.post(f"/tables/{table}/seats/b")
            way = Way(served.address)
            account = (await served.hall.accounts.named("Anna")).id
            token = await served.hall.access.add(Person(account), "terminal", ["read", "play"])
            async with linked(Remote(await way.open(), Bearer(token)), table) as seen:
                await bo.post(f"/tables/{table}/chat", text="Good evening")
                seen.link.listen_to_chat()
                seen.link.listen_to_chat()

                def lines() -> list[str]:
                    return [
                        line["text"]
                        for message in seen.of("chat", "line")
                        for line in message.get("lines") or [message["line"]]
                    ]

                await wait_for(lambda: len(lines()) == 1)
                way.swallows = True
                saying = asyncio.create_task(seen.link.say("Good evening, Bo"))
                while len((await bo.get(f"/tables/{table}/chat"))["lines"]) < 2:
                    await asyncio.sleep(0.01)
                way.interrupt()
                way.swallows = False
                assert await saying == 2
                await wait_for(lambda: len(lines()) == 2)
                await way.close()
                await bo.post(f"/tables/{table}/chat", text="Are you there?")
                await way.open()
                await wait_for(lambda: len(lines()) == 3)
                await bo.post(f"/tables/{table}/chat", text="Ah.")
                await wait_for(lambda: len(lines()) == 4)
                assert lines() == ["Good evening", "Good evening, Bo", "Are you there?", "Ah."]
                with pytest.raises(ActionRefused, match="too long"):
                    await seen.link.say("ō" * 3000)
            await way.close()

    served_evening(tmp_path, work)


def test_closing_a_link(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        way = Way(served.address)
        async with linked(owner(served, await way.open()), table, whole=False) as seen:
            await wait_for(lambda: seen.told)
            await way.close()
            asking = asyncio.create_task(seen.link.ask({"type": "time"}))
            await asyncio.sleep(0)
            seen.link.close()
            await seen.running
            with pytest.raises(LinkClosed):
                await asking
            with pytest.raises(LinkClosed):
                await seen.move("e8")
        closed = table_link.TableLink(owner(served), table, print, print)
        closed.close()
        await closed.run()
        way = Way(served.address)
        async with linked(owner(served, await way.open()), table, whole=False) as seen:
            await wait_for(lambda: seen.told)
            way.swallows = True
            asking = asyncio.create_task(seen.link.ask({"type": "time"}))
            await asyncio.sleep(0)
            seen.running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await seen.running
            with pytest.raises(LinkClosed):
                await asking
        await way.close()

    served_evening(tmp_path, work)


def test_what_a_listener_raises_comes_out(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")

        def fail(_: object) -> None:
            raise OSError("no room to draw")

        link = table_link.TableLink(owner(served), table, fail, lambda stands, why: None)
        with pytest.raises(OSError, match="no room"):
            await link.run()

    served_evening(tmp_path, work)


# ---- servers that do what ours does not ---------------------------------------------------------------------------


@asynccontextmanager
async def scripted(*answers: Sequence[object]) -> AsyncIterator[tuple[Remote, list[Any]]]:
    """A server that says this to whoever connects, one list for each connection; gives what it hears."""
    heard: list[Any] = []
    connections = iter(answers)

    async def talk(socket: ServerConnection) -> None:
        for answer in next(connections, ()):
            if answer == "hear":
                heard.append(json.loads(await socket.recv()))
            elif isinstance(answer, int):
                await socket.close(answer, "for a reason")
                return
            else:
                await socket.send(answer if isinstance(answer, str) else json.dumps(answer))
        await socket.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield Remote(f"http://127.0.0.1:{port}"), heard


def hello(have: int) -> dict[str, Any]:
    return {"type": "hello", "version": 1, "have": have}


def event(number: int, kind: str = "event") -> dict[str, Any]:
    return {"type": kind, "number": number}


def test_gaps_are_filled_and_repetitions_left_out() -> None:
    async def work() -> None:
        script = ["hear", event(3, "state"), event(4), event(4), event(2), event(7), event(8), "hear"]
        async with (
            scripted([*script, event(5), event(6), event(7), event(8), event(9)]) as (remote, heard),
            linked(remote, "t") as seen,
        ):
            await seen.until_number(9)
            assert heard == [hello(0), hello(4)] and seen.numbers == [4, 5, 6, 7, 8, 9]
            assert seen.connected == [(True, "")]

    asyncio.run(work())


def test_a_server_that_cannot_say_how_it_stands_is_asked_again() -> None:
    async def work() -> None:
        error = {"type": "error", "request": None, "code": "store_unavailable", "text": "The disk is full."}
        broken = ["hear", event(1, "state"), "nonsense"]
        async with (
            scripted(["hear", error], broken, ["hear", 1012], ["hear", event(2), 1011], ["hear", event(3)]) as (
                remote,
                heard,
            ),
            linked(remote, "t") as seen,
        ):
            await seen.until_number(3)
            assert [have["have"] for have in heard] == [0, 0, 1, 1, 2] and seen.numbers == [2, 3]
            reasons = [why for stands, why in seen.connected if not stands]
            assert reasons == ["The disk is full.", "what came is no message of a hall", "for a reason", "for a reason"]

    asyncio.run(work())


def test_who_is_no_hall_is_tried_again() -> None:
    async def work() -> None:
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with linked(Remote(f"http://127.0.0.1:{port}"), "t", whole=False) as seen:
                await wait_for(lambda: len(seen.connected) > 1)
                assert seen.connected[:2] == [(False, "the hall refuses the connection (403)")] * 2

    asyncio.run(work())
