"""Reviews of games: thought about by engine processes while somebody waits for them, and kept with the game.

A review is made in two passes: a coarse one over the whole game, so that there is something to see at once, and a fine
one, move by move. Between two moves of the fine one everybody else's questions have their turn. Whoever leaves before
the end finds everything again that was found by then. What an older version has found is made again.

Starting an engine takes nearly a second: when a game ends before somebody's eyes, one is started at once.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from taflheim import __version__
from taflheim.engine.insight.judgement import KINDS, accuracy
from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.game import Game
from taflheim.games.message import percent
from taflheim.games.record import Record, is_end
from taflheim.hall.broadcast import Broadcast, Lagged
from taflheim.hall.clock import now_ms
from taflheim.hall.engines import REVIEW, Engines
from taflheim.hall.tasks import Tasks
from taflheim.store import reviews as rows
from taflheim.store.store import Store
from taflheim.table.table import Table

VERSION = f"{__version__} 2"
"""Of reviews: the engine's, and a number that changes when reviews do."""
_COARSE, _FINE = "review nodes 2000", "review from {number} to {number} nodes 150000"
_KEEP_EVERY = 8
"""So many moves are lost at most if the hall is killed."""


@dataclass(eq=False)
class _Job:
    """A review as far as it is made."""

    record: Record
    moves: dict[int, dict[str, Any]]
    """By number; those of the fine pass say so."""
    watchers: int = 0
    kept: int = 0
    """How many fine moves are in the store."""
    failure: str | None = None
    task: asyncio.Task[None] | None = None

    @property
    def numbers(self) -> list[int]:
        """Of the entries that are moves."""
        return [number for number, entry in enumerate(self.record.entries, 1) if not is_end(entry)]

    @property
    def fine(self) -> int:
        """How many moves are done."""
        return sum(move["fine"] for move in self.moves.values())

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do, and everything is in the store."""
        return self.kept == len(self.numbers)

    def progress(self, changed: list[int] | None = None) -> dict[str, Any]:
        """How far it is, with the moves that have changed, or all."""
        moves = self.moves if changed is None else changed
        return {
            "done": self.fine,
            "of": len(self.numbers),
            "complete": self.is_complete,
            "failure": self.failure,
            "sides": [_summary(side, self.moves.values()) for side in self.record.game.seats],
            "moves": [self.moves[number] for number in sorted(moves)],
        }


class Reviews:
    """All reviews that are being made. Used in one event loop."""

    def __init__(self, store: Store, engines: Engines, ready: Callable[[str], Awaitable[None]]):
        self._store = store
        self._engines = engines
        self._ready = ready
        """Waits until engines can think about a game."""
        self._tasks = Tasks()
        self._jobs: dict[str, _Job] = {}
        """By table."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By account: reviews of one account are made one after the other."""
        self._news: Broadcast[dict[str, Any]] = Broadcast()

    async def close(self) -> None:
        """Stop thinking; what was found is kept."""
        await self._tasks.cancel()

    def expect(self, table: Table) -> None:
        """Somebody has seen a game end and may ask for its review: have an engine ready by then."""
        if table.result and table.record.moves_made:
            self._tasks.start(self._warm(table.game), f"an engine for the review of table {table.id}")

    async def _warm(self, game: Game) -> None:
        await self._ready(game.name)
        with suppress(EngineFailure):  # whoever asks is told
            await self._engines.warm(game)

    async def known(self, table: Table) -> dict[str, Any]:
        """How far a review is, without making it."""
        return (self._jobs.get(table.id) or await self._stored(table)).progress()

    async def watch(self, account: str, table: Table) -> AsyncGenerator[dict[str, Any]]:
        """Have a game reviewed: how far it is, at first and whenever something has changed.

        It is made as long as somebody listens.
        """
        job = self._jobs.get(table.id)
        if job is None:
            stored = await self._stored(table)
            job = self._jobs.setdefault(table.id, stored)
        job.watchers += 1
        try:
            with self._news.subscribe(table.id) as news:
                if job.task is None and not job.is_complete:
                    turn = self._turns.setdefault(account, asyncio.Lock())
                    job.task = self._tasks.start(self._make(table, job, turn), f"the review of table {table.id}")
                progress = job.progress()
                yield progress
                while not progress["complete"] and progress["failure"] is None:
                    try:
                        progress = await news.get()
                    except Lagged:
                        progress = job.progress()
                    yield progress
        finally:
            job.watchers -= 1
            if not job.watchers:
                del self._jobs[table.id]
                if job.task:
                    job.task.cancel()

    async def _stored(self, table: Table) -> _Job:
        found = await self._store.read(rows.get, table.id)
        if found is None or found.version != VERSION or found.plies != table.ply:
            return _Job(table.record, {})
        job = _Job(table.record, {move["number"]: move for move in found.data})
        job.kept = job.fine
        return job

    # ---- making one -----------------------------------------------------------------------------------------------

    async def _make(self, table: Table, job: _Job, turn: asyncio.Lock) -> None:
        try:
            async with turn:
                await self._ready(table.game.name)
                # What a game solves is exact from the first.
                exact = table.game.rulebook.puzzles
                if len(job.moves) < len(job.numbers):
                    await self._ask(table, job, _COARSE, fine=exact)
                for number in job.numbers:
                    if not job.moves[number]["fine"]:
                        await self._ask(table, job, _FINE.format(number=number), fine=True)
                    if job.fine - job.kept >= _KEEP_EVERY:
                        await self._keep(table, job)
        except EngineFailure as failure:
            job.failure = f"{failure}: open this page again in a moment"
        finally:
            if job.fine > job.kept:
                await self._keep(table, job)
        # Whoever is told that it has ended leaves, and then nothing more is done.
        self._news.publish(table.id, job.progress([]))

    async def _ask(self, table: Table, job: _Job, command: str, *, fine: bool) -> None:
        async with aclosing(self._engines.ask(job.record, command, REVIEW)) as answers:
            async for answer in answers:
                number = answer["number"]
                if fine or number not in job.moves:
                    job.moves[number] = answer | {"fine": fine}
                    self._news.publish(table.id, job.progress([number]))

    async def _keep(self, table: Table, job: _Job) -> None:
        fine = job.fine
        data = [job.moves[number] for number in sorted(job.moves)]
        await self._store.write(rows.put, table.id, rows.StoredReview(VERSION, table.ply, data), now_ms())
        job.kept = fine


def _summary(side: str, moves: Any) -> dict[str, Any]:
    """How a side has played: its accuracy, and how many mistakes of each kind it has made."""
    own = [move for move in moves if move["side"] == side]
    share = accuracy(move["cost"] for move in own if move["counts"])
    counts = {kind: sum(move["kind"] == kind for move in own) for kind in KINDS}
    return {"side": side, "accuracy": None if share is None else percent(share), **counts}
