"""A hall, asked by a program: coming in and going, refusals, and what is asked again."""

import asyncio
import json
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from evenings import me
from serving_hall import Served, served_evening
from taflheim.client.credentials import Bearer, Session
from taflheim.client.http import Address, Unreachable
from taflheim.client.remote import Refusal, Remote
from taflheim.games.errors import TaflheimError
from way import Way

FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntrue"
LOST = b""
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
GONE = "http://127.0.0.1:9"


def status(code: int, *headers: str, body: bytes = b"<html>") -> bytes:
    lines = [f"HTTP/1.1 {code} Whatever", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def chunk(text: str) -> bytes:
    return f"{len(text.encode()):x}\r\n{text}\r\n".encode()


@asynccontextmanager
async def scripted(*answers: bytes, patience_s: float = math.inf) -> AsyncIterator[tuple[Remote, list[str]]]:
    """A server that gives these answers, one a request, and hangs up; also what it is asked."""
    asked: list[str] = []
    coming = iter(answers)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readline()).decode().removesuffix(" HTTP/1.1\r\n"))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(next(coming, LOST))
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield Remote(address, patience_s=patience_s, first_pause_s=0.01), asked


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(120):
            await work()

    asyncio.run(limited())


# ---- with a hall --------------------------------------------------------------------------------------------------


