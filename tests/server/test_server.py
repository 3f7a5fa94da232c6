"""The server over real connections, in this process."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from taflheim.hall.hall import Hall
from taflheim.server.opening import from_form, from_json, open_table
from taflheim.server.serve import Serving, serving

Client = httpx.AsyncClient


@asynccontextmanager
async def hall_open(folder: Path) -> AsyncIterator[tuple[Serving, Client]]:
    hall = await Hall.open(folder)
    try:
        async with serving(hall) as served, Client(base_url=served.address, timeout=30) as client:
            yield served, client
    finally:
        await hall.close()


def evening(folder: Path, work: Callable[[Serving, Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with hall_open(folder) as (served, client):
            await asyncio.wait_for(work(served, client), 60)

    asyncio.run(run())


async def new_table(client: Client, game: str, **wish: object) -> str:
    answer = await client.post("/tables", json={"game": game, **wish})
    assert answer.status_code == 201
    return str(answer.json()["id"])


@asynccontextmanager
async def at(served: Serving, table: str, **headers: str) -> AsyncIterator[ClientConnection]:
    where = f"{served.address.replace('http', 'ws')}/tables/{table}/ws"
    async with connect(where, additional_headers=headers) as socket:
        yield socket


async def say(socket: ClientConnection, **message: object) -> None:
    await socket.send(json.dumps(message))


async def hear(socket: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 20))
    return heard


def test_pages_say_what_is_wrong(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        html = {"Accept": "text/html"}
        for answer, status, text in (
            (await client.get("/tables/nowhere", headers=html), 404, "There is no such table here"),
            (await client.get("/cellar", headers=html), 404, "There is no such page here"),
            (await client.get("/tables", headers=html), 405, "Method Not Allowed"),
            (await client.post("/tables", data={"game": "chess"}, headers=html), 400, "No game &#39;chess&#39;"),
            (await client.post("/tables", data={"game": "quoridor", "seat.z": "1"}), 400, "has no seat 'z'"),
            (await client.post("/tables", data={"game": "quoridor", "seat.a": "12"}), 400, "No level"),
            (
                await client.post("/tables", data={"game": "halatafl", "seat.sheep": "classic fox"}),
                400,
                "plays foxes only",
            ),
            (await client.post("/tables", data={"game": "hivolts", "board": "x"}), 400, "'x': expected new or wild"),
            (await client.post("/tables", json={"game": "hivolts", "board": []}), 400, "expected new or wild"),
            (await client.post("/tables", json=[1]), 400, "Expected JSON"),
            (await client.post("/tables", content="{", headers={"Content-Type": "application/json"}), 400, "JSON"),
            (await client.post("/tables", json={"game": "quoridor", "options": {"players": 5}}), 400, "2, 3 or 4"),
            (await client.post("/tables", content=b"x" * 20_000), 413, "more than any form"),
        ):
            assert answer.status_code == status, answer.text
            assert text in answer.text
            is_page = answer.headers["content-type"].startswith("text/html")
            assert is_page == (answer.request.headers["accept"] == "text/html")

    evening(tmp_path, work)


def test_the_way_into_a_game(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        assert (await client.get("/resume")).headers["location"] == "/"
        answer = await client.post("/tables", data={"game": "halatafl", "option.sheep": "18", "seat.sheep": "1"})
        assert answer.status_code == 303
        table = answer.headers["location"]
        assert (await client.get("/resume")).headers["location"] == table
        page = (await client.get(table)).text
        assert "Halatafl" in page and "Bot · Nils" in page
        assert 'name="option.sheep" value="18"' in page and 'name="seat.sheep" value="1"' in page
        assert (await client.get("/health")).json() == {"ok": True, "name": "taflheim"}
        assert "No game has ended yet" in (await client.get("/stats")).text
        assert not served.page_opened.is_set()
        assert (await client.post("/opened")).status_code == 204
        assert served.page_opened.is_set()

    evening(tmp_path, work)


def test_a_new_board_can_be_won_and_a_wild_one_is_any(tmp_path: Path) -> None:
    async def pars(hall: Hall, asked: bytes) -> list[int | None]:
        starts = [(await open_table(hall, from_form(asked))).record.start for _ in range(30)]
        assert len({*starts}) == 30
        return [start.game.par(start) for start in starts]

    async def run() -> None:
        hall = await Hall.open(tmp_path)
        try:
            assert None not in await pars(hall, b"game=hivolts&option.mhos=gentle&board=new")
            assert None not in await pars(hall, b"game=hivolts")
            assert None in await pars(hall, b"game=hivolts&board=wild")
            assert (await open_table(hall, from_json(b'{"game": "quoridor", "board": "wild"}'))).game.name == "quoridor"
        finally:
            await hall.close()

    asyncio.run(run())


def test_files_are_kept_but_asked_for_anew(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        first = await client.get("/static/board.js")
        assert first.headers["cache-control"] == "no-cache" and "javascript" in first.headers["content-type"]
        again = await client.get("/static/board.js", headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304
        assert (await client.get("/static/../app.py")).status_code == 404

    evening(tmp_path, work)


def test_other_pages_and_names_are_kept_out(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        evil = {"Origin": "http://evil.example"}
        own = {"Origin": served.address}
        assert (await client.post("/tables", data={"game": "quoridor"}, headers=evil)).status_code == 403
        assert (await client.post("/tables", data={"game": "quoridor"}, headers={"Origin": "null"})).status_code == 403
        assert (await client.post("/tables", data={"game": "quoridor"}, headers=own)).status_code == 303
        for host in ("evil.example", "[", ""):
            assert (await client.get("/", headers={"Host": host})).status_code == 403
        answer = await client.get("/", headers={"Host": "localhost"})
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        table = await new_table(client, "quoridor")
        with pytest.raises(InvalidStatus):
            async with at(served, table, **evil):
                pass
        async with at(served, table, **own) as socket:
            await say(socket, type="hello", have=0)
            assert (await hear(socket))["type"] == "state"

    evening(tmp_path, work)


def test_everybody_at_a_table_is_told(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        table = await new_table(client, "quoridor")
        async with at(served, table) as one, at(served, table) as other:
            for socket in (one, other):
                await say(socket, type="hello", have=0)
                assert (await hear(socket))["number"] == 0
            await say(one, type="move", ply=0, move="e8", request="r1")
            heard = [await hear(one), await hear(one)]
            assert {message["type"] for message in heard} == {"ack", "event"}
            assert (await hear(other))["effects"][0]["to"] == "e8"
            await say(one, type="move", ply=0, move="e8", request="r1")  # the same once more
            assert await hear(one) == {"type": "ack", "request": "r1", "number": 1}
            await say(other, type="undo", ply=1, request="r2")
            told = [await hear(other), await hear(other)]
            assert {message["type"] for message in told} == {"ack", "state"}
            assert (await hear(one))["words"] == "A move was taken back."
        async with at(served, table) as late:
            await say(late, type="move", ply=0, move="e8", request="r3")  # acknowledged, but not told before its hello
            assert (await hear(late))["type"] == "ack"
            await say(late, type="hello", have=1)
            assert (await hear(late))["number"] == 3

    evening(tmp_path, work)


def test_questions_and_their_answers(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        async with at(served, await new_table(client, "halatafl")) as socket:
            await say(socket, type="choices", ply=0, clicked=["d4"])
            assert (await hear(socket))["tree"] == {"d5": "d4-d5"}
            await say(socket, type="explain", ply=0, clicked=["d4", "d3"])
            assert (await hear(socket))["text"] == "Sheep never go backwards."
            await say(socket, type="explain", ply=0, clicked=["d4", "a1"])
            assert (await hear(socket))["text"] is None
            await say(socket, type="choices", ply=7, clicked=[])
            assert (await hear(socket))["code"] == "stale"

    evening(tmp_path, work)


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        async with at(served, await new_table(client, "halatafl", seats={"sheep": 1})) as socket:
            for text in ("{", "[]", '{"type": "sing"}', '{"type": "hello", "have": -1}', '{"type": "hello"}'):
                await socket.send(text)
                refusal = await hear(socket)
                assert refusal["type"] == "error" and refusal["code"] == "bad_message" and refusal["text"]
            for message in (
                {"type": "move", "ply": 0, "move": 5, "request": "r"},
                {"type": "move", "ply": True, "move": "d4-d5", "request": "r"},
                {"type": "move", "ply": 0, "move": "d4-d5"},
                {"type": "undo", "ply": 0, "request": ""},
                {"type": "explain", "ply": 0, "clicked": "d4"},
                {"type": "choices", "ply": 0, "clicked": ["d4"] * 41},
            ):
                await say(socket, **message)
                assert (await hear(socket))["code"] == "bad_message"
            await say(socket, type="move", ply=99, move="d4-d5", request="r1")
            assert await hear(socket) == {
                "type": "error",
                "request": "r1",
                "code": "stale",
                "text": "The position has changed meanwhile: look at the board and try again.",
            }
        async with at(served, await new_table(client, "halatafl")) as socket:
            await say(socket, type="move", ply=0, move="d4-d3", request="r2")
            assert (await hear(socket))["code"] == "backwards"
        async with at(served, "nowhere") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
        async with at(served, await new_table(client, "toy")) as socket:
            await socket.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    evening(tmp_path, work)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    async def work(served: Serving, client: Client) -> None:
        hall = await Hall.open(tmp_path / "other")
        with pytest.raises(OSError, match="in use"):
            async with serving(hall, int(served.address.rpartition(":")[2])):
                pass
        await hall.close()

    evening(tmp_path, work)
