"""The pool of engines: who thinks first, and what becomes of engines that hang."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

import taflheim
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits
from taflheim.hall.engines import ANALYSIS, HINT, REVIEW, Engines, Question, Rank

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

    def __init__(self, most: int | None):
        super().__init__(most)
        self.order: list[tuple[int, bool]] = []
        self.answers: list[asyncio.Future[str]] = []

    async def _ask(self, question: Question, place: object, thinks: Callable[[], None]) -> str:
        self.order.append((question.level, question.waited_for))
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


def asked(engines: Engines, level: int, *, waited_for: bool = True) -> asyncio.Task[str]:
    return asyncio.create_task(engines.best_move(Question(RECORD, level, 0, waited_for)))


async def settle(steps: int = 20) -> None:
    for _ in range(steps):
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


def test_how_many_wait_is_counted_here_and_where_the_place_is_shared() -> None:
    async def work() -> None:
        engines = Scripted(1)
        tasks = [asked(engines, 5)]
        await settle()
        (place,) = engines._running
        assert engines.queue == 0 and engines.before() == {}
        place.before = 1  # as a desk says that is shared with others
        assert engines.queue == 1 and engines.before() == {id(place.question): 1}
        tasks += [asked(engines, level) for level in (1, 9, 3)]
        await settle()
        assert engines.queue == 4
        line = {entry.place.question.level: entry.place.question for entry in engines._waiting if entry.place.question}
        before = engines.before()
        assert {level: before[id(question)] for level, question in line.items()} == {1: 1, 3: 2, 9: 3}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert engines.queue == 0

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
        engines.answers[0].set_result("e8")
        await settle()
        assert engines.order[2:] == [(1, False)], "the next had to wait, and is not forgotten"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not engines._running

    asyncio.run(work())


def test_who_asks_while_an_engine_is_started_ahead_gets_that_one() -> None:
    async def work(engines: Engines) -> None:
        warming = asyncio.create_task(engines.warm(RECORD.game))
        while not engines._warming:
            await asyncio.sleep(0)
        assert await engines.best_move(Question(RECORD, 1, 0)) in RECORD.position.moves()
        await warming
        assert len(engines._idle) == 1 and not engines._warming

    run(work, most=3)


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
        assert first_move == "e8" and not engines._running

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


def test_at_the_end_nobody_waits_for_an_engine_that_starts_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []

    async def never_ready(client: EngineClient, _: float) -> None:
        begun.append(client._process)  # type: ignore[arg-type]
        await asyncio.Event().wait()

    monkeypatch.setattr(EngineClient, "_begin", never_ready)

    async def work(engines: Engines) -> None:
        first = asked(engines, 1)
        while not begun:
            await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await engines.close()
        assert begun[0].returncode is not None and engines._idle == []

    run(work, 1)


def test_an_engine_is_asked_three_times_before_it_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Engines):
        async def _ask(self, question: Question, place: object, thinks: Callable[[], None]) -> str:
            tries.append(question.level)
            if len(tries) == succeeds_at:
                return "e8"
            raise EngineFailure("it has ended by itself")

    async def work() -> str:
        return await Broken(1).best_move(Question(RECORD, 7, 0))

    tries: list[int] = []
    succeeds_at = 3
    assert asyncio.run(work()) == "e8"
    tries, succeeds_at = [], 99
    with pytest.raises(EngineFailure, match="no engine for Quoridor could be brought to move"):
        asyncio.run(work())
    assert tries == [7, 7, 7]
    assert [record.message.rpartition(",")[2] for record in caplog.records[-3:]] == [
        f" try {number}: it has ended by itself" for number in (1, 2, 3)
    ]


def test_no_more_engines_are_kept_than_may_think() -> None:
    async def work(engines: Engines) -> None:
        assert await engines.best_move(Question(RECORD, 1, 0))
        (first,) = engines._idle
        assert await engines.best_move(Question(taflheim.game("toy").record(), 1, 0))
        (second,) = engines._idle
        assert second.game.name == "toy" and first._process.returncode is not None
        await engines.close()
        assert engines._idle == [] and second._process.returncode is not None

    run(work, 1)


def test_there_are_as_many_engines_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(most: int | None) -> int:
        engines = Scripted(most)
        tasks = [asked(engines, 1) for _ in range(9)]
        await settle()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(engines.order)

    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert asyncio.run(work(None)) == 4
    assert asyncio.run(work(3)) == 3
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert asyncio.run(work(None)) == 1


def test_who_is_served_when() -> None:
    assert Question(RECORD, 3, 0).rank == Rank(1.5, waited_for=True, yields=False)
    assert Question(RECORD, 3, 0, waited_for=False).rank == Rank(61.5, waited_for=False, yields=False)
    slowest_bot = Question(RECORD, 10, 0).rank
    assert slowest_bot.patience_s <= HINT.patience_s < ANALYSIS.patience_s < REVIEW.patience_s
    assert [rank.waited_for for rank in (HINT, ANALYSIS, REVIEW)] == [True, False, False]
    assert [rank.yields for rank in (HINT, ANALYSIS, REVIEW)] == [False, True, False]


# ---- with engines whose answers a test gives itself ---------------------------------------------------------------


class Client:
    """An engine that answers what a test puts into its queue, until it is stopped or fails."""

    made: list["Client"]

    def __init__(self, game: taflheim.Game) -> None:
        self.game = game
        self.asked: list[str] = []
        self.answers: asyncio.Queue[dict[str, Any] | Exception | None] = asyncio.Queue()
        self.is_closed = False
        self.game_id = ""

    @classmethod
    async def start(cls, game: taflheim.Game, silence_limit_s: float) -> "Client":
        await settle(5)
        cls.made.append(cls(game))
        return cls.made[-1]

    async def best_move(
        self, record: taflheim.Record, level: int, seed: int, limits: Limits | None, game_id: str
    ) -> str:
        self.game_id = game_id
        self._begin(f"level {level}" + (f" for {limits.movetime_ms} ms" if limits else ""))
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        assert answer is not None
        return str(answer["move"])

    async def ask(self, record: taflheim.Record, command: str, limit_s: float) -> AsyncGenerator[dict[str, Any]]:
        self._begin(command)
        while (answer := await self.answers.get()) is not None:
            if isinstance(answer, Exception):
                raise answer
            yield answer

    def _begin(self, question: str) -> None:
        self.asked.append(question)
        self.answers = asyncio.Queue()  # nobody reads any more what is left of the answer before

    def stop(self) -> None:
        self.asked.append("stop")
        self.answers.put_nowait(None)

    async def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Client]:
    """The engines that were started."""
    Client.made = []
    monkeypatch.setattr("taflheim.engine.places.local.EngineClient", Client)
    return Client.made


def idle(engines: Engines) -> list[Any]:
    """Those that wait for the next question."""
    return list(engines._idle)


async def told(engines: Engines, rank: Rank = ANALYSIS, command: str = "analyse") -> list[Any]:
    """All answers to a question."""
    return [answer["text"] async for answer in engines.ask(RECORD, command, rank)]


def answer(text: str) -> dict[str, Any]:
    return {"text": text}


def test_a_question_is_asked_and_all_answers_are_told(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        for number in range(2):
            asking = asyncio.create_task(told(engines, HINT, "hint"))
            await settle()
            for text in ("one", "two"):
                made[0].answers.put_nowait(answer(text))
            made[0].answers.put_nowait(None)
            assert await asking == ["one", "two"]
            assert made[0].asked == ["hint"] * (number + 1)
            assert idle(engines) == made and not engines._running, "it is there for the next question"
        await engines.close()
        assert idle(engines) == [] and made[0].is_closed

    run(work, 1)


def test_a_bot_gets_the_engine_that_knows_its_game(made: list[Client]) -> None:
    """What an engine has kept from move to move is of use for the same game only."""

    async def work(engines: Engines) -> None:
        async def moves(*game_ids: str) -> None:
            asking = [
                asyncio.create_task(engines.best_move(Question(RECORD, 10, 0, game_id=each))) for each in game_ids
            ]
            await settle(40)
            for client in made:
                client.answers.put_nowait({"move": "e8"})
            await asyncio.gather(*asking)

        await moves("one", "two")
        assert {client.game_id for client in made} == {"one", "two"}
        of_two = next(client for client in made if client.game_id == "two")
        await moves("two")
        assert len(of_two.asked) == 2
        await moves("three")
        assert len(made) == 2, "an engine of another game is as good as a new one"

    run(work, 2)


def test_an_engine_that_fails_is_closed_and_another_asked(made: list[Client], caplog: pytest.LogCaptureFixture) -> None:
    async def work(engines: Engines) -> None:
        asking = asyncio.create_task(told(engines))
        for number in range(2):
            await settle()
            made[number].answers.put_nowait(answer(f"answer {number}"))
            made[number].answers.put_nowait(EngineFailure("it has ended"))
        await settle()
        made[2].answers.put_nowait(None)
        assert await asking == ["answer 0", "answer 1"]
        assert [client.is_closed for client in made] == [True, True, False] and idle(engines) == [made[2]]

        asking = asyncio.create_task(told(engines))
        for number in (2, 3, 4):
            await settle()
            made[number].answers.put_nowait(EngineFailure("it has ended"))
        with pytest.raises(EngineFailure, match="no engine for Quoridor could be brought to answer"):
            await asking
        assert len(made) == 5 and all(client.is_closed for client in made)
        assert idle(engines) == [] and not engines._running

    run(work, 1)
    assert [record.message.partition("try ")[2] for record in caplog.records] == [
        f"{number}: it has ended" for number in (1, 2, 1, 2, 3)
    ]


def test_an_engine_is_started_ahead_once_for_a_game(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        toy = taflheim.game("toy")
        await asyncio.gather(engines.warm(toy), engines.warm(toy))
        assert [client.game for client in made] == [toy]
        for _ in range(2):
            await engines.warm(RECORD.game)
        assert [client.game for client in made] == [toy, RECORD.game]
        assert idle(engines) == made

    run(work, 3)


def test_a_bot_thinks_for_as_long_as_it_may(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        began: list[list[str]] = []
        question = Question(RECORD, 4, 0, movetime_ms=250)
        moving = asyncio.create_task(engines.best_move(question, lambda: began.append([*made[0].asked])))
        await settle()
        assert made[0].asked == ["level 4 for 250 ms"] and began == [[]]
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)

    run(work, 1)


def test_engines_of_a_place_that_keeps_them_itself_are_given_back(made: list[Client]) -> None:
    class Elsewhere(LocalPlace):
        standby = 0

    async def work() -> None:
        engines = Engines(place=Elsewhere(1))
        for number in range(2):
            moving = asked(engines, 1)
            await settle()
            made[number].answers.put_nowait({"move": "e8"})
            assert await moving == "e8"
            await engines._starting.finish()
            assert made[number].is_closed and idle(engines) == []
        await engines.close()

    asyncio.run(work())


def test_the_place_is_closed_with_the_engines() -> None:
    closed: list[LocalPlace] = []

    class Noted(LocalPlace):
        async def close(self) -> None:
            closed.append(self)

    place = Noted(1)
    asyncio.run(Engines(place=place).close())
    assert closed == [place]


def test_a_bot_whose_engine_fails_gets_another(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        moving = asked(engines, 4)
        await settle()
        made[0].answers.put_nowait(EngineFailure("it has ended"))
        await settle()
        made[1].answers.put_nowait({"move": "e8"})
        assert await moving == "e8"
        assert made[0].is_closed and idle(engines) == [made[1]] and made[1].asked == ["level 4"]

    run(work, 1)


def test_who_wants_no_more_answers_has_the_engine_stopped(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        async with aclosing(engines.ask(RECORD, "analyse", ANALYSIS)) as answers:
            asking = asyncio.ensure_future(anext(answers))
            await settle()
            made[0].answers.put_nowait(answer("first"))
            assert (await asking)["text"] == "first"
        assert made[0].asked == ["analyse", "stop"] and idle(engines) == made and not engines._running

        all_of_them = asyncio.ensure_future(told(engines))
        await settle()
        all_of_them.cancel()
        await settle()
        assert made[0].asked == ["analyse", "stop"] * 2 and not made[0].is_closed
        assert all_of_them.cancelled() and idle(engines) == made and not engines._running

    run(work, 1)


def test_a_bot_that_need_not_move_any_more_has_its_engine_stopped(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        moving = asked(engines, 10)
        await settle()
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        assert made[0].asked == ["level 10", "stop"] and not made[0].is_closed
        assert idle(engines) == made and not engines._running

    run(work, 1)


def test_who_may_not_think_yet_keeps_nobody_else_waiting(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        # The first takes the only place for what nobody waits for; the second would be next.
        unwatched = [asyncio.create_task(told(engines, Rank(0.0, waited_for=False))) for _ in range(2)]
        person = asked(engines, 10)
        await settle()
        assert [client.asked for client in made] == [["analyse"], ["level 10"]]
        for task in (*unwatched, person):
            task.cancel()
        await asyncio.gather(*unwatched, person, return_exceptions=True)

    run(work, 2)


def test_an_analysis_gives_its_place_to_who_is_waited_for_and_goes_on_after(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        analysing = asyncio.create_task(told(engines))
        await settle()
        made[0].answers.put_nowait(answer("before"))
        unwatched = asked(engines, 1, waited_for=False)
        await settle()
        assert made[0].asked == ["analyse"], "what nobody watches waits"
        person = asked(engines, 2)
        await settle()
        assert made[0].asked == ["analyse", "stop", "level 2"] and not analysing.done()
        made[0].answers.put_nowait({"move": "e8"})
        assert await person == "e8"
        await settle()
        assert made[0].asked[3:] == ["analyse"], "its deadline comes before that of what nobody watches"
        for last in (answer("after"), None):
            made[0].answers.put_nowait(last)
        assert await analysing == ["before", "after"]
        await settle()
        made[0].answers.put_nowait({"move": "e2"})
        assert await unwatched == "e2" and len(made) == 1 and not engines._running

    run(work, 1)


def test_no_more_places_are_asked_back_than_people_need(made: list[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(engines: Engines) -> None:
        def stopped() -> int:
            return sum("stop" in client.asked for client in made)

        class Stubborn(Client):
            def stop(self) -> None:
                """It is told to stop, and takes its time."""
                self.asked.append("stop")

        monkeypatch.setattr("taflheim.engine.places.local.EngineClient", Stubborn)
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(told(engines)) for _ in range(4)]
        await settle()
        assert len(made) == 3, "one place is kept for people"
        tasks.append(asked(engines, 1))
        await settle()
        assert (len(made), stopped()) == (4, 0)
        tasks.append(asyncio.create_task(told(engines, REVIEW)))
        await settle()
        assert stopped() == 0, "nobody waits for a review"
        for in_need, places in ((1, 1), (2, 2), (3, 3), (4, 3)):
            tasks.append(asked(engines, 1))
            await settle()
            assert stopped() == places, f"{in_need} wait"
        assert all(client.asked.count("stop") <= 1 for client in made), "nobody is asked twice"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not engines._running

    run(work, 4)


def test_a_place_that_is_asked_back_before_the_engine_has_started(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        analysing = asyncio.create_task(told(engines))
        await settle(2)
        assert engines._starting._running and not made
        person = asked(engines, 1)
        await settle()
        assert made[0].asked == ["level 1"], "the analysis has not begun"
        made[0].answers.put_nowait({"move": "e8"})
        assert await person == "e8"
        await settle()
        made[0].answers.put_nowait(None)
        assert await analysing == [] and made[0].asked == ["level 1", "analyse"]
        assert idle(engines) == made, "no process is lost"

    run(work, 1)


def test_the_engine_that_has_waited_longest_goes_first(made: list[Client]) -> None:
    async def work(engines: Engines) -> None:
        for name in ("quoridor", "toy", "halatafl"):
            question = Question(taflheim.game(name).record(), 1, 0)
            moving = asyncio.create_task(engines.best_move(question))
            await settle()
            made[-1].answers.put_nowait({"move": "e8"})
            await moving
        assert [client.game.name for client in idle(engines)] == ["toy", "halatafl"]
        assert [client.is_closed for client in made] == [True, False, False]

    run(work, 2)


def test_an_engine_that_starts_while_all_are_closed_is_closed_too(made: list[Client]) -> None:
    async def work() -> None:
        engines = Engines(1)
        moving = asked(engines, 1)
        await settle(2)
        moving.cancel()
        await settle(1)
        assert engines._starting._running and not made
        await engines.close()
        assert made[0].is_closed and idle(engines) == []

    asyncio.run(work())


def test_who_gives_up_while_no_engine_can_be_started(
    made: list[Client], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    may_fail = asyncio.Event()

    async def start(game: taflheim.Game, silence_limit_s: float) -> Client:
        await may_fail.wait()
        raise EngineFailure("it cannot be started")

    async def work(engines: Engines) -> None:
        monkeypatch.setattr(Client, "start", start)
        moving = asked(engines, 1)
        await settle()
        moving.cancel()
        await settle()
        may_fail.set()
        await engines._starting.finish()
        assert moving.cancelled() and idle(engines) == []

    run(work, 1)
    assert not caplog.records, "nobody waits for it any more"
