"""Thinking on the machines of a Ray cluster."""

import sys
from collections.abc import Generator, Iterator

from taflheim.engine.places.place import Job, Result, Work
from taflheim.engine.places.rank import Turn
from taflheim.engine.places.ray_engines import RayEngines
from taflheim.engine.protocol.client import EngineClient
from taflheim.games.game import Game


class RayPlace:
    """A Ray cluster, by its address. Nothing is connected before it is needed."""

    def __init__(self, address: str):
        self._address = address
        self.cores = 1
        self.machines = 1
        self._engines: RayEngines | None = None

    places = sys.maxsize
    """All questions are put to the cluster, where others ask, too: its desk has the order."""
    standby = 0

    async def engine(self, game: Game, silence_limit_s: float, turn: Turn) -> EngineClient:
        """An engine on some machine of the cluster."""
        if self._engines is None:
            self._engines = RayEngines(self._address, self._sized)
        return await self._engines.engine(game, silence_limit_s, turn)

    def batch(self, work: Work[Job, Result], jobs: Iterator[Job], deadline: float | None = None) -> Generator[Result]:
        """The results of many jobs, in the order in which they are done (`Place.batch`)."""
        from taflheim.engine.places.ray_batch import Batch
        from taflheim.engine.places.ray_cluster import connect

        batch = Batch(connect(self._address), work)
        for result in batch.results(jobs, deadline):
            self._sized(batch.cores, batch.machines)
            yield result

    async def close(self) -> None:
        """End the engines."""
        if self._engines:
            await self._engines.close()

    def _sized(self, cores: int, machines: int) -> None:
        self.cores, self.machines = cores, machines
