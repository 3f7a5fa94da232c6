"""Games with variations over the interface for programs."""

from pathlib import Path
from typing import Any

import taflheim
from programs import API, Program, programs
from serving_hall import Served, served_evening
from taflheim.games.tree import Tree


async def _post(program: Program, path: str, **sent: object) -> tuple[int, Any]:
    answer = await program.client.post(f"{API}{path}", json=sent)
    return answer.status_code, answer.json()


def _sent(told: Any) -> list[dict[str, object]]:
    return [{name: node.get(name, "") for name in ("parent", "move", "comment", "drawings")} for node in told["nodes"]]


def test_a_text_is_read_and_written(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", scopes=["read"]) as (anna,):
            text = "1. e8 e2 (1... d1 { [%mark d1>d9] Aside. }) 2. e7"
            status, tree = await _post(anna, "/trees/quoridor/read", text=text)
            assert status == 200 and [node.get("move") for node in tree["nodes"]] == [None, "e8", "e2", "e7", "d1"]
            assert tree["nodes"][4]["comment"] == "Aside." and tree["start"]["usual"]
            start, nodes = tree["start"]["position"], _sent(tree)
            status, written = await _post(anna, "/trees/quoridor/write", start=start, nodes=nodes)
            assert status == 200 and str(Tree.parse(written["text"])) == written["text"]
            assert "(1... d1 { [%mark d1>d9] Aside. })" in written["text"]

    served_evening(tmp_path, work)


def test_other_games_options_and_boards_are_found_in_a_text(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            record = str(taflheim.game("halatafl").record().play("d4-d5"))
            _, tree = await _post(anna, "/trees/quoridor/read", text=record)
            assert tree["game"] == "halatafl" and tree["nodes"][1]["text"] == "d4-d5"
            _, tree = await _post(anna, "/trees/quoridor/read", text="e5,e4,a5 6,6,6 - - c")
            assert tree["options"]["players"] == 3
            board = taflheim.game("hivolts").start(5)
            move = board.moves()[0]
            _, tree = await _post(anna, "/trees/hivolts/read", text=move, position=str(board))
            assert tree["start"]["position"] == str(board) and len(tree["nodes"]) == 2

    served_evening(tmp_path, work)


def test_moves_from_a_position(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            tree = await anna.get("/trees/quoridor", position="e5,e4 0,0 - - a", moves="e3 e5")
            assert [node["position"] for node in tree["nodes"][1:]] == ["e3,e4 0,0 - - b", "e3,e5 0,0 - - a"]
            assert (await anna.get("/trees/quoridor", players=4))["options"]["players"] == 4
            for refused in ("/trees/quoridor?moves=e5", "/trees/quoridor?position=nonsense"):
                answer = await anna.client.get(f"{API}{refused}")
                assert answer.status_code == 422 and answer.json()["message"].endswith(".")
            assert (await anna.client.get(f"{API}/trees/chess")).status_code == 404
            status, why = await _post(anna, "/trees/quoridor/read", text="what is this?")
            assert status == 422 and "no record" in why["message"]
            status, _ = await _post(anna, "/trees/quoridor/write", start="e9,e1 10,10 - - a", nodes=[{"parent": 3}])
            assert status == 422

    served_evening(tmp_path, work)


def test_the_game_at_a_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Bela") as (anna, bela):
            table = await anna.open("quoridor", seats={"a": "me", "b": 1})
            assert (await anna.get(f"/tables/{table}/tree"))["nodes"] == [{"parent": -1, "comment": "", "drawings": []}]
            # No engine may help where people play against each other.
            table = await anna.open("quoridor", seats={"a": "me", "b": "open"})
            assert (await bela.client.post(f"{API}/tables/{table}/seats/b")).status_code == 200
            assert (await bela.client.get(f"{API}/tables/{table}/tree")).status_code == 403
            assert (await served.stranger.get(f"{API}/tables/{table}/tree")).status_code == 401

    served_evening(tmp_path, work)
