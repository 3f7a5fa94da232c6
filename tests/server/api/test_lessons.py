"""Lessons over the interface for programs."""

from pathlib import Path
from typing import Any

import pytest

import taflheim
from programs import API, Program, programs
from serving_hall import Served, served_evening
from taflheim.games.lesson_attempt import intended, standing

GAMES = [name for name, rulebook in taflheim.rulebooks().items() if rulebook.lessons]


async def tried(learner: Program, step: str, made: list[str], move: str) -> dict[str, Any]:
    answer = await learner.post(f"/lessons/{step}", made=made, move=move)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_steps_one_after_the_other(tmp_path: Path, name: str) -> None:
    steps = taflheim.rulebooks()[name].lessons

    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            told = await anna.get(f"/lessons/{name}")
            assert [one["name"] for one in told["steps"]] == [step.name for step in steps]
            assert told["current"] == steps[0].name and not any(one["done"] for one in told["steps"])
            for number, step in enumerate(steps, 1):
                shown = await anna.get(f"/lessons/{name}/{step.name}")
                assert (shown["number"], shown["of"], shown["goal"]) == (number, len(steps), step.goal)
                assert shown["next"] == (steps[number].name if number < len(steps) else None)
                assert shown["played"] == bool(step.turns) and bool(shown["table"]) == bool(step.table)
                # What programs ask about the board of a step, they ask of boards without a table.
                board = await anna.get(f"/boards/{name}", position=shown["standing"]["position"], **shown["options"])
                assert board == shown["standing"]
                made: list[str] = []
                for turn in step.turns:
                    answer = await tried(anna, f"{name}/{step.name}", made, intended(standing(step, made))[0])
                    made = answer["made"]
                    assert answer["text"] == turn.right and answer["verdict"] != "wrong"
            told = await anna.get(f"/lessons/{name}")
            assert [one["done"] for one in told["steps"]] == [bool(step.turns) for step in steps]
            assert told["current"] == steps[-1].name
            real = (await anna.get(f"/lessons/{name}/{steps[-1].name}"))["table"]
            assert (await anna.post("/tables", game=name, options=real["options"], seats=real["seats"])).is_success

    served_evening(tmp_path, work)


def test_what_is_told_of_moves(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            answer = await tried(anna, "toy/three", [], "a1")
            assert (answer["verdict"], answer["made"]) == ("right", ["a1"])
            assert [one["text"] for one in answer["shown"]] == ["a1", "b3"]
            assert answer["standing"] == {name: answer["shown"][-1][name] for name in answer["standing"]}
            wrong = await tried(anna, "toy/three", [], "b2")
            assert wrong["verdict"] == "wrong" and wrong["made"] == [] and "win first" in wrong["text"]
            helped = await anna.get("/lessons/toy/three/hint")
            shown = await anna.get("/lessons/toy/three/hint", tries=2)
            assert helped["way"] == [] and shown["way"] == ["a1"] and "a1" in shown["text"]
            assert (await anna.get("/lessons/toy/three/hint", made="a1"))["way"] == ["a2"]

    served_evening(tmp_path, work)


def test_who_may_and_what_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        step = "toy/three"
        async with programs(served, "Anna") as (anna,), programs(served, "Rosa", scopes=["read"]) as (reader,):
            # Everybody may try; only who has an account has done it.
            stranger = await served.stranger.post(f"{API}/lessons/{step}", json={"move": "a1"})
            assert stranger.json()["verdict"] == "right"
            assert (await served.owner.post(f"{API}/lessons/toy/sign", json={"move": "b2"})).json()["verdict"] == "done"
            assert (await served.owner.get(f"{API}/lessons/toy")).json()["current"] == "three"
            for answer, status, code in (
                (await anna.client.get(f"{API}/lessons/chess"), 404, "no_such_lesson"),
                (await anna.client.get(f"{API}/lessons/toy/nothing"), 404, "no_such_lesson"),
                (await anna.post("/lessons/toy/nothing", move="a1"), 404, "no_such_lesson"),
                (await anna.post(f"/lessons/{step}", move="z9"), 422, None),
                (await anna.post(f"/lessons/{step}", made=["b2"], move="a1"), 422, "lost"),
                (await anna.post(f"/lessons/{step}", made="a1", move="a1"), 422, "unreadable"),
                (await anna.post(f"/lessons/{step}"), 422, "unreadable"),
                (await anna.post("/lessons/toy/game", move="a1"), 422, "no_turn"),
                (await anna.client.get(f"{API}/lessons/toy/game/hint"), 422, "no_turn"),
                (await reader.post(f"/lessons/{step}", move="a1"), 403, "not_allowed"),
            ):
                assert answer.status_code == status and code in (None, answer.json()["error"]), answer.text

    served_evening(tmp_path, work)
