"""Engines at the tables of a hall: they sit down, play whole games, and answer offers."""

import asyncio
import logging
import math
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from evenings import me, until
from programs import programs
from serving_hall import Served, served_evening
from taflheim.attach.attach import Attached, NotAProgram, Plan
from taflheim.attach.player import Engine
from taflheim.client.credentials import Bearer
from taflheim.client.remote import Remote
from taflheim.engine.protocol.client import EngineFailure
from taflheim.table.table import Table
from way import Way

OURS = (sys.executable, "-m", "taflheim", "engine", "toy")


@asynccontextmanager
async def attached(served: Served, *names: str, way: str = "", **more: object) -> AsyncIterator[list[str]]:
    """Engines of the toy game, each a program of its own, some on a way of their own; gives what they tell."""
    said: list[str] = []
    tasks = []
    for name in names:
        token = (await served.hall.programs.add(me(served.hall), name)).token
        plan = Plan("toy", Engine(OURS, 50))._replace(**more)  # type: ignore[arg-type]
        remote = Remote(way or served.address, Bearer(token), patience_s=math.inf, first_pause_s=0.05)
        tasks.append(asyncio.create_task(Attached(remote, plan, said.append, look_every_s=0.05).run()))
    try:
        yield said
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def over(served: Served, table_id: str) -> Table:
    return await until(served.hall, await served.hall.tables.get(table_id), lambda table: table.result is not None)


def test_two_engines_play_a_whole_game(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,), attached(served, "Loki", "Fenrir") as said:
            free = dict.fromkeys(("noughts", "crosses"), "open")
            table = await over(served, await anna.open("toy", seats=free, public=True, clock="1+2"))
            assert sorted(seat.name for seat in table.seats.values()) == ["Fenrir-bot", "Loki-bot"]
            assert table.record.moves_made >= 5 and table.state == "over"
            # Both are at the next table soon.
            again = await over(served, await anna.open("toy", seats=free, public=True))
            assert again.state == "over"
            assert sum("sat down" in line for line in said) == 4

    served_evening(tmp_path, work)


def test_an_engine_that_waits_for_others_plays_meanwhile(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,), attached(served, "Loki"):
            sides = ("noughts", "crosses")
            waiting = [await anna.open("toy", seats=dict.fromkeys(sides, "open"), public=True) for _ in range(2)]
            for_one = await anna.open("toy", seats=dict(zip(sides, ("me", "open"), strict=True)), public=True)
            begun = await served.hall.tables.get(for_one)
            await until(served.hall, begun, lambda now: now.state == "playing")
            sat = [(await served.hall.tables.get(table)).events for table in waiting]
            assert sum(len(events) for events in sat) <= 1, "it waits at one table at most"

    served_evening(tmp_path, work)


def test_offers_are_answered_and_a_rematch_is_played(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            first, second = (await anna.get("/tables/" + await anna.open("toy")))["seats"]
            table = await anna.open("toy", seats={first: "me", second: "open"})
            async with attached(served, "Loki", only=(table,)):
                await until(served.hall, await served.hall.tables.get(table), lambda now: now.state == "playing")
                offer = (await anna.act(table, "offer", kind="draw")).json()["number"]
                await until(
                    served.hall,
                    await served.hall.tables.get(table),
                    lambda now: any(event.text == f"{offer} no" for event in now.events),
                )
                assert (await anna.act(table, "resign")).status_code == 200
                await anna.act(table, "offer", kind="rematch")
                now = await until(
                    served.hall, await served.hall.tables.get(table), lambda now: now.next_table is not None
                )
                # In the rematch the program begins.
                assert now.next_table
                await until(
                    served.hall, await served.hall.tables.get(now.next_table), lambda one: one.record.moves_made == 1
                )

    served_evening(tmp_path, work)


FOREIGN = """
import sys, taflheim
position = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        text, _, moves = line.removeprefix("position text").partition(" moves")
        position = taflheim.game("toy").position(text.strip())
        for move in moves.split():
            position = position.play(move)
    elif words[0] == "go":
        if sys.argv[1] == "dies" and position.turn != "noughts":
            sys.exit()
        if sys.argv[1] not in ("silent", "dies"):
            print(f"info depth 1 score {sys.argv[1]} nodes 7 pv a1", flush=True)
        print("bestmove", position.moves()[0], flush=True)
"""
"""Somebody's own engine: the first move that there is, and what its argument says about every position."""


@pytest.mark.parametrize(
    ("says", "answer"),
    [("cp 0", "yes"), ("cp 200", "no"), ("mate -2", "no"), ("silent", "no"), ("dies", "no")],
)
def test_the_engine_judges_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, says: str, answer: str
) -> None:
    monkeypatch.setattr("taflheim.attach.player.BOT_MOVES", 1)
    monkeypatch.setattr("taflheim.table.offer.BOT_MOVES", 1)

    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("toy", seats={"crosses": "me", "noughts": "open"})
            engine = Engine((sys.executable, "-c", FOREIGN, says), 50)
            async with attached(served, "Loki", only=(table,), engine=engine):
                begun = await served.hall.tables.get(table)
                await until(served.hall, begun, lambda now: now.state == "playing")
                await anna.move(table, "b2")
                now = await until(served.hall, begun, lambda now: now.record.moves_made == 2)
                offer = (await anna.act(table, "offer", kind="draw")).json()["number"]
                now = await until(served.hall, now, lambda now: any(e.kind == "answer" for e in now.events))
                assert [e.text for e in now.events if e.kind == "answer"] == [f"{offer} {answer}"]
                assert (now.state == "over") == (answer == "yes")
                assert ("cannot be judged" in caplog.text) == (says == "dies")

    served_evening(tmp_path, work)


