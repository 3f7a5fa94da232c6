"""Hints and analyses over HTTP, and the review's progress, with real engine processes."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import taflheim
from evenings import me
from serving_hall import Served, events, served_evening
from taflheim.table.event import Move, Resign
from taflheim.table.seat import Seat


def test_a_hint_at_a_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor")
        hint = f"/tables/{table}/hint?position_number="
        answer = await served.owner.get(hint + "0")
        assert answer.status_code == 200
        given = answer.json()
        assert given["move"] in taflheim.game("quoridor").start().moves()
        assert {"text", "clicks", "reason", "more", "line"} <= given.keys()
        assert (await served.owner.get(hint + "7")).status_code == 409
        assert (await served.stranger.get(hint + "0")).status_code == 403
        assert (await served.owner.get(f"/tables/{table}/hint")).status_code == 422
        await served.hall.tables.act(table, me(served.hall), Resign())
        answer = await served.owner.get(hint + "1")
        assert answer.status_code == 403 and "review" in answer.json()["error"]

    served_evening(tmp_path, work)


def test_no_hint_where_somebody_else_plays_or_it_is_not_ones_turn(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        owner = Seat.person(served.hall.accounts.owner.id, "Anna")
        start = taflheim.game("quoridor").start()
        shared = await served.hall.tables.open(start, {"a": owner, "b": Seat.free()})
        answer = await served.owner.get(f"/tables/{shared.id}/hint?position_number=0")
        assert answer.status_code == 403 and "Other people" in answer.json()["error"]
        bots = await served.new_table("quoridor", seats={"a": 10})
        answer = await served.owner.get(f"/tables/{bots}/hint?position_number=0")
        assert answer.status_code == 409

    served_evening(tmp_path, work)


def test_no_engine_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("toy")
        await served.hall.compiler.bots("toy")
        monkeypatch.setattr(sys, "executable", "/bin/false")
        answer = await served.owner.get(f"/tables/{table}/hint?position_number=0")
        assert answer.status_code == 503 and answer.json()["error"].endswith("try again in a moment.")
        (failed,) = await events(served.owner, "/insight/analysis?game=toy")
        assert failed[0] == "failed" and "try again" in failed[1]["error"]

    served_evening(tmp_path, work)


def test_an_analysis_is_told_depth_by_depth(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        found = await events(served.owner, "/insight/analysis?game=quoridor&players=3&moves=e8%20e2&best=2", most=3)
        assert [event["depth"] for _, event in found] == [1, 2, 3]
        assert all(len(event["lines"]) == 2 and len(event["paths"]) == 3 for _, event in found)
        # The client has gone: the engine stops.
        while served.hall.engines._running:
            await asyncio.sleep(0.01)
        *_, (last, nothing) = await events(served.owner, "/insight/analysis?game=toy&position=xx1/oo1/3%20x")
        assert (last, nothing) == ("done", {})
        over = await events(served.owner, "/insight/analysis?game=toy&position=xxx/oo1/3%20o")
        assert over[0][1]["lines"] == [] and over[0][1]["notes"]

    served_evening(tmp_path, work)


def test_an_analysis_yields_to_a_bot_that_somebody_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one place to think in, and the analysis would keep it for half a minute."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)

    async def work(served: Served) -> None:
        told: list[tuple[str, Any]] = []
        listening = asyncio.create_task(events(served.owner, "/insight/analysis?game=quoridor&best=1", found=told))
        while len(told) < 2:
            await asyncio.sleep(0.01)
        table = await served.new_table("quoridor", seats={"b": 1})
        async with served.page(table) as page:
            await page.say("move", position_number=0, move="e8", request="r0")
            while len((await served.hall.tables.get(table)).record.entries) < 2:
                await asyncio.sleep(0.01)
        before = len(told)
        assert told[-1][0] != "done", "the bot has moved before the analysis was done"
        while len(told) == before:
            await asyncio.sleep(0.01)
        assert told[-1][1]["depth"] >= told[before - 1][1]["depth"], "it goes on where it was"
        listening.cancel()

    served_evening(tmp_path, work)


@pytest.mark.parametrize(
    "query", ["", "game=chess", "game=toy&position=nonsense", "game=toy&moves=z9", "game=toy&colour=red"]
)
def test_what_cannot_be_analysed_is_refused(query: str, tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        answer = await served.owner.get(f"/insight/analysis?{query}")
        assert answer.status_code == 400 and answer.json()["error"]
        assert (await served.stranger.get("/insight/analysis?game=toy")).status_code == 403

    served_evening(tmp_path, work)


def test_a_review_is_made_while_one_listens(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        table = await served.new_table("quoridor")
        assert (await served.owner.get(f"/tables/{table}/review")).status_code == 403
        for number, move in enumerate(("e8", "e2")):
            await hall.tables.act(table, me(hall), Move(number, move))
        await hall.tables.act(table, me(hall), Resign())
        found = await events(served.owner, f"/tables/{table}/review/progress")
        assert found[-1] == ("done", {})
        assert found[-2][1]["complete"]
        page = await served.owner.get(f"/tables/{table}/review", headers={"accept": "text/html"})
        assert page.status_code == 200 and '"complete":true' in page.text
        assert (await served.stranger.get(f"/tables/{table}/review")).status_code == 404

    served_evening(tmp_path, work)
