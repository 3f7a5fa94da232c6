"""A small pool of engines, on this machine or elsewhere (`engine/places`). One that hangs or dies is replaced.

Who waits is served by deadline: a question's patience grows with the level, so that quick bots do not wait behind slow
ones, people's own questions (hints, analyses, reviews) come after the bots they wait for, and what nobody watches comes
last. No question waits for ever, since deadlines pass. An analysis, which can take long, gives its place back when
somebody waits for a bot and there is no other; it goes on when there is one again.
"""

import asyncio
import heapq
import itertools
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Place
from taflheim.engine.places.rank import ANALYSIS, HINT, REVIEW, Rank
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits
from taflheim.games.game import Game
from taflheim.games.record import Record
from taflheim.hall.tasks import Tasks

__all__ = ["ANALYSIS", "HINT", "REVIEW", "Engines", "Question", "Rank"]

log = logging.getLogger(__name__)

_TRIES = 3
_SILENCE_LIMIT_S = 6.0
"""Nobody should wait longer for an engine that hangs; on a busy machine one that lives may be silent for a while."""
_START_LIMIT_S = 1.0
"""At the end nobody waits longer for an engine that starts: it may compile for minutes before it is ready."""
_ANSWER_LIMIT_S = 60.0
"""Between two answers of an engine that lives."""
_PATIENCE_S_PER_LEVEL = 0.5
_PATIENCE_S_UNWATCHED = 60.0


class Question(NamedTuple):
    """What a bot of a level plays at the end of a record."""

    record: Record
    level: int
    seed: int
    waited_for: bool = True
    """Whether somebody looks at the table."""
    movetime_ms: int | None = None
    """How long it may think at most; None for as long as its level does."""
    game_id: str = ""
    """What an engine keeps from move to move never comes from another game."""

    @property
    def rank(self) -> Rank:
        """When it is served."""
        patience_s = _PATIENCE_S_PER_LEVEL * self.level + (0 if self.waited_for else _PATIENCE_S_UNWATCHED)
        return Rank(patience_s, self.waited_for)


@dataclass(eq=False)
class _Place:
    """A place to think in: waited for, then held."""

    rank: Rank
    turn: asyncio.Future[None]
    question: Question | None = None
    """What a bot is asked, if it is a bot who waits."""
    before: int = 0
    """How many others are before it where they share the place (`engine/places/desk.py`)."""
    stop: Callable[[], None] | None = None
    """Has the engine stop."""
    given_back: bool = False

    def give_back(self) -> None:
        """Stop, so that somebody else can think here."""
        self.given_back = True
        if self.stop:
            self.stop()


class _Waiting(NamedTuple):
    """Who waits, in the order of deadlines, then of arrival."""

    deadline_s: float
    arrival: int
    """No two have the same."""
    place: _Place


def _nobody_asks() -> None:
    """Whether an engine has begun."""


