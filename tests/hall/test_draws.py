"""What bots say to the offer of a draw."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import taflheim
from scripted_engines import ScriptedEngines, ready
from stores import opened, owner, run
from taflheim.engine.protocol.client import EngineFailure
from taflheim.hall.draws import DrawAnswers
from taflheim.hall.tables import Tables
from taflheim.table.actor import House, Person
from taflheim.table.event import MakeOffer, Move
from taflheim.table.seat import Seat
from taflheim.table.table import Table

QUORIDOR = taflheim.game("quoridor")


class Evening:
    """Anna against a bot that answers draws, and engines that say what a test wants."""

    def __init__(self, tables: Tables, anna: Person):
        self.tables, self.anna = tables, anna
        self.engines = ScriptedEngines()
        self.draws = DrawAnswers(tables, self.engines, ready)
        tables.when_changed(self.draws.wake)

    async def open(self) -> Table:
        return await self.tables.open(
            QUORIDOR.start(), {"a": Seat.person(self.anna.account, "Anna"), "b": Seat.bot(1, "Bot")}
        )

    async def move(self, table: Table, text: str) -> Table:
        actor = self.anna if table.record.turn == "a" else House()
        return (await self.tables.act(table.id, actor, Move(table.position_number, text))).table

    async def offered(self, table: Table) -> None:
        await self.tables.act(table.id, self.anna, MakeOffer("draw"))

    async def answered(self, table: Table) -> Table:
        await self.draws.answered(table.id)
        assert not self.draws._answering, "nothing is kept of it"
        return await self.tables.get(table.id)


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    async with opened(folder / "taflheim.sqlite") as store:
        it = Evening(Tables(store, ready), Person((await owner(store)).id))
        try:
            yield it
        finally:
            await it.draws.close()
            await it.tables.close()


def test_early_offers_are_declined_without_thinking(tmp_path: Path) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            table = await it.open()
            await it.offered(table)
            table = await it.answered(table)
            assert [(event.kind, event.side, event.text) for event in table.events] == [
                ("offer", "a", "draw"),
                ("answer", "b", "1 no"),
            ]
            assert it.engines.asked.empty() and not table.offers.open

    run(work())


@pytest.mark.parametrize(
    ("to_move", "probability", "state"),
    [("a", 0.47, "over"), ("a", 0.44, "playing"), ("b", 0.55, "over"), ("b", 0.56, "playing")],
)
def test_a_bot_agrees_where_it_expects_half_a_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to_move: str, probability: float, state: str
) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 1)
            monkeypatch.setattr("taflheim.table.offer.BOT_MOVES", 1)
            table = await it.move(await it.move(await it.open(), "e8"), "e2")
            if to_move == "b":
                table = await it.move(table, "e7")
            await it.offered(table)
            asked = await it.engines.asked.get()
            assert asked.record == table.record and asked.command.startswith("analyse best 1 ")
            for found in (0.99, probability):
                asked.answer({"depth": 1, "lines": [{"win_probability": found}]})
            asked.answer({"depth": 2, "lines": []}, None)
            assert (await it.answered(table)).state == state

    run(work())


def test_a_draw_that_no_engine_can_judge_is_declined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 0)
            for answer in (EngineFailure("gone"), None):
                table = await it.open()
                await it.offered(table)
                (await it.engines.asked.get()).answer(answer)
                assert (await it.answered(table)).events[-1].text == "1 no"

    run(work())


def test_an_offer_that_has_lapsed_is_not_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 0)
            table = await it.move(await it.open(), "e8")
            await it.offered(table)
            asked = await it.engines.asked.get()
            await it.move(table, "e2")
            asked.answer(None)
            assert (await it.answered(table)).events[-1].kind == "move"

    run(work())


def test_all_bots_have_to_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 0)
            monkeypatch.setattr("taflheim.table.offer.BOT_MOVES", 0)
            start = taflheim.game("quoridor", players=3).start()
            bots = {side: Seat.bot(1, "Bot") for side in "bc"}
            for agree in (True, False):
                table = await it.tables.open(start, {"a": Seat.person(it.anna.account, "Anna")} | bots)
                await it.offered(table)
                for _ in range(2 if agree else 1):
                    asked = await it.engines.asked.get()
                    assert asked.rank.waited_for, "somebody waits for it"
                    asked.answer({"lines": [{"win_probability": 1 / 3 if agree else 0.9}]}, None)
                table = await it.answered(table)
                said = [(event.side, event.text) for event in table.events if event.kind == "answer"]
                assert said == ([("b", "1 yes"), ("c", "1 yes")] if agree else [("b", "1 no")])
                assert table.state == ("over" if agree else "playing") and it.engines.asked.empty()

    run(work())


def test_a_bot_judges_when_its_game_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 0)
            waiting, compiled = asyncio.Queue[str](), asyncio.Event()

            async def compiling(game: str) -> None:
                waiting.put_nowait(game)
                await compiled.wait()

            monkeypatch.setattr(it.draws, "_ready", compiling)
            await it.offered(await it.open())
            assert await waiting.get() == "quoridor" and it.engines.asked.empty()
            compiled.set()
            (await it.engines.asked.get()).answer(None)

    run(work())


def test_closing_stops_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with evening(tmp_path) as it:
            monkeypatch.setattr("taflheim.hall.draws.BOT_MOVES", 0)
            await it.offered(await it.open())
            asked = await it.engines.asked.get()
            await asyncio.sleep(0)  # until it waits for the answer
            await it.draws.close()
            assert not it.draws._answering and it.draws._tasks._running == set() and asked.is_closed

    run(work())
