"""What people ask about positions: hints and analyses, thought about by engine processes.

Each account has one hint and one analysis at a time: whoever asks again no longer wants the one before.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any

from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.games.record import Record
from taflheim.hall.engines import ANALYSIS, HINT, Engines
from taflheim.hall.tasks import Tasks

_HINT = "hint nodes 400000 movetime 2500"
_ANALYSIS = "analyse best {best} movetime 30000"
_SOLVED = "analyse best 200"
"""Where a game is solved, every move has its outlook."""


class NoEngine(TaflheimError):
    """No engine process could be brought to answer."""


class AskedAgain(TaflheimError):
    """The same account has asked for something else meanwhile."""


class Insight:
    """Hints and analyses. Used in one event loop."""

    def __init__(self, engines: Engines, ready: Callable[[str], Awaitable[None]]):
        self._engines = engines
        self._ready = ready
        """Waits until engines can think about a game."""
        self._tasks = Tasks(expected=(EngineFailure, NoEngine))
        self._asked: dict[tuple[str, str], asyncio.Task[Any]] = {}
        """By kind and account: what is being thought about."""

    async def close(self) -> None:
        """Stop thinking."""
        await self._tasks.cancel()

    async def hint(self, account: str, record: Record) -> dict[str, Any]:
        """A hint for the side to move. If nobody waits for it any more, cancel this."""
        task = self._start("hint", account, self._hint(record))
        try:
            given: dict[str, Any] = await task
            return given
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise AskedAgain("another hint was asked for meanwhile") from None
            raise
        finally:
            self._end("hint", account, task)

    async def analysis(self, account: str, record: Record, best: int) -> AsyncGenerator[dict[str, Any]]:
        """What is found at every depth, until all is found, or the same account asks for another analysis.

        Who wants no more closes the iterator.
        """
        found: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        task = self._start("analysis", account, self._analyse(record, best, found))
        try:
            while (answer := await found.get()) is not None:
                yield answer
            with suppress(asyncio.CancelledError):
                await task
        finally:
            self._end("analysis", account, task)

    # ---- one of a kind for each account ---------------------------------------------------------------------------

    def _start(self, kind: str, account: str, work: Any) -> asyncio.Task[Any]:
        if before := self._asked.get((kind, account)):
            before.cancel()
        task = self._tasks.start(work, f"{kind} for {account}")
        self._asked[kind, account] = task
        return task

    def _end(self, kind: str, account: str, task: asyncio.Task[Any]) -> None:
        task.cancel()
        if self._asked.get((kind, account)) is task:
            del self._asked[kind, account]

    # ---- asking engines -------------------------------------------------------------------------------------------

    async def _hint(self, record: Record) -> dict[str, Any]:
        await self._ready(record.game.name)
        try:
            async with aclosing(self._engines.ask(record, _HINT, HINT)) as answers:
                async for answer in answers:
                    return answer
        except EngineFailure as failure:
            raise NoEngine(_no_engine(failure)) from failure
        raise NoEngine("there is no hint for this position")

    async def _analyse(self, record: Record, best: int, found: asyncio.Queue[dict[str, Any] | None]) -> None:
        deepest = 0
        try:
            await self._ready(record.game.name)
            command = _SOLVED if record.game.rulebook.puzzles else _ANALYSIS.format(best=best)
            async with aclosing(self._engines.ask(record, command, ANALYSIS)) as answers:
                async for answer in answers:
                    # An analysis that was begun anew has little to say at first.
                    if answer["depth"] >= deepest:
                        deepest = answer["depth"]
                        found.put_nowait(answer)
        except EngineFailure as failure:
            raise NoEngine(_no_engine(failure)) from failure
        finally:
            found.put_nowait(None)


def _is_cancelled() -> bool:
    """Whether the task that runs this was itself asked to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _no_engine(failure: EngineFailure) -> str:
    return f"{failure}: try again in a moment"
