"""Boards without a table over the interface for programs."""

from pathlib import Path

import taflheim
from programs import API, programs
from serving_hall import Served, served_evening


def test_a_position_is_told_and_played_on(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", scopes=["read"]) as (anna,):
            start = await anna.get("/boards/quoridor")
            assert start["position"] == str(taflheim.game("quoridor").start()) and start["turn"] == "a"
            assert ["pawn", "a", "e9"] in start["pieces"] and "e8" in start["choices"] and start["result"] is None
            # A cookie does as well as a token, and the pages are told the same.
            for path in (f"{API}/boards/quoridor", "/free/quoridor"):
                assert (await served.owner.get(path)).json() == start
            after = await anna.get("/boards/quoridor/play", position=start["position"], move="e8")
            assert (after["turn"], after["last"], after["text"], after["move"]) == ("b", ["e9", "e8"], "e8", "e8")
            assert after["effects"][0] == {"kind": "move", "how": "step", "spot": "e9", "to": "e8", "piece": None}
            four = await anna.get("/boards/quoridor", players=4)
            assert sum(piece[0] == "pawn" for piece in four["pieces"]) == 4
            over = await anna.get("/boards/quoridor/play", position="e2,e5 0,0 - - a", move="e1")
            assert over["result"]["winner"] == "a" and over["choices"] == {}

    served_evening(tmp_path, work)


def test_clicks_lines_and_keys(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            ways = await anna.get("/boards/halatafl/choices", clicked="d4")
            assert ways == {"clicked": ["d4"], "tree": {"d5": "d4-d5"}}
            why = await anna.get("/boards/halatafl/explain", clicked="d4,d7")
            assert why["clicked"] == ["d4", "d7"] and why["text"].endswith(".")
            assert "out of reach" in (await anna.get("/boards/quoridor/explain", move="e4"))["text"]
            assert (await anna.get("/boards/quoridor/explain", move="e8"))["text"] is None
            keys = (await anna.get("/boards/quoridor/keys"))["keys"]
            assert keys[0]["moves"] == {"": "f9"} and keys[0]["spots"] == {"f9": ["f9"]}
            assert (await anna.get("/boards/hnefatafl/keys"))["keys"] == []
            assert await anna.get("/boards/quoridor/typed", line="h e3") == {"line": "h e3", "move": "e3h"}

    served_evening(tmp_path, work)


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with (
            programs(served, "Anna") as (anna,),
            programs(served, "Mona", scopes=["play"]) as (mute,),
        ):
            for path, asked, status, code in (
                ("chess", {}, 404, "no_such_game"),
                ("quoridor", {"players": "7"}, 422, "invalid_option"),
                ("quoridor", {"colour": "red"}, 422, "invalid_option"),
                ("quoridor", {f"o{number}": "1" for number in range(30)}, 422, "invalid_option"),
                ("quoridor", {"position": "x" * 2000}, 422, "unreadable"),
                ("quoridor", {"position": "nonsense"}, 422, "invalid_position"),
                ("quoridor/play", {"move": "e4"}, 422, "out_of_reach"),
                ("quoridor/play", {}, 422, "unreadable"),
                ("quoridor/play", {"move": "e" * 500}, 422, "unreadable"),
                ("quoridor/choices", {"clicked": "a,b," * 30}, 422, "refused"),
                ("quoridor/typed", {}, 422, "unreadable"),
            ):
                answer = await anna.client.get(f"{API}/boards/{path}", params=asked)
                assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
            assert (await mute.client.get(f"{API}/boards/quoridor")).status_code == 403
            assert (await served.stranger.get(f"{API}/boards/quoridor")).status_code == 401

    served_evening(tmp_path, work)
