"""The pool of engines: who thinks first, and what becomes of engines that hang."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable

import pytest

import taflheim
from taflheim.hall.engines import Engines, Question

RECORD = taflheim.game("quoridor").record()


def run(work: Callable[[Engines], Awaitable[None]], most: int) -> None:
    async def limited() -> None:
        engines = Engines(most)
        try:
            async with asyncio.timeout(100):
                await work(engines)
        finally:
            await engines.close()

    asyncio.run(limited())


class Scripted(Engines):
    """Thinks until it is told to answer, and notes who was asked in which order."""

    def __init__(self, most: int):
        super().__init__(most)
        self.order: list[tuple[int, bool]] = []
        self.answers: list[asyncio.Future[str]] = []

    async def _ask(self, question: Question) -> str:
        self.order.append((question.level, question.waited_for))
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


def asked(engines: Engines, level: int, *, waited_for: bool = True) -> asyncio.Task[str]:
    return asyncio.create_task(engines.best_move(Question(RECORD, level, 0, waited_for)))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_quick_levels_go_first_and_what_nobody_watches_last() -> None:
    async def work() -> None:
        engines = Scripted(1)
        tasks = [asked(engines, 5)]
        await settle()
        tasks += [asked(engines, 1, waited_for=False), asked(engines, 9), asked(engines, 1), asked(engines, 3)]
        await settle()
        for _ in range(5):
            engines.answers[-1].set_result("e8")
            await settle()
        assert engines.order == [(5, True), (1, True), (3, True), (9, True), (1, False)]
        assert await asyncio.gather(*tasks) == ["e8"] * 5

    asyncio.run(work())


def test_a_place_is_kept_for_people() -> None:
    async def work() -> None:
        engines = Scripted(2)
        tasks = [asked(engines, 1, waited_for=False) for _ in range(40)]
        await settle()
        assert engines.order == [(1, False)]
        person = asked(engines, 10)
        await settle()
        assert engines.order == [(1, False), (10, True)]
        engines.answers[1].set_result("e8")
        assert await person == "e8"
        await settle()
        assert len(engines.order) == 2, "what nobody watches does not take the place"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert engines._running == {True: 0, False: 0}

    asyncio.run(work())


def test_who_gives_up_waiting_leaves_no_gap() -> None:
    async def work() -> None:
        engines = Scripted(1)
        first, second, third = asked(engines, 1), asked(engines, 2), asked(engines, 3)
        await settle()
        second.cancel()
        await settle()
        engines.answers[0].set_result("e8")
        first_move = await first
        await settle()
        assert engines.order == [(1, True), (3, True)]
        # Admitted and cancelled in the same moment: the place is free again.
        fourth = asked(engines, 4)
        await settle()
        engines.answers[1].set_result("e8")
        fourth.cancel()
        await asyncio.gather(third, fourth, return_exceptions=True)
        assert first_move == "e8" and engines._running == {True: 0, False: 0}

    asyncio.run(work())


def test_a_question_that_is_taken_back_leaves_the_engine_ready() -> None:
    async def work(engines: Engines) -> None:
        assert await engines.best_move(Question(RECORD, 1, 0))
        (client,) = engines._idle
        slow = asked(engines, 10)
        while engines._idle:
            await asyncio.sleep(0)
        await settle()
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        assert engines._idle == [client]
        assert await engines.best_move(Question(RECORD.play("e8"), 1, 0))
        assert engines._idle == [client], "the same process has answered the next question"

    run(work, 1)


def test_an_engine_that_hangs_is_noticed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.engines._SILENCE_LIMIT_S", 2.0)

    async def work(engines: Engines) -> None:
        await engines.best_move(Question(RECORD, 1, 0))
        (client,) = engines._idle
        os.kill(client._process.pid, signal.SIGSTOP)
        assert await engines.best_move(Question(RECORD, 1, 0))
        assert engines._idle != [client]

    run(work, 1)


def test_who_gives_up_while_an_engine_starts_leaves_it_to_the_next() -> None:
    async def work(engines: Engines) -> None:
        first = asked(engines, 1)
        await settle()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        await engines._starting.finish()
        await settle()
        (client,) = engines._idle
        assert await engines.best_move(Question(RECORD, 1, 0))
        assert engines._idle == [client]

    run(work, 1)
