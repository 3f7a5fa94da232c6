"""Pictures over the interface for programs, and what is never done: to list all moves of a position that has many."""

import asyncio
from pathlib import Path

import httpx
import pytest

from programs import API, programs
from serving_hall import Served, served_evening
from taflheim.games.position import Position
from taflheim.hall.hall import Hall
from taflheim.server.limits import Limits
from taflheim.server.pictures import Pictures
from taflheim.server.serve import serving

MANY_MOVES = "1S1/SSS/1S1S1S1/SSSSSSF/1SFS1S1/SSS/1S1 f"
"""799 971 of them."""


def test_positions_and_games(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        svg = await client.get(f"{API}/positions/quoridor.svg", params={"players": 3})
        assert svg.headers["content-type"] == "image/svg+xml" and svg.text.startswith("<svg")
        png = await client.get(f"{API}/positions/quoridor.png", params={"position": "e3,e7 0,0 - - a", "width": 100})
        assert png.headers["content-type"] == "image/png" and png.content.startswith(b"\x89PNG")
        for path, status, code in (
            ("positions/quoridor.png?width=1201", 422, "unreadable"),
            ("positions/quoridor.png?position=x", 422, "invalid_position"),
            ("positions/quoridor.svg?players=9", 422, "invalid_option"),
            ("positions/chess.svg", 404, "no_such_game"),
            ("tables/nowhere.gif", 404, "no_such_table"),
        ):
            refused = await client.get(f"{API}/{path}")
            assert (refused.status_code, refused.json()["error"]) == (status, code)
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("quoridor")
            await anna.move(table, "e8")
            gif = await anna.client.get(f"{API}/tables/{table}.gif")
            assert gif.headers["content-type"] == "image/gif" and gif.content.startswith(b"GIF8")

    served_evening(tmp_path, work)


def test_no_position_has_all_its_moves_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(served: Served) -> None:
        await asyncio.wait_for(served.owner.get("/"), 20)

        def listed(_: Position) -> list[str]:
            raise AssertionError("all moves are listed")

        async with programs(served, "Anna") as (anna,):
            await anna.open("halatafl")  # the rules are loaded, and that may list the moves of a start
            monkeypatch.setattr(Position, "moves", listed)
            table = await anna.open("halatafl", start=MANY_MOVES)
            assert (await anna.get(f"/tables/{table}"))["position"] == MANY_MOVES
            asked = {"position": MANY_MOVES}
            assert (await anna.client.get(f"{API}/positions/halatafl.svg", params=asked)).status_code == 200
            refused = await anna.act(table, "move", text="a1-a2", position_number=0)
            assert refused.status_code == 422
        for path in ("/free/halatafl", "/free/halatafl/choices", "/free/halatafl/explain", "/analysis/halatafl"):
            answer = await served.owner.get(path, params={**asked, "clicked": "g4"}, headers={"Accept": "text/html"})
            assert answer.status_code == 200, path

    served_evening(tmp_path, work)


def test_pictures_are_limited(tmp_path: Path) -> None:
    async def run() -> None:
        hall = await Hall.open(tmp_path)
        limits = Limits(pictures={"person": "2/hour", "address": "3/hour"}, burst=6, per_second=0.0)
        try:
            async with (
                serving(hall, limits=limits) as served,
                httpx.AsyncClient(base_url=served.address, timeout=30) as client,
            ):
                where = f"{API}/positions/quoridor.svg"
                assert [(await client.get(where)).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
                assert (await client.get(f"{API}/tables")).status_code == 200
                often = await client.get(f"{API}/tables")
                assert often.status_code == 429 and often.headers["retry-after"] == "1"
        finally:
            await hall.close()

    asyncio.run(run())


def test_the_same_picture_is_drawn_once() -> None:
    async def run() -> None:
        pictures = Pictures()
        drawn: list[object] = []

        async def draw(key: object, *_: object) -> bytes:
            drawn.append(key)
            await asyncio.sleep(0)
            del pictures._coming[key]
            return b"picture"

        pictures._draw = draw  # type: ignore[assignment, method-assign]
        assert await asyncio.gather(*(pictures.png("<svg/>", 10) for _ in range(3))) == [b"picture"] * 3
        assert len(drawn) == 1

    asyncio.run(run())
