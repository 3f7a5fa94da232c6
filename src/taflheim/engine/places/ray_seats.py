"""Engines of one process on a Ray cluster: actors with a core each, on seats that the cluster's desk gives out."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from taflheim.engine.places.rank import Rank
from taflheim.engine.places.ray_actors import Engine
from taflheim.engine.places.ray_cluster import check_version
from taflheim.engine.places.ray_desk import TALK_EVERY_S, Seats
from taflheim.engine.protocol.wire import DONE
from taflheim.games.game import Game

_STOP_LIMIT_S = 5.0
_QUESTIONS = {"go": "bestmove", "analyse": DONE, "hint": DONE, "review": DONE}
"""The first words of questions, and of the last lines of their answers."""


class RayEngine:
    """An actor that is talked to line by line."""

    def __init__(self, ray: Any, actor: Any, game: Game, seat: str):
        self.game, self.seat = game, seat
        self.name = ""
        """Of the one who has it now."""
        self.yields = False
        """Whether they give it back when others need it more."""
        self.heard_by: Callable[[list[str]], object] | None = None
        self._ray = ray
        self._actor = actor
        self._owed = ""
        """The first word of the line that ends the answer that is on its way."""
        self._settled = asyncio.Event()
        self.ended: asyncio.Task[None] = asyncio.create_task(self._listen())
        """Done when the actor is gone."""

    async def hear(self, line: str) -> None:
        """Do what a line says."""
        owed = _QUESTIONS.get(line.split(" ", 1)[0].strip())
        if owed:
            self._owed = owed
            self._settled.clear()
        with suppress(self._ray.exceptions.RayError):  # it is gone, and `ended` says so
            await self._actor.hear.remote([line])

    async def settle(self) -> bool:
        """Have it think no more; whether it can be asked again."""
        if self._owed:
            await self.hear("stop\n")
            waiting = asyncio.create_task(self._settled.wait())
            await asyncio.wait([waiting, self.ended], timeout=_STOP_LIMIT_S, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        return not self._owed and not self.ended.done()

    def kill(self) -> None:
        """End it at once."""
        self.ended.cancel()
        with suppress(Exception):  # whatever it is, it is not needed any more
            self._ray.kill(self._actor)

    async def _listen(self) -> None:
        with suppress(self._ray.exceptions.RayError):
            while True:
                lines = await self._actor.said.remote()
                if self._owed and any(line.split(" ", 1)[0] == self._owed for line in lines):
                    self._owed = ""
                    self._settled.set()
                if self.heard_by:
                    self.heard_by(lines)


class SeatedEngines:
    """All engines of one process."""

    def __init__(self, ray: Any):
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_concurrency=8)(Engine)
        self._seats = Seats(ray)
        self._busy: dict[str, RayEngine] = {}
        self._standing_by: dict[str, RayEngine] = {}
        self._told_back: set[str] = set()
        self._changed = asyncio.Event()
        self._heard = asyncio.Condition()
        self.when_needed: Callable[[str], object] = lambda _name: None
        """Is told whose core others need more."""

    async def seated(self, game: Game, rank: Rank, name: str, waits: Callable[[int], None]) -> RayEngine:
        """An engine for a game: one that stands by, or a new one as soon as there is a core for it."""
        engine = next((engine for engine in self._standing_by.values() if engine.game == game), None)
        if engine:
            del self._standing_by[engine.seat]
            self._use(engine.seat, rank)
        else:
            seat = self._seats.demand(rank)
            try:
                await self._given(seat, waits)
                engine = await self._started(game, seat)
            except BaseException:
                self._leave(seat)
                raise
        engine.name, engine.yields = name, rank.yields
        self._busy[engine.seat] = engine
        return engine

    async def done_with(self, engine: RayEngine) -> None:
        """Let an engine stand by."""
        del self._busy[engine.seat]
        self._told_back.discard(engine.seat)
        if await engine.settle():
            self._standing_by[engine.seat] = engine
            self._use(engine.seat, None)
        else:
            engine.kill()
            self._leave(engine.seat)

    async def talk(self) -> None:
        """Talk to the desk, for as long as the cluster is there."""
        while True:
            if self._seats.held or self._seats.waiting:
                try:
                    self._seats.hear(await self._seats.asked())
                except self._ray.exceptions.RayError:
                    await asyncio.to_thread(self._seats.look_for_the_desk)
                self._give_back()
                async with self._heard:
                    self._heard.notify_all()
            with suppress(TimeoutError):
                async with asyncio.timeout(TALK_EVERY_S):
                    await self._changed.wait()
            self._changed.clear()

    async def close(self) -> None:
        """End all engines, and let the desk know."""
        for engine in [*self._busy.values(), *self._standing_by.values()]:
            engine.kill()
        self._seats.leave_all()
        with suppress(self._ray.exceptions.RayError, TimeoutError):  # it would notice by itself
            async with asyncio.timeout(_STOP_LIMIT_S):
                await self._seats.asked()

    # ---- inside ---------------------------------------------------------------------------------------------------

    async def _given(self, seat: str, waits: Callable[[int], None]) -> None:
        """Wait for a seat."""
        self._changed.set()
        told = 0
        async with self._heard:
            while seat in self._seats.waiting:
                before = self._seats.before.get(seat, 0)
                if before != told:
                    waits(before)
                    told = before
                await self._heard.wait()

    async def _started(self, game: Game, seat: str) -> RayEngine:
        actor = self._actor.remote(game)
        try:
            check_version(*await actor.begin.remote())
        except BaseException:
            self._ray.kill(actor)
            raise
        return RayEngine(self._ray, actor, game, seat)

    def _give_back(self) -> None:
        for seat in self._seats.back:
            if engine := self._standing_by.pop(seat, None):
                engine.kill()
                self._leave(seat)
            elif (engine := self._busy.get(seat)) and engine.yields and seat not in self._told_back:
                self._told_back.add(seat)
                self.when_needed(engine.name)
        for seat, engine in [*self._standing_by.items()]:
            if engine.ended.done():  # with its machine
                del self._standing_by[seat]
                self._leave(seat)

    def _use(self, seat: str, rank: Rank | None) -> None:
        self._seats.use(seat, rank)
        self._changed.set()

    def _leave(self, seat: str) -> None:
        self._seats.leave(seat)
        self._changed.set()
