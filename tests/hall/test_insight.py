"""Hints and analyses, by real engine processes and by scripted ones."""

import asyncio
import logging
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

import taflheim
from evenings import evening
from scripted_engines import ScriptedEngines, ready
from taflheim.engine.protocol.client import EngineFailure
from taflheim.hall.engines import ANALYSIS, HINT
from taflheim.hall.hall import Hall
from taflheim.hall.insight import AskedAgain, Insight, NoEngine

QUORIDOR = taflheim.game("quoridor")


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_hint_in_every_game(name: str, tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        game = taflheim.game(name)
        start = game.start(1) if game.rulebook.seeded else game.start()
        given = await hall.insight.hint("anna", game.record(start))
        assert given["move"] in start.moves() and given["reason"]

    evening(tmp_path, work)


def test_an_analysis_goes_deeper_until_nobody_listens(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        depths = []
        async with aclosing(hall.insight.analysis("anna", QUORIDOR.record(), 2)) as found:
            async for answer in found:
                assert len(answer["lines"]) == 2
                depths.append(answer["depth"])
                if len(depths) == 4:
                    break
        assert depths == sorted(depths)
        while hall.engines._running:
            await asyncio.sleep(0.01)
        # The engine was stopped, not killed: it is there for the next question.
        assert hall.engines._idle and await hall.insight.hint("anna", QUORIDOR.record())

    evening(tmp_path, work)


def test_a_new_analysis_ends_the_one_before(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        first = hall.insight.analysis("anna", QUORIDOR.record(), 1)
        await anext(first)
        second = hall.insight.analysis("anna", QUORIDOR.record().play("e8"), 1)
        other = hall.insight.analysis("bo", QUORIDOR.record(), 1)
        assert (await anext(second))["lines"]
        assert [answer async for answer in first][1_000:] == [], "it comes to an end"
        await second.aclose()  # where there are only two places, somebody else waits for this one
        assert (await anext(other))["lines"], "somebody else's does not"
        await other.aclose()

    evening(tmp_path, work)


def test_a_new_hint_ends_the_one_before(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        first = asyncio.create_task(hall.insight.hint("anna", QUORIDOR.record()))
        await asyncio.sleep(0)
        assert (await hall.insight.hint("anna", QUORIDOR.record().play("e8")))["move"]
        with pytest.raises(AskedAgain):
            await first

    evening(tmp_path, work)


def test_an_engine_that_is_killed_in_the_middle_is_replaced(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall.insight.hint("anna", QUORIDOR.record())
        (client,) = hall.engines._idle
        depths = []
        async with aclosing(hall.insight.analysis("anna", QUORIDOR.record(), 1)) as found:
            async for answer in found:
                depths.append(answer["depth"])
                if len(depths) == 2:
                    os.kill(client._process.pid, signal.SIGKILL)
                if len(depths) > 2 and client not in hall.engines._idle and client._process.returncode is not None:
                    break
        assert depths == sorted(depths), "what comes again is not told again"

    evening(tmp_path, work)


def test_no_engine_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        await hall.compiler.bots("quoridor")
        monkeypatch.setattr(sys, "executable", "/bin/false")
        with pytest.raises(NoEngine, match="no engine for Quoridor could be brought to answer: try again"):
            await hall.insight.hint("anna", QUORIDOR.record())
        with pytest.raises(NoEngine):
            await anext(hall.insight.analysis("anna", QUORIDOR.record(), 1))

    evening(tmp_path, work)


# ---- with engines whose answers a test gives itself ---------------------------------------------------------------


def test_what_an_engine_is_asked() -> None:
    async def work() -> None:
        compiled, waited_for = asyncio.Event(), asyncio.Queue[str]()

        async def compile_first(game: str) -> None:
            waited_for.put_nowait(game)
            await compiled.wait()

        engines = ScriptedEngines()
        insight = Insight(engines, compile_first)
        hint = asyncio.create_task(insight.hint("anna", QUORIDOR.record().play("e8")))
        analysis = insight.analysis("anna", taflheim.game("toy").record(), 3)
        first = asyncio.ensure_future(anext(analysis))
        assert [await waited_for.get(), await waited_for.get()] == ["quoridor", "toy"]
        assert engines.asked.empty(), "engines are not asked before a game is compiled"
        compiled.set()
        asked = await engines.asked.get()
        assert (asked.record.entries, asked.rank) == (("e8",), HINT)
        assert asked.command == "hint nodes 400000 movetime 2500"
        asked.answer({"move": "e2"}, {"move": "d1"})
        assert await hint == {"move": "e2"} and asked.is_closed
        asked = await engines.asked.get()
        assert (asked.record.game.name, asked.command, asked.rank) == ("toy", "analyse best 3 movetime 30000", ANALYSIS)
        asked.answer({"depth": 0})
        assert await first == {"depth": 0}
        await analysis.aclose()
        for _ in range(9):
            await asyncio.sleep(0)
        assert asked.is_closed and insight._asked == {}

        solved = taflheim.game("hivolts")
        last = asyncio.ensure_future(anext(insight.analysis("anna", solved.record(solved.start(1)), 3)))
        assert (await engines.asked.get()).command == "analyse best 200", "every move of a game that is solved"
        last.cancel()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_what_was_found_is_not_told_again_less_deeply() -> None:
    async def work() -> None:
        engines = ScriptedEngines()
        insight = Insight(engines, ready)
        listening = asyncio.ensure_future(_depths(insight, "anna"))
        asked = await engines.asked.get()
        asked.answer(*({"depth": depth} for depth in (0, 1, 2, 0, 1, 2, 3)), None)  # begun anew after a failure
        assert await listening == [0, 1, 2, 2, 3]
        assert insight._asked == {}

    asyncio.run(asyncio.wait_for(work(), 60))


async def _depths(insight: Insight, account: str) -> list[int]:
    return [answer["depth"] async for answer in insight.analysis(account, QUORIDOR.record(), 1)]


def test_each_account_has_one_question_of_a_kind() -> None:
    async def work() -> None:
        engines = ScriptedEngines()
        insight = Insight(engines, ready)
        analyses = [asyncio.ensure_future(_depths(insight, "anna"))]
        hints = [asyncio.ensure_future(insight.hint(account, QUORIDOR.record())) for account in ("anna", "bo")]
        analysis, hint, other = [await engines.asked.get() for _ in range(3)]
        hints.append(asyncio.ensure_future(insight.hint("anna", QUORIDOR.record())))
        again = await engines.asked.get()
        with pytest.raises(AskedAgain, match="another hint was asked for meanwhile"):
            await hints[0]
        assert [asked.is_closed for asked in (analysis, hint, other, again)] == [False, True, False, False]
        analysis.answer({"depth": 1})
        analyses.append(asyncio.ensure_future(_depths(insight, "anna")))
        newer = await engines.asked.get()
        assert await analyses[0] == [1] and analysis.is_closed and not again.is_closed
        for asked, answer in ((other, {"move": "e2"}), (again, {"move": "d1"}), (newer, {"depth": 7})):
            asked.answer(answer, None)
        assert await asyncio.gather(*hints[1:]) == [{"move": "e2"}, {"move": "d1"}]
        assert await analyses[1] == [7]
        assert insight._asked == {}

    asyncio.run(asyncio.wait_for(work(), 60))


def test_who_no_longer_waits_for_a_hint_has_the_engine_stopped() -> None:
    async def work() -> None:
        engines = ScriptedEngines()
        insight = Insight(engines, ready)
        waiting = asyncio.ensure_future(insight.hint("anna", QUORIDOR.record()))
        asked = await engines.asked.get()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await insight._tasks.finish()
        assert asked.is_closed and insight._asked == {}

        hint = asyncio.ensure_future(insight.hint("anna", QUORIDOR.record()))
        analysis = asyncio.ensure_future(_depths(insight, "anna"))
        both = [await engines.asked.get() for _ in range(2)]
        await insight.close()
        assert all(asked.is_closed for asked in both)
        await asyncio.wait([hint, analysis])  # nobody waits for ever

    asyncio.run(asyncio.wait_for(work(), 60))


def test_engines_that_fail_or_have_nothing_to_say(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        engines = ScriptedEngines()
        insight = Insight(engines, ready)
        for answer, why in (
            (EngineFailure("it has ended"), "^it has ended: try again in a moment$"),
            (None, "^there is no hint for this position$"),
        ):
            hint = asyncio.ensure_future(insight.hint("anna", QUORIDOR.record()))
            (await engines.asked.get()).answer(answer)
            with pytest.raises(NoEngine, match=why):
                await hint
        analysis = asyncio.ensure_future(_depths(insight, "anna"))
        (await engines.asked.get()).answer({"depth": 1}, EngineFailure("it has ended"))
        with pytest.raises(NoEngine, match=r"^it has ended: try again in a moment$"):
            await analysis
        assert insight._asked == {}

    with caplog.at_level(logging.INFO):
        asyncio.run(asyncio.wait_for(work(), 60))
    assert not caplog.records, "who has asked is told; that is enough"
