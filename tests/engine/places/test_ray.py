"""Thinking on a Ray cluster whose nodes are real processes of this machine; nodes are killed in the middle of it."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import taflheim
from batch_jobs import doing, late_once
from matches import get, post, register
from ray_cluster import RayNodes, ray_nodes
from serving_process import serve, wait_until_ready
from taflheim import TaflheimError
from taflheim.engine.bots.ladder import Ladder
from taflheim.engine.contests.arena import playing
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import local_or_ray
from taflheim.engine.places.ray_place import RayPlace
from taflheim.engine.protocol.client import EngineFailure
from taflheim.engine.search.limits import Limits
from taflheim.engine.selfplay.game import play_all
from taflheim.engine.selfplay.plan import Plan
from taflheim.hall.engines import ANALYSIS, REVIEW, Engines, Question

pytestmark = pytest.mark.slow
RECORD = taflheim.game("halatafl").record()
_SECONDS = 600


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    """A head without cores, to which nodes are added."""
    try:
        with ray_nodes() as started:
            yield started
    except Exception as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"Ray does not work here: {error}")


def with_engines(place: RayPlace, work: Callable[[Engines], Awaitable[None]]) -> None:
    async def run() -> None:
        engines = Engines(place=place)
        try:
            # What it waits for may fail beside it.
            async with asyncio.timeout(_SECONDS):
                await work(engines)
        finally:
            await engines.close()

    asyncio.run(run())


def test_a_bot_moves_though_its_machine_is_lost(nodes: RayNodes) -> None:
    nodes.grow_to(1)

    async def work(engines: Engines) -> None:
        assert await engines.best_move(Question(RECORD, 1, 0)) in RECORD.position.moves()
        await engines._starting.finish()  # it stands by, at the only machine
        nodes.grow_to(2)
        thinking: list[float] = []

        def kill_while_it_thinks() -> None:
            thinking.append(time.monotonic())
            if len(thinking) == 1:
                nodes.kill_oldest()

        move = await engines.best_move(Question(RECORD, 10, 0), kill_while_it_thinks)
        assert move in RECORD.position.moves()
        assert len(thinking) > 1, "another engine has thought about it again"
        print(f"moved {time.monotonic() - thinking[0]:.1f} s after its machine was lost")
        async with aclosing(engines.ask(RECORD.play(move), "review depth 2", REVIEW)) as answers:
            told: list[dict[str, Any]] = [answer async for answer in answers]
        assert len(told) == 1 and told[0]["played"]["move"] == move

    with_engines(RayPlace(nodes.address), work)


def test_a_served_bot_moves_though_its_machine_is_lost(nodes: RayNodes, tmp_path: Path) -> None:
    nodes.grow_to(1)
    with serve(tmp_path / "home", "--ray", nodes.address) as at:
        wait_until_ready(at.address)
        person = register(at, "anna")
        asked = {"game": "halatafl", "seats": {"sheep": "me", "foxes": 10}}
        here = f"/api/v1/tables/{post(at, '/tables', asked, person)['id']}"

        def played(number: int) -> dict[str, Any]:
            while (told := get(at, here, person))["number"] < number:
                time.sleep(0.05)
            return told

        def move(number: int) -> None:
            told = played(number)
            text = taflheim.game("halatafl").position(told["position"]).moves()[0]
            action = {"type": "move", "text": text, "position_number": told["position_number"], "request": f"r{number}"}
            post(at, f"{here}/actions", action, person)

        move(0)
        played(2)
        nodes.grow_to(2)
        move(2)
        began = time.monotonic()
        nodes.kill_oldest()
        assert played(4)["turn"] == "sheep"
        print(f"the served bot moved {time.monotonic() - began:.1f} s after its machine was lost")
        move(4)
        began = time.monotonic()
        os.kill(_bridge_of(at.process.pid), signal.SIGKILL)
        assert played(6)["turn"] == "sheep"
        print(f"and {time.monotonic() - began:.1f} s after the bridge to the cluster was killed")


def _bridge_of(server: int) -> int:
    """The process between a server and the cluster."""
    for children in Path(f"/proc/{server}/task").glob("*/children"):
        for child in children.read_text().split():
            if b"ray_bridge" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    raise AssertionError("there is no bridge")


def test_a_ladder_ends_though_a_machine_is_lost(nodes: RayNodes) -> None:
    nodes.grow_to(2)
    place = local_or_ray(nodes.address)
    jobs = list(islice(Ladder(taflheim.game("toy"), 1, 3).jobs(time.monotonic() + 600), 40))
    done = []
    for outcome in place.batch(partial(playing, "toy"), iter(jobs)):
        done.append(outcome)
        if len(done) == 6:
            assert (place.cores, place.machines) == (2, 2)
            nodes.kill_oldest()
    assert sorted((outcome.job for outcome in done), key=repr) == sorted(jobs, key=repr)
    local = {(outcome.job, outcome.winner) for outcome in LocalPlace(2).batch(partial(playing, "toy"), iter(jobs))}
    assert {(outcome.job, outcome.winner) for outcome in done} == local


def test_a_batch_gives_its_core_to_a_live_game_and_then_goes_on(nodes: RayNodes, tmp_path: Path) -> None:
    nodes.shrink_to(1)
    nodes.grow_to(1)
    begun = tmp_path / "1"

    async def work(engines: Engines) -> None:
        while not begun.exists():
            await asyncio.sleep(0.05)
        assert await engines.best_move(Question(RECORD, 1, 0)) in RECORD.position.moves()

    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(with_engines, RayPlace(nodes.address), work)
        batch = RayPlace(nodes.address).batch(partial(doing, partial(late_once, tmp_path)), iter([1]))
        assert list(batch) == [1], "its job was given up for the move, and begun anew"
        asked.result()


def test_who_has_to_wait_is_told_for_how_many_and_analyses_give_way(nodes: RayNodes) -> None:
    nodes.shrink_to(1)
    nodes.grow_to(1)

    async def work(engines: Engines) -> None:
        told = 0

        async def analyse() -> None:
            nonlocal told
            async with aclosing(engines.ask(RECORD, "analyse", ANALYSIS)) as answers:
                async for _ in answers:
                    told += 1

        async def until(is_so: Callable[[], bool]) -> None:
            while not is_so():
                assert not analysis.done()
                await asyncio.sleep(0.02)

        analysis = asyncio.create_task(analyse())
        await until(lambda: told > 0)
        second = Question(RECORD, 10, 1)
        thinking = asyncio.Event()
        tasks = [asyncio.create_task(engines.best_move(Question(RECORD, 10, 0), thinking.set))]
        await thinking.wait()
        tasks.append(asyncio.create_task(engines.best_move(second)))
        await until(lambda: engines.before().get(id(second)) == 1)
        assert engines.queue > 0
        assert await asyncio.gather(*tasks)
        before = told
        await until(lambda: told > before)  # it goes on
        analysis.cancel()
        await asyncio.gather(analysis, return_exceptions=True)

    with_engines(RayPlace(nodes.address), work)


def test_machines_that_come_later_take_part_and_the_games_are_the_same(nodes: RayNodes) -> None:
    nodes.grow_to(1)
    plan = Plan(taflheim.game("halatafl"), 6, Limits(nodes=200), seed=3)
    place = RayPlace(nodes.address)
    games = []
    for played in play_all(plan, place):
        games.append(played)
        nodes.grow_to(2)
    assert sorted(games) == list(play_all(plan, LocalPlace(1)))


def test_a_job_that_fails_says_so(nodes: RayNodes) -> None:
    nodes.grow_to(1)
    plan = Plan(taflheim.game("halatafl"), 1, Limits(nodes=200), balanced=0)
    with pytest.raises(TaflheimError, match="none of 200 openings is balanced") as told:
        list(play_all(plan, RayPlace(nodes.address)))
    assert "in _opening" in told.value.__notes__[0]


def test_another_version_is_refused(nodes: RayNodes, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes.grow_to(1)
    monkeypatch.setattr("taflheim.engine.places.ray_cluster.made_with", lambda: "9.9.9+0")
    plan = Plan(taflheim.game("halatafl"), 1, Limits(nodes=200))
    with pytest.raises(TaflheimError, match=r"has version .*, this one 9\.9\.9\+0: install the same on all"):
        list(play_all(plan, RayPlace(nodes.address)))


def test_where_there_is_no_cluster_that_is_said(caplog: pytest.LogCaptureFixture) -> None:
    async def work(engines: Engines) -> None:
        with pytest.raises(EngineFailure, match="no engine for Halatafl could be brought to move"):
            await engines.best_move(Question(RECORD, 1, 0))

    with_engines(RayPlace("127.0.0.1:1"), work)
    assert "no Ray cluster at 127.0.0.1:1: " in caplog.text
