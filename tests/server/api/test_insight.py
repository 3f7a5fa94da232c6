"""Stories, hints, reviews and analyses over the interface for programs, with real engine processes."""

import asyncio
from pathlib import Path

import taflheim
from programs import API, programs
from serving_hall import Served, events, served_evening
from taflheim.server.api.insight import Found, Hint, Progress


def test_the_story_of_a_game(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("halatafl")
            for move in ("d4-d5", "e7-d6"):
                await anna.move(table, move)
            told = await anna.get(f"/tables/{table}/story")
            assert (told["number"], told["ply"]) == (2, 2)
            assert [side["title"] for side in told["sides"]] == ["Sheep", "Foxes"]
            assert len(told["start"]["pieces"]) == 22 and told["start"]["turn"] == "sheep"
            assert [(ply["round"], ply["text"], ply["last"]) for ply in told["plies"]] == [
                (1, "d4-d5", ["d4", "d5"]),
                (None, "e7-d6", ["e7", "d6"]),
            ]
            assert (await served.owner.get(f"/tables/{table}/story")).json() == told  # the page's; the host sees all
            assert (await served.owner.get(f"{API}/tables/{table}/story")).json() == told
            missing = await boris.client.get(f"{API}/tables/{table}/story")
            assert (missing.status_code, missing.json()["error"]) == (404, "no_such_table")

    served_evening(tmp_path, work)


def test_a_hint_at_a_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("toy")
            given = await anna.get(f"/tables/{table}/hint", position_number=0)
            assert Hint(**given).move in taflheim.game("toy").start().moves()
            assert given["clicks"] == [given["move"]] and given["reason"]
            mine = await served.new_table("toy")
            assert (await served.owner.get(f"{API}/tables/{mine}/hint?position_number=0")).json().keys() == given.keys()
            shared = await anna.open("toy", seats={"crosses": "me", "noughts": "open"})
            await boris.post(f"/tables/{shared}/seats/noughts")
            for who, where, number, status, code in (
                (anna, table, 7, 409, "stale"),
                (anna, shared, 0, 403, "no_assistance"),
                (boris, table, 0, 404, "no_such_table"),
                (anna, table, -1, 422, "unreadable"),
            ):
                refused = await who.client.get(f"{API}/tables/{where}/hint?position_number={number}")
                assert (refused.status_code, refused.json()["error"]) == (status, code), refused.text
            nobody = await served.stranger.get(f"{API}/tables/{table}/hint?position_number=0")
            assert nobody.status_code == 401

    served_evening(tmp_path, work)


def test_a_review_as_it_is_made(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("toy", watchable=True)
            early = await anna.client.get(f"{API}/tables/{table}/review")
            assert (early.status_code, early.json()["error"]) == (403, "no_assistance")
            for move in ("a1", "b1", "a2", "b2", "a3"):
                await anna.move(table, move)
            told = await anna.stream(f"/tables/{table}/review")
            assert told[-1] == ("done", {})
            for _, event in told[:-1]:
                assert Progress(**event).model_dump() == event
            assert told[-2][1]["complete"] and told[-2][1]["done"] == 5
            # Who has no account sees what others have had reviewed.
            (known, _) = await events(served.stranger, f"{API}/tables/{table}/review")
            assert known[1]["complete"] and len(known[1]["moves"]) == 5

    served_evening(tmp_path, work)


def test_an_analysis_depth_by_depth(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,), programs(served, "Mona", scopes=["play"]) as (mute,):
            told = await anna.stream("/analysis/quoridor", most=3, players=3, moves="e8 e2", best=2)
            for depth, (_, event) in enumerate(told, 1):
                assert Found(**event).model_dump() == event
                assert event["depth"] == depth and len(event["lines"]) == 2 and len(event["paths"]) == 3
            # The client has gone: the engine stops.
            while served.hall.engines._running:
                await asyncio.sleep(0.01)
            *_, last = await events(served.owner, f"{API}/analysis/toy", position="xx1/oo1/3 x")
            assert last == ("done", {})
            (over, _) = await anna.stream("/analysis/toy", position="xxx/oo1/3 o")
            assert over[1]["lines"] == [] and over[1]["notes"]
            for asked, status, code in (
                ("chess", 404, "no_such_game"),
                ("toy?position=nonsense", 422, "invalid_position"),
                ("toy?moves=z9", 422, None),
                ("toy?colour=red", 422, "invalid_option"),
                ("toy?best=99", 422, "unreadable"),
            ):
                refused = await anna.client.get(f"{API}/analysis/{asked}")
                assert refused.status_code == status and code in (None, refused.json()["error"]), refused.text
            assert (await mute.client.get(f"{API}/analysis/toy")).status_code == 403
            assert (await served.stranger.get(f"{API}/analysis/toy")).status_code == 401

    served_evening(tmp_path, work)