class Engines:
    """Engine processes, started when they are first needed and kept for the next move."""

    def __init__(self, most: int | None = None, place: Place | None = None):
        self._home = place or LocalPlace(most)
        """Where engines are: so many cores of this machine, or any other place."""
        self._running: set[_Place] = set()
        self._waiting: list[_Waiting] = []
        """A heap."""
        self._arrivals = itertools.count()
        self._idle: list[EngineClient] = []
        self._warming: dict[Game, asyncio.Event] = {}
        """The games for which an engine is started before somebody asks; set when it is there."""
        self._starting = Tasks(expected=EngineFailure)

    @property
    def _most(self) -> int:
        return max(1, self._home.places)

    @property
    def _most_unwatched(self) -> int:
        """One place is kept for people, unless it is the only one."""
        return max(1, self._most - 1)

    @property
    def queue(self) -> int:
        """How many questions wait for a place."""
        waiting = sum(not entry.place.turn.done() for entry in self._waiting)
        return waiting + sum(place.before > 0 for place in self._running)

    def before(self) -> dict[int, int]:
        """How many boards come before each bot that waits, by the `id` of its question."""
        # Who is the next of those who wait comes after one board: one of those that are thought about now.
        line = [entry.place for entry in sorted(self._waiting) if not entry.place.turn.done()]
        here = {id(place.question): before for before, place in enumerate(line, start=1) if place.question}
        return here | {id(place.question): place.before for place in self._running if place.question and place.before}

    async def best_move(self, question: Question, thinks: Callable[[], None] = _nobody_asks) -> str:
        """The move that the bot makes. `thinks` is called whenever an engine begins to think about it."""
        async with self._place(question.rank, question) as place:
            for attempt in range(_TRIES):
                try:
                    return await self._ask(question, place, thinks)
                except EngineFailure as failure:
                    log.warning("engine for %s, try %d: %s", question.record.game.name, attempt + 1, failure)
            raise EngineFailure(f"no engine for {question.record.game.title} could be brought to move")

    async def ask(self, record: Record, command: str, rank: Rank) -> AsyncGenerator[dict[str, Any]]:
        """The answers to `analyse`, `hint` or `review` (docs/engine-protocol.md), each as soon as it is there.

        What was answered may come again: an engine that fails is replaced, and the question asked anew. Who wants no
        more closes the iterator.
        """
        failures = 0
        while failures < _TRIES:
            async with self._place(rank) as place:
                try:
                    async with aclosing(self._answers(record, command, place)) as answers:
                        async for answer in answers:
                            yield answer
                    if not place.given_back:
                        return
                except EngineFailure as failure:
                    failures += 1
                    log.warning("engine for %s, %r, try %d: %s", record.game.name, command, failures, failure)
        raise EngineFailure(f"no engine for {record.game.title} could be brought to answer")

    async def warm(self, game: Game) -> None:
        """Have an engine for a game started before somebody asks; nothing if one stands by."""
        async with self._place(REVIEW) as place:
            if game in self._warming or any(client.game == game for client in self._idle):
                return
            ready = self._warming[game] = asyncio.Event()
            try:
                self._keep(await self._started(game, place))
            finally:
                del self._warming[game]
                ready.set()

    async def close(self) -> None:
        """End all processes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_START_LIMIT_S):
                await self._starting.finish()
        while self._idle:
            await self._idle.pop().close()
        await self._home.close()

    # ---- whose turn it is to think --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _place(self, rank: Rank, question: Question | None = None) -> AsyncIterator[_Place]:
        """A place to think in, in the order of deadlines."""
        loop = asyncio.get_running_loop()
        place = _Place(rank, loop.create_future(), question)
        heapq.heappush(self._waiting, _Waiting(loop.time() + rank.patience_s, next(self._arrivals), place))
        self._admit()
        try:
            await place.turn
            yield place
        finally:
            # Who is cancelled while waiting may have been admitted in the same moment.
            self._running.discard(place)
            self._admit()

    def _admit(self) -> None:
        """Wake those who can think now, and ask for places back if people wait for others."""
        passed_over = []
        while self._waiting and len(self._running) < self._most:
            entry = heapq.heappop(self._waiting)
            place = entry.place
            if place.turn.done():
                continue  # cancelled while it waited
            unwatched = sum(not running.rank.waited_for for running in self._running)
            if not place.rank.waited_for and unwatched >= self._most_unwatched:
                passed_over.append(entry)
                continue
            self._running.add(place)
            place.turn.set_result(None)
        for entry in passed_over:
            heapq.heappush(self._waiting, entry)
        in_need = sum(entry.place.rank.waited_for and not entry.place.turn.done() for entry in self._waiting)
        given_back = sum(place.given_back for place in self._running)
        lent = [place for place in self._running if place.rank.yields and not place.given_back]
        for place in lent[: max(0, in_need - given_back)]:
            place.give_back()

    # ---- processes ------------------------------------------------------------------------------------------------

    async def _ask(self, question: Question, place: _Place, thinks: Callable[[], None]) -> str:
        client = await self._take(question.record.game, place, question.game_id)
        limits = None if question.movetime_ms is None else Limits(movetime_ms=question.movetime_ms)
        thinks()
        try:
            move = await client.best_move(question.record, question.level, question.seed, limits, question.game_id)
        except asyncio.CancelledError:
            # Nobody wants the answer any more: the engine is told to stop, and is good for the next question.
            client.stop()
            self._keep(client)
            raise
        except BaseException:
            await client.close()
            raise
        self._keep(client)
        return move

    async def _answers(self, record: Record, command: str, place: _Place) -> AsyncGenerator[dict[str, Any]]:
        client = await self._take(record.game, place)
        place.stop = client.stop
        try:
            if not place.given_back:  # while the engine started
                async with aclosing(client.ask(record, command, _ANSWER_LIMIT_S)) as answers:
                    async for answer in answers:
                        yield answer
        except (asyncio.CancelledError, GeneratorExit):
            client.stop()
            self._keep(client)
            raise
        except BaseException:
            await client.close()
            raise
        self._keep(client)

    def _keep(self, client: EngineClient) -> None:
        """For the next question, unless the place does that."""
        if self._home.standby:
            self._idle.append(client)
        else:
            self._starting.start(client.close(), f"giving back an engine for {client.game.name}")

    async def _take(self, game: Game, place: _Place, game_id: str = "") -> EngineClient:
        """An engine, by preference one that was asked about the same game last."""
        if ready := self._warming.get(game):
            await ready.wait()
        idle = [client for client in self._idle if client.game == game]
        if idle:
            client = next((client for client in idle if client.game_id == game_id), idle[0])
            self._idle.remove(client)
            return client
        return await self._started(game, place)

    async def _started(self, game: Game, place: _Place) -> EngineClient:
        if not self._home.standby:
            return await self._home.engine(game, _SILENCE_LIMIT_S, place)
        while len(self._idle) >= self._home.standby:
            await self._idle.pop(0).close()
        starting = self._starting.start(
            self._home.engine(game, _SILENCE_LIMIT_S, place), f"starting an engine for {game.name}"
        )
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # A process that is half started cannot be taken back: it is kept for the next question.
            starting.add_done_callback(self._keep_started)
            raise

    def _keep_started(self, starting: asyncio.Task[EngineClient]) -> None:
        if not starting.cancelled() and not starting.exception():
            self._idle.append(starting.result())