def test_coming_in_and_going(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        remote = Remote(served.address)
        with pytest.raises(Refusal) as refused:
            await remote.get("me")
        assert (refused.value.status, refused.value.code) == (401, "no_identity")
        guest = await remote.become_guest()
        assert guest["kind"] == "guest" and isinstance(remote.credential, Session)
        table = (await remote.post("tables", game="toy", request="t1"))["id"]
        assert (await remote.post("tables", game="toy", request="t1"))["id"] == table
        # A guest who registers keeps what was played.
        assert (await remote.register("Anna", "correct horse battery"))["kind"] == "registered"
        (mine,) = (await remote.get("tables", state="playing", mine=True, game=None))["tables"]
        assert mine["id"] == table
        await remote.log_out()
        assert remote.credential is None
        with pytest.raises(Refusal) as refused:
            await remote.log_in("Anna", "wrong horse battery")
        assert refused.value.status == 401 and remote.credential is None
        before = (await remote.log_in("Anna", "correct horse battery")), remote.credential
        await remote.log_in("Anna", "correct horse battery")
        assert before[0]["name"] == "Anna" and remote.credential != before[1]
        with pytest.raises(Refusal, match="log in"):
            await Remote(served.address, before[1]).get("me")  # that session ended with the next one

    served_evening(tmp_path, work)


def test_a_token_is_no_session(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        token = await served.hall.access.add(me(served.hall), "terminal", ["read"])
        remote = Remote(served.address, Bearer(token))
        assert (await remote.get("me"))["kind"] == "owner"
        with pytest.raises(Refusal, match="scope play"):
            await remote.post("tables", game="toy", request="t1")
        await remote.become_guest()
        assert (await remote.get("me"))["kind"] == "guest"
        await remote.log_out()
        remote.credential = Bearer(token)
        await remote.log_out()
        assert remote.credential is None and (await Remote(served.address, Bearer(token)).get("me"))["kind"] == "owner"
        with pytest.raises(Refusal) as refused:
            await Remote(served.address, Bearer("taflheim_nothing")).get("me")
        assert refused.value.status == 401

    served_evening(tmp_path, work)


def test_the_owner_enters_by_a_token_that_works_once(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        token = served.hall.accounts.login_token()
        remote = Remote(served.address)
        await remote.enter(token)
        assert (await remote.get("me"))["kind"] == "owner" and await remote.answers()
        with pytest.raises(Refusal):
            await Remote(served.address).enter(token)

    served_evening(tmp_path, work)


def test_a_hall_that_cannot_be_reached_for_a_while(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        way = Way(served.address)
        remote = Remote(await way.open(), patience_s=60, first_pause_s=0.01)
        await way.close()
        assert not await remote.answers()
        asking = asyncio.create_task(remote.become_guest())
        await asyncio.sleep(0)
        await way.open()
        assert (await asking)["kind"] == "guest" and await remote.answers()
        await way.close()

    served_evening(tmp_path, work)


def test_what_a_hall_streams(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        remote = Remote(served.address, Session(served.cookie()))
        async with aclosing(remote.stream("analysis", "toy", best=2)) as analysis:
            found = [event async for event in analysis]
        assert found[-1]["lines"][0]["move"] and found[-1]["depth"] >= found[0]["depth"]
        with pytest.raises(Refusal) as refused:
            await anext(remote.stream("analysis", "chess"))
        assert refused.value.status in (404, 422)
        # Some have no end, but that somebody has heard enough.
        async with aclosing(remote.stream("lobby", "live")) as lobby:
            assert "tables" in await anext(lobby)
            await served.owner.post("/api/v1/tables", json={"game": "toy", "side": "crosses", "public": True})
            while not (await anext(lobby)).get("tables"):
                pass

    served_evening(tmp_path, work)


# ---- with others --------------------------------------------------------------------------------------------------


def test_what_was_lost_is_asked_again_unless_it_would_be_done_twice() -> None:
    async def work() -> None:
        busy = status(503, "Retry-After: 0", body=b'{"error": "store_unavailable", "message": "Wait."}')
        async with scripted(LOST, b"nonsense\r\n\r\n", status(502), busy, FINE) as (remote, asked):
            assert await remote.get("games", best=3, moves=["e8", "e2"], side=None) is True
            assert asked == ["GET /api/v1/games?best=3&moves=e8&moves=e2"] * 5
        async with scripted(LOST, FINE, LOST, FINE, LOST, FINE) as (remote, asked):
            await remote.put("daily", "today/x", a=1)
            await remote.delete("lobby", "seek")
            await remote.post("tables", request="r1")
            assert asked[::2] == ["PUT /api/v1/daily/today%2Fx", "DELETE /api/v1/lobby/seek", "POST /api/v1/tables"]
        for lost in (LOST, status(502), busy):
            async with scripted(lost, FINE) as (remote, asked):
                with pytest.raises((Unreachable, Refusal)):
                    await remote.post("tables", game="toy")
                assert len(asked) == 1
        # Nothing was done of what was refused as too much.
        async with scripted(status(429, "Retry-After: 0"), FINE) as (remote, asked):
            assert await remote.post("tables", game="toy") is True

    run(work)


def test_patience_has_an_end() -> None:
    async def work() -> None:
        with pytest.raises(
            Unreachable, match=r"127.0.0.1:9 cannot be reached \(.*\): see whether the address is right"
        ):
            await Remote(GONE, patience_s=0.1, first_pause_s=0.05).get("me")
        with pytest.raises(Unreachable):
            await Remote("http://nobody.invalid", patience_s=0).get("me")
        often = json.dumps({"error": "too_often", "message": "Wait an hour."}).encode()
        async with scripted(status(429, "Retry-After: 3600", body=often), patience_s=1) as (remote, asked):
            with pytest.raises(Refusal, match="an hour"):
                await remote.log_in("Anna", "x")
            assert len(asked) == 1

    run(work)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (status(404), "no hall of Taflheim, or another version: it answers 404"),
        (status(200, body=b"<html>"), "no hall of Taflheim"),
        (status(422, body=b"[]"), "no hall of Taflheim"),
        (status(503), "does not answer now"),
        (status(301, "Location: https://games.example/"), "has moved to https://games.example/: use that address"),
    ],
)
def test_other_servers(answer: bytes, sentence: str) -> None:
    async def work() -> None:
        async with scripted(answer, patience_s=0) as (remote, _):
            with pytest.raises(Refusal, match=sentence):
                await remote.get("me")
        async with scripted(answer, patience_s=0) as (remote, _):
            with pytest.raises(Refusal):
                await remote.become_guest()
            assert remote.credential is None

    run(work)


def test_answers_that_are_not_whole() -> None:
    async def work() -> None:
        for broken in (FINE[:-1], FINE[:20], b"HTTP/1.1 100 Continue\r\n\r\n", b"\x00" * 100_000):
            async with scripted(broken, patience_s=0) as (remote, _):
                with pytest.raises(Unreachable):
                    await remote.get("me")
        async with scripted(b"HTTP/1.1 103 Early Hints\r\n\r\n" + FINE) as (remote, _):
            assert await remote.get("me") is True
        long = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b" " * 9_000_000
        async with scripted(long, patience_s=0) as (remote, _):
            with pytest.raises(Unreachable, match="too long"):
                await remote.get("me")
        async with scripted(b"HTTP/1.1 204 No Content\r\n\r\n") as (remote, _):
            assert await remote.delete("session") is None

    run(work)


@pytest.mark.parametrize(
    "text", ["", "localhost:8000", "games.example", "ftp://x", "http://", "http://x:y", "http://[::1"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(TaflheimError, match="expected an address as http://localhost:8000"):
        Remote(text)


def test_addresses() -> None:
    assert Address.parse("http://[::1]:8000/x").origin == "http://[::1]:8000"
    assert Address.parse("HTTPS://Games.Example").origin == "https://games.example"


# ---- streams ------------------------------------------------------------------------------------------------------


async def streamed(*parts: bytes) -> list[object]:
    async with scripted(STREAM + b"".join(parts)) as (remote, asked):
        found: list[object] = []
        try:
            async with aclosing(remote.stream("analysis", "toy", best=2)) as events:
                async for event in events:
                    found.append(event)  # noqa: PERF401  what came before an error counts
        except (Unreachable, Refusal) as error:
            found.append(str(error))
        assert asked == ["GET /api/v1/analysis/toy?best=2"]
        return found


def test_streams_are_read_as_they_come() -> None:
    async def work() -> None:
        one = 'data: {"move": "é"}\n\n'.encode()
        parts = [f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in (one[:16], one[16:], b": alive\n", b"\n")]
        several = chunk('data: {"a":\ndata: 1}\r\n\r\nid: 3\nevent: more\ndata: {"b": 2}\n\n')
        done = chunk("event: done\ndata: {}\n\n")
        assert await streamed(*parts, several, done) == [{"move": "é"}, {"a": 1}, {"b": 2}]
        ended = await streamed(chunk('data: {"a": 1}\n\n'), b"0\r\n\r\n")
        assert ended == [{"a": 1}, "the connection was closed before the end"]
        event, broken = await streamed(chunk('data: {"a": 1}\n\n'))
        assert event == {"a": 1} and "peer closed" in str(broken)
        failed = chunk('event: failed\ndata: {"error": "The engine died.", "code": "engine_died"}\n\n')
        assert await streamed(failed) == ["The engine died."]

    run(work)


def test_a_stream_that_is_refused() -> None:
    async def work() -> None:
        body = json.dumps({"error": "not_found", "message": "There is no such table."}).encode()
        async with scripted(status(404, body=body)) as (remote, _):
            with pytest.raises(Refusal, match="no such table") as refused:
                await anext(remote.stream("tables", "x", "review"))
            assert refused.value.status == 404
        with pytest.raises(Unreachable):
            await anext(Remote(GONE).stream("lobby", "live"))

    run(work)


def test_who_has_heard_enough_hangs_up() -> None:
    async def work() -> None:
        hung_up = asyncio.Event()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(STREAM + chunk('data: {"depth": 1}\n\n'))
            await reader.read()
            hung_up.set()
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            remote = Remote(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            async with aclosing(remote.stream("analysis", "toy")) as events:
                assert await anext(events) == {"depth": 1}
            await hung_up.wait()

    run(work)
