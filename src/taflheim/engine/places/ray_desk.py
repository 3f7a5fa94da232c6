"""The desk of a Ray cluster (`desk.py`): an actor on its head that all who think there ask for cores.

It stays until the cluster ends, one for each version of the program. It tells Ray's autoscaler how many cores are
wanted. One that has died is started anew by Ray, and learns from everybody what they have.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import uuid4

from taflheim.engine.places.desk import Demand, Desk, Told
from taflheim.engine.places.rank import Rank
from taflheim.engine.places.ray_cluster import NAMESPACE, size
from taflheim.engine.places.version import made_with

TALK_EVERY_S = 0.2
"""How often whoever has seats or wants some talks to the desk."""
_LOOK_EVERY_S = 1.0
"""How often the desk looks how large the cluster is."""
_ON_THE_HEAD = {"node:__internal_head__": 0.001}


class RayDesk:
    """What runs on the head."""

    def __init__(self) -> None:
        self._desk = Desk()
        self._looking: asyncio.Task[None] | None = None
        self._looked = asyncio.Event()

    async def exchange(self, owner: str, demands: Mapping[str, Demand]) -> Told:
        """Hear all that somebody wants and has, and say what they get."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        await self._looked.wait()
        return self._desk.exchange(owner, demands)

    async def _look(self) -> None:
        """See how large the cluster is, and tell its autoscaler how large it should be, for as long as it is there."""
        import ray
        from ray.autoscaler.sdk import request_resources

        requested = 0
        while True:
            self._desk.cores, _ = await asyncio.to_thread(size, ray)
            self._looked.set()
            self._desk.forget()
            if self._desk.wanted != requested:
                requested = self._desk.wanted
                with suppress(Exception):  # a cluster without an autoscaler stays as it is
                    await asyncio.to_thread(request_resources, num_cpus=requested)
            await asyncio.sleep(_LOOK_EVERY_S)


class Seats:
    """The seats of one process: asked for, given, and given back."""

    def __init__(self, ray: Any):
        self._ray = ray
        self._owner = uuid4().hex
        self._desk = self._found()
        self._demands: dict[str, Demand] = {}
        self.back: frozenset[str] = frozenset()
        """Those that others need more."""
        self.before: Mapping[str, int] = {}
        """How many come before, of those that are waited for."""

    @property
    def held(self) -> list[str]:
        """Those that are given."""
        return [seat for seat, demand in self._demands.items() if demand.held]

    @property
    def waiting(self) -> list[str]:
        """Those that are not given yet."""
        return [seat for seat, demand in self._demands.items() if not demand.held]

    def demand(self, rank: Rank) -> str:
        """Want another seat."""
        seat = uuid4().hex
        self._demands[seat] = Demand(rank, False)
        return seat

    def use(self, seat: str, rank: Rank | None) -> None:
        """What a seat is for from now on; None if for nothing yet."""
        self._demands[seat] = self._demands[seat]._replace(rank=rank)

    def leave(self, seat: str) -> None:
        """Have a seat no more, or want it no more."""
        self._demands.pop(seat, None)

    def leave_all(self) -> None:
        """Have and want nothing any more."""
        self._demands = {}

    def asked(self) -> Any:
        """What the desk promises to say to all this; to be given to `hear`."""
        return self._desk.exchange.remote(self._owner, dict(self._demands))

    def hear(self, told: Told) -> None:
        """Take what is given."""
        self._demands = {
            seat: demand._replace(held=demand.held or seat in told.held) for seat, demand in self._demands.items()
        }
        self.back, self.before = told.back, told.before

    def look_for_the_desk(self) -> None:
        """After it could not be reached."""
        self._desk = self._found()

    def _found(self) -> Any:
        desk = self._ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=3, resources=_ON_THE_HEAD)(RayDesk)
        named = desk.options(name=f"desk {made_with()}", namespace=NAMESPACE, lifetime="detached", get_if_exists=True)
        return named.remote()