def test_an_engine_whose_connection_breaks_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        way = Way(served.address)
        async with programs(served, "Anna") as (anna,), attached(served, "Loki", way=await way.open()) as said:
            seats = {"crosses": "me", "noughts": "open"}
            begun = await served.hall.tables.get(await anna.open("toy", seats=seats, public=True, clock="5+3"))

            async def answered(moves: int) -> Table:
                return await until(served.hall, begun, lambda now: now.record.moves_made == moves)

            await until(served.hall, begun, lambda now: now.state == "playing")
            await anna.move(begun.id, "a1")
            now = await answered(2)
            caplog.set_level(logging.INFO)
            await way.close()
            caplog.clear()
            await anna.move(begun.id, now.record.position.moves()[0])
            async with asyncio.timeout(60):
                while "cannot be reached" not in caplog.text:
                    await asyncio.sleep(0.01)
            assert (await served.hall.tables.get(begun.id)).record.moves_made == 3
            await way.open()
            assert (await answered(4)).seats["noughts"].name == "Loki-bot"
            # It sat down once, and plays to the end.
            await anna.act(begun.id, "resign")
            await over(served, begun.id)
            assert sum("sat down" in line for line in said) == 1
        await way.close()

    served_evening(tmp_path, work)


def test_an_engine_that_does_not_play_resigns(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("toy", seats={"noughts": "open", "crosses": "open"}, public=True)
            broken = Engine((sys.executable, "-c", "pass"), 50)
            async with attached(served, "Loki"):
                token = (await served.hall.programs.add(me(served.hall), "Fenrir")).token
                plan = Plan("toy", broken)
                with pytest.raises(ExceptionGroup) as failed:
                    await Attached(Remote(served.address, Bearer(token)), plan, lambda _: None, look_every_s=0.05).run()
                assert failed.group_contains(EngineFailure)
            assert (await over(served, table)).record.gone

    served_evening(tmp_path, work)


def test_the_token_of_a_person_is_no_engines(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        token = await served.hall.access.add(me(served.hall), "mine", ["read", "play"])
        with pytest.raises(NotAProgram, match="make a program"):
            await Attached(Remote(served.address, Bearer(token)), Plan("toy", Engine(OURS, 50)), lambda _: None).run()

    served_evening(tmp_path, work)


def test_the_command(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        token = tmp_path / "token"
        token.write_text((await served.hall.programs.add(me(served.hall), "Loki")).token + "\n")
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("toy", seats={"crosses": "open", "noughts": 1}, public=True)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "taflheim", "attach", "--server", served.address, "--token-file", str(token)),
                *("--engine", " ".join(OURS), "--game", "toy", "--movetime", "50"),
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                assert process.stdout
                lines = [(await process.stdout.readline()).decode() for _ in range(3)]
                assert "Loki-bot is attached" in lines[0] and f"/tables/{table}" in lines[1]
                assert (await over(served, table)).state == "over" and f"/tables/{table}" in lines[2]
            finally:
                process.terminate()
                await process.wait()

    served_evening(tmp_path / "hall", work)
