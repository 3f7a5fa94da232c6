"""Lessons over HTTP: what is said about moves, what is kept, and for whom."""

import re
from pathlib import Path
from typing import Any

import pytest

import taflheim
from serving_hall import Served, served_evening
from taflheim.games.lesson_attempt import intended, standing

GAMES = list(taflheim.rulebooks())


async def tried(served: Served, step: str, made: list[str], move: str, *, owner: bool = True) -> dict[str, Any]:
    client = served.owner if owner else served.stranger
    answer = await client.post(f"/learn/{step}", json={"made": made, "move": move})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def current(served: Served, game: str) -> str:
    """The step that the page of a game's lessons shows."""
    text = (await served.owner.get(f"/learn/{game}")).text
    [found] = re.findall(r'data-address="/learn/[a-z]+/([a-z0-9-]+)"', text)
    return str(found)


@pytest.mark.parametrize("name", GAMES)
def test_all_steps_one_after_the_other(tmp_path: Path, name: str) -> None:
    """The page leads from each step to the next, and knows what was done."""
    rulebook = taflheim.rulebooks()[name]

    async def work(served: Served) -> None:
        for step in rulebook.lessons[:-1]:
            assert await current(served, name) == step.name
            made: list[str] = []
            verdict = ""
            for turn in step.turns:
                assert await current(served, name) == step.name  # not done before its last turn
                move, _ = intended(standing(step, made))
                answer = await tried(served, f"{name}/{step.name}", made, move)
                assert answer["text"] == turn.right
                made, verdict = answer["made"], answer["verdict"]
            assert verdict == "done"
        last = rulebook.lessons[-1].name
        assert await current(served, name) == last
        page = (await served.owner.get(f"/learn/{name}")).text
        assert page.count('<li class="done">') == len(rulebook.lessons) - 1

    served_evening(tmp_path, work)


def test_a_right_move_is_shown_with_its_answer(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        answer = await tried(served, "toy/three", [], "a1")
        assert (answer["verdict"], answer["made"]) == ("right", ["a1"])
        assert [one["text"] for one in answer["shown"]] == ["a1", "b3"]
        assert answer["standing"]["turn"] == "crosses" and "a2" in answer["standing"]["choices"]

    served_evening(tmp_path, work)


def test_a_wrong_move_is_shown_and_taken_back(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        before = taflheim.rulebooks()["toy"].lessons[1].shown
        assert before is not None
        answer = await tried(served, "toy/three", [], "b2")
        assert (answer["verdict"], answer["made"]) == ("wrong", [])
        assert "win first" in answer["text"] and [one["text"] for one in answer["shown"]] == ["b2"]
        assert answer["standing"]["position"] == str(before.position)
        other = await tried(served, "toy/three", [], "b3")
        assert other["text"] == "Now the noughts complete their row on a1."

    served_evening(tmp_path, work)


def test_a_move_that_is_not_legal_gets_the_reason_of_the_rules(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for step, move, reason in (
            ("hnefatafl/throne", "f3-f6", "The throne is for the king alone."),
            ("halatafl/forced", "e7-d7", "The fox on c6 can capture, so the foxes must capture."),
            ("quoridor/a-way-for-all", "h6h", "A wall here would leave White no way to rank 1."),
            ("toy/three", "nonsense", "'nonsense' is no move: expected a square as b2."),
        ):
            answer = await served.owner.post(f"/learn/{step}", json={"made": [], "move": move})
            assert (answer.status_code, answer.json()["error"]) == (400, reason)

    served_evening(tmp_path, work)


def test_clicks_are_followed_and_explained(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        asked = {"clicked": "e6,e4"}
        answer = (await served.owner.get("/learn/halatafl/chain/choices", params=asked)).json()
        assert answer == {"clicked": ["e6", "e4"], "tree": {"c4": None}}
        asked = {"clicked": "f3,f6"}
        answer = (await served.owner.get("/learn/hnefatafl/throne/explain", params=asked)).json()
        assert answer == {"clicked": ["f3", "f6"], "text": "The throne is for the king alone."}
        asked = {"made": "a1", "clicked": "a1"}
        answer = (await served.owner.get("/learn/toy/three/explain", params=asked)).json()
        assert answer["text"] == "A1 is taken."

    served_evening(tmp_path, work)


def test_help_is_words_first_and_then_the_move(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async def hint(step: str, tries: int, made: str = "") -> dict[str, Any]:
            answer = await served.owner.get(f"/learn/{step}/hint", params={"tries": str(tries), "made": made})
            found: dict[str, Any] = answer.json()
            return found

        first = "Where would the noughts have three in a row?"
        assert await hint("toy/three", 0) == {"text": first, "way": []}
        assert await hint("toy/three", 2) == {"text": "Try a1.", "way": ["a1"]}
        assert await hint("toy/three", 0, "a1") == {"text": "Try a2.", "way": ["a2"]}  # it has no words
        assert await hint("hivolts/jump", 2) == {"text": "Try j.", "way": ["jump"]}
        assert (await hint("halatafl/chain", 2))["way"] == ["e6", "e4", "c4", "a4"]

    served_evening(tmp_path, work)


def test_who_has_no_session_may_try_but_nothing_is_kept(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        page = (await served.stranger.get("/learn/toy")).text
        assert "is not kept" in page and "<form" not in page
        assert (await tried(served, "toy/sign", [], "b2", owner=False))["verdict"] == "done"
        assert '<li class="done">' not in (await served.stranger.get("/learn/toy")).text
        assert await current(served, "toy") == "sign"  # nor for anybody else
        assert "<form" not in (await served.stranger.get("/learn/toy/game")).text

    served_evening(tmp_path, work)


def test_the_last_step_opens_a_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for name in GAMES:
            step = taflheim.rulebooks()[name].lessons[-1]
            page = (await served.owner.get(f"/learn/{name}/{step.name}")).text
            fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', page))
            answer = await served.owner.post("/tables", data=fields)
            assert answer.status_code == 303
            table = await served.hall.tables.get(answer.headers["location"].rpartition("/")[2])
            assert table.game.name == name and step.table is not None
            assert {side: seat.level for side, seat in table.seats.items()} == step.table.seats

    served_evening(tmp_path, work)


def test_what_nobody_means_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for sent in (
            b"",
            b"{",
            b"[]",
            b"[" * 9000,
            b'{"move": 3}',
            b'{"made": "a1", "move": "a2"}',
            b'{"made": [1], "move": "a"}',
        ):
            answer = await served.owner.post("/learn/toy/three", content=sent)
            assert answer.status_code == 400 and "expected JSON" in answer.json()["error"].lower().replace(
                "json", "JSON"
            )
        for made in (["b2"], ["a1", "a2"], ["a1"] * 1000):
            answer = await served.owner.post("/learn/toy/three", json={"made": made, "move": "a2"})
            assert answer.status_code == 400 and "begin it again" in answer.json()["error"]
        for path in ("choices?made=b2", "hint?made=b2", "explain?made=" + "a" * 2000, "choices?clicked=" + "a," * 2000):
            assert (await served.owner.get(f"/learn/toy/three/{path}")).status_code == 400
        assert (await served.owner.get("/learn/toy/three/hint?tries=many")).status_code == 422
        answer = await served.owner.post("/learn/toy/game", json={"made": [], "move": "a2"})
        assert answer.status_code == 400 and "at a table" in answer.json()["error"]

    served_evening(tmp_path, work)
