"""A batch of jobs on a Ray cluster: an actor for each core that the cluster's desk gives to it (`desk.py`).

Machines that are added take part from then on. An actor that dies, with its machine or alone, is replaced, and its job
is the next to be begun. When somebody in a hall needs a core, a game is given up for it and played anew later.
"""

import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from taflheim.engine.places.local import Begun, next_begun
from taflheim.engine.places.place import TRIES, Job, Work
from taflheim.engine.places.rank import BATCH
from taflheim.engine.places.ray_actors import Player
from taflheim.engine.places.ray_cluster import NoCluster, check_version, size
from taflheim.engine.places.ray_desk import TALK_EVERY_S, Seats

_LOOK_EVERY_S = 1.0
"""How often to look whether machines have come or gone."""


class _Actor(NamedTuple):
    """An actor, and the seat it has."""

    handle: Any
    seat: str


class Batch:
    """The actors of one batch, and what each of them is doing."""

    def __init__(self, ray: Any, work: Work[Any, Any]):
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Player)
        self._work = ray.put(work)
        self._seats = Seats(ray)
        self._talked = 0.0
        self._arriving: dict[Any, _Actor] = {}
        """By what they promise: actors that start."""
        self._playing: dict[Any, tuple[_Actor, Begun]] = {}
        self._free: list[_Actor] = []
        self._again = deque[Begun]()
        """What is to be begun once more."""
        self._failures = 0
        """How many actors have died in a row before they were ready."""
        self.cores, self.machines = size(ray)
        self._looked = time.monotonic()

    def results(self, jobs: Iterator[Job], deadline: float | None) -> Generator[Any]:
        """What comes of the jobs, in the order in which they are done."""
        all_begun = False
        try:
            while True:
                self._look()
                while self._free and (begun := next_begun(self._again, jobs)):
                    actor = self._free.pop()
                    self._playing[actor.handle.play.remote(begun.job)] = actor, begun
                all_begun = (all_begun or bool(self._free)) and not self._again
                if all_begun and not self._playing:
                    return
                if all_begun:
                    self._dismiss_idle()
                self._talk(more=not all_begun)
                timeout = TALK_EVERY_S if deadline is None else min(TALK_EVERY_S, deadline - time.monotonic())
                if timeout <= 0:
                    return
                for promise in self._done(timeout):
                    if promise in self._arriving:
                        self._arrive(promise)
                        continue
                    actor, begun = self._playing.pop(promise)
                    try:
                        result = self._ray.get(promise)
                    except self._ray.exceptions.RayTaskError as error:
                        raise _cause(error) from None
                    except self._lost:
                        self._dismiss(actor)
                        self._again.append(begun.once_more())
                        continue
                    self._free.append(actor)
                    yield result
        finally:
            self.close()

    def close(self) -> None:
        """End all actors, and let the desk know."""
        self._dismiss_idle()
        for actor, _ in self._playing.values():
            self._dismiss(actor)
        self._playing = {}
        self._seats.leave_all()
        with suppress(Exception):  # it would notice by itself
            self._ray.get(self._seats.asked(), timeout=_LOOK_EVERY_S)

    # ---- inside ---------------------------------------------------------------------------------------------------

    @property
    def _lost(self) -> tuple[type[Exception], ...]:
        """What Ray says when an actor or its machine is gone, or its result is."""
        errors = self._ray.exceptions
        return (errors.RayActorError, errors.NodeDiedError, errors.ObjectLostError, errors.WorkerCrashedError)

    def _look(self) -> None:
        if time.monotonic() - self._looked >= _LOOK_EVERY_S:
            self.cores, self.machines = size(self._ray)
            self._looked = time.monotonic()

    def _done(self, timeout: float) -> list[Any]:
        """What is done of all that is promised, after a while at most."""
        promised = [*self._playing, *self._arriving]
        if promised:
            return list(self._ray.wait(promised, timeout=timeout)[0])
        time.sleep(timeout)
        return []

    def _talk(self, *, more: bool) -> None:
        """Talk to the desk: ask for as many seats as there are cores and one that waits, unless no more are needed."""
        if time.monotonic() - self._talked < TALK_EVERY_S / 2:
            return
        self._talked = time.monotonic()
        waiting = self._seats.waiting
        if not more:
            for seat in waiting:
                self._seats.leave(seat)
        for _ in range(max(1, self.cores - len(self._seats.held) + 1) - len(waiting) if more else 0):
            self._seats.demand(BATCH)
        try:
            self._seats.hear(self._ray.get(self._seats.asked()))
        except self._ray.exceptions.RayError:
            self._seats.look_for_the_desk()
            return
        for seat in self._seats.back:
            self._give_back(seat)
        taken = {actor.seat for actor in self._all()}
        for seat in self._seats.held:
            if seat not in taken:
                actor = _Actor(self._actor.remote(self._work), seat)
                self._arriving[actor.handle.where.remote()] = actor

    def _all(self) -> list[_Actor]:
        return [*self._free, *self._arriving.values(), *(actor for actor, _ in self._playing.values())]

    def _give_back(self, seat: str) -> None:
        """End the actor that has a seat; what it plays is played anew."""
        for actor in self._all():
            if actor.seat == seat:
                self._dismiss(actor)
        self._free = [actor for actor in self._free if actor.seat != seat]
        self._arriving = {promise: actor for promise, actor in self._arriving.items() if actor.seat != seat}
        self._again += [begun for actor, begun in self._playing.values() if actor.seat == seat]
        self._playing = {promise: pair for promise, pair in self._playing.items() if pair[0].seat != seat}

    def _arrive(self, promise: Any) -> None:
        actor = self._arriving.pop(promise)
        try:
            check_version(*self._ray.get(promise))
        except self._lost as error:
            self._dismiss(actor)
            self._failures += 1
            if self._failures > TRIES * max(1, self.cores):
                raise NoCluster(f"nothing can be started on the Ray cluster: {error}") from error
            return
        except self._ray.exceptions.RayTaskError as error:
            raise _cause(error) from None
        self._failures = 0
        self._free.append(actor)

    def _dismiss_idle(self) -> None:
        for actor in [*self._free, *self._arriving.values()]:
            self._dismiss(actor)
        self._free, self._arriving = [], {}

    def _dismiss(self, actor: _Actor) -> None:
        with suppress(Exception):  # whatever it is, it is not needed any more
            self._ray.kill(actor.handle)
        self._seats.leave(actor.seat)


def _cause(error: Any) -> Exception:
    """What a job has raised, with where it was."""
    cause: Exception = error.cause if isinstance(error.cause, Exception) else error
    cause.add_note(str(error))
    return cause
