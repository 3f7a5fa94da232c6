"""Free boards over HTTP: any position, its moves and reasons, for people with a session."""

from pathlib import Path

import taflheim
from serving_hall import Served, served_evening


def test_a_position_is_told_and_played_on(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        start = (await owner.get("/free/quoridor")).json()
        assert start["position"] == str(taflheim.game("quoridor").start()) and start["turn"] == "a"
        assert "e8" in start["choices"] and start["result"] is None
        asked = {"position": start["position"], "move": "e8"}
        after = (await owner.get("/free/quoridor/play", params=asked)).json()
        assert (after["turn"], after["last"], after["text"]) == ("b", ["e9", "e8"], "e8")
        four = (await owner.get("/free/quoridor", params={"players": "4"})).json()
        assert len([piece for piece in four["pieces"] if piece[0] == "pawn"]) == 4

    served_evening(tmp_path, work)


def test_clicks_are_followed_and_explained(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        position = taflheim.game("halatafl").start()
        asked = {"position": str(position), "clicked": "d4"}
        answer = (await owner.get("/free/halatafl/choices", params=asked)).json()
        assert answer == {"clicked": ["d4"], "tree": {"d5": "d4-d5"}}
        asked["clicked"] = "d4,d7"
        answer = (await owner.get("/free/halatafl/explain", params=asked)).json()
        assert answer["text"] and answer["text"].endswith(".")
        answer = (await owner.get("/free/quoridor/explain", params={"move": "e4"})).json()
        assert "out of reach" in answer["text"]
        answer = (await owner.get("/free/quoridor/explain", params={"move": "e8"})).json()
        assert answer["text"] is None

    served_evening(tmp_path, work)


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = served.owner
        for path, asked, text in (
            ("/free/chess", {}, "No game 'chess'"),
            ("/free/quoridor", {"players": "7"}, "2, 3 or 4"),
            ("/free/quoridor", {"colour": "red"}, "has no option 'colour'"),
            ("/free/quoridor", {"position": "x" * 2000}, "at most 1000"),
            ("/free/quoridor", {"position": "nonsense"}, "'nonsense'"),
            ("/free/quoridor/play", {"move": "e4"}, "out of reach"),
            ("/free/quoridor/play", {}, "'' is no move"),
            ("/free/quoridor/play", {"move": "e" * 500}, "at most 200"),
            ("/free/quoridor/choices", {"clicked": "a,b," * 30}, "at most 40"),
        ):
            answer = await owner.get(path, params=asked)
            assert answer.status_code == 400 and text in answer.json()["error"], answer.text
        refused = await served.stranger.get("/free/quoridor")
        assert refused.status_code == 403

    served_evening(tmp_path, work)
