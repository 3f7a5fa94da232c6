"""Records and pictures over HTTP, and games from elsewhere."""

import io
from pathlib import Path

from PIL import Image

import taflheim
from serving_hall import Served, served_evening
from taflheim import Record
from taflheim.store import stats


async def played(served: Served, game: str, *moves: str) -> str:
    table = await served.new_table(game)
    async with served.page(table) as page:
        for number, move in enumerate(moves):
            await page.say("move", position_number=number, move=move, request=f"r{number}")
            await page.hear_two()
    return table


def test_a_table_can_be_taken_along(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        table = await played(served, "quoridor", "e8", "e2", "e3h")
        record = Record.parse((await owner.get(f"/tables/{table}/record.txt")).text)
        assert record.entries == ("e8", "e2", "e3h") and record.headers["a"] and record.headers["Date"]
        svg = await owner.get(f"/tables/{table}.svg")
        assert svg.headers["content-type"] == "image/svg+xml" and svg.text.startswith("<svg")
        assert (await owner.get(f"/tables/{table}.svg", params={"ply": 1})).text != svg.text
        png = await owner.get(f"/tables/{table}.png", params={"width": 300})
        with Image.open(io.BytesIO(png.content)) as picture:
            assert picture.format == "PNG" and picture.width == 300
        gif = await owner.get(f"/tables/{table}.gif")
        with Image.open(io.BytesIO(gif.content)) as picture:
            assert picture.format == "GIF" and getattr(picture, "n_frames", 1) == 4
        again = await owner.get(f"/tables/{table}.gif")
        assert again.content == gif.content
        for path, why in (
            (f"/tables/{table}.svg?ply=9", "this game has 3"),
            (f"/tables/{table}.gif?ply=-1", "this game has 3"),
            (f"/tables/{table}.png?width=9999", "from 1 to 1200"),
        ):
            answer = await owner.get(path)
            assert answer.status_code == 400 and why in answer.text
        for kind in ("/record.txt", ".svg"):
            assert (await served.stranger.get(f"/tables/{table}{kind}")).status_code == 404
        assert (await served.stranger.get(f"/tables/{table}.png")).status_code == 403

    served_evening(tmp_path, work)


def test_any_position_can_be_drawn(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        start = str(taflheim.game("toy").start())
        svg = await owner.get("/positions/toy.svg", params={"position": start})
        assert svg.text.startswith("<svg")
        png = await owner.get("/positions/toy.png", params={"position": start})
        with Image.open(io.BytesIO(png.content)) as picture:
            assert picture.width == 800
        gif = await owner.get("/positions/toy.gif", params={"position": start, "moves": "b2 a1"})
        with Image.open(io.BytesIO(gif.content)) as picture:
            assert getattr(picture, "n_frames", 1) == 3
        refused = await owner.get("/positions/toy.gif", params={"moves": "b2 b2"})
        assert refused.status_code == 400 and "Move 2, 'b2': b2 is taken" in refused.text
        assert (await served.stranger.get("/positions/toy.svg")).status_code == 403

    served_evening(tmp_path, work)


def test_a_game_from_elsewhere_is_kept_and_counts_nowhere(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        record = taflheim.game("quoridor").record(headers={"a": "Anna", "b": "Bo", "Date": "2024-02-29"}).play("e8")
        answer = await owner.post("/records", content=str(record.resign("b")))
        assert answer.status_code == 201
        table = await served.hall.tables.get(answer.json()["id"])
        assert table.record.entries == ("e8", "b:resigns") and table.seats["b"].name == "Bo"
        kept = Record.parse((await owner.get(f"/tables/{table.id}/record.txt")).text)
        assert kept.headers == {"a": "Anna", "b": "Bo", "Date": "2024-02-29"}
        assert await served.hall._store.read(stats.ended, served.hall.accounts.owner.id) == []
        mine = (await owner.get("/games")).text
        assert table.id in mine and "White (a) won · imported" in mine
        unfinished = (await owner.post("/records", content=str(record))).json()["id"]
        assert (await served.hall.tables.get(unfinished)).record.aborted
        for text, why in (("hello", "names the game"), ('[Game "quoridor"]\n', "no moves in it")):
            refused = await owner.post("/records", content=text)
            assert refused.status_code == 400 and why in refused.text
        assert (await served.stranger.post("/records", content=str(record))).status_code == 403

    served_evening(tmp_path, work)
