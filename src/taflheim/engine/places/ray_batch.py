"""A batch of jobs on a Ray cluster: an actor for each core, and one that waits, so that Ray's autoscaler sees the need.

Machines that are added take part from then on. An actor that dies, with its machine or alone, is replaced, and its job
is the next to be begun.
"""

import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

from taflheim.engine.places.local import Begun, next_begun
from taflheim.engine.places.place import TRIES, Job, Work
from taflheim.engine.places.ray_actors import Player
from taflheim.engine.places.ray_cluster import NoCluster, check_version, size

_LOOK_EVERY_S = 1.0
"""How often to look whether machines have come or gone."""


class Batch:
    """The actors of one batch, and what each of them is doing."""

    def __init__(self, ray: Any, work: Work[Any, Any]):
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Player)
        self._work = ray.put(work)
        self._arriving: dict[Any, Any] = {}
        """By what they promise: actors that wait for a core, or start."""
        self._playing: dict[Any, tuple[Any, Begun]] = {}
        self._free: list[Any] = []
        self._failures = 0
        """How many actors have died in a row before they were ready."""
        self.cores, self.machines = size(ray)
        self._looked = time.monotonic()

    def results(self, jobs: Iterator[Job], deadline: float | None) -> Generator[Any]:
        """What comes of the jobs, in the order in which they are done."""
        again, all_begun = deque[Begun](), False
        try:
            while True:
                self._look()
                while self._free and (begun := next_begun(again, jobs)):
                    actor = self._free.pop()
                    self._playing[actor.play.remote(begun.job)] = actor, begun
                all_begun = (all_begun or bool(self._free)) and not again
                if not all_begun:
                    self._recruit()
                elif not self._playing:
                    return
                else:
                    self._dismiss_idle()
                timeout = _LOOK_EVERY_S if deadline is None else min(_LOOK_EVERY_S, deadline - time.monotonic())
                if timeout <= 0:
                    return
                for promise in self._ray.wait([*self._playing, *self._arriving], timeout=timeout)[0]:
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
                        again.append(begun.once_more())
                        continue
                    self._free.append(actor)
                    yield result
        finally:
            self.close()

    def close(self) -> None:
        """End all actors."""
        self._dismiss_idle()
        for actor, _ in self._playing.values():
            self._dismiss(actor)
        self._playing = {}

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

    def _recruit(self) -> None:
        """Ask for actors: as many as there are cores, and one that waits."""
        present = len(self._free) + len(self._playing)
        while len(self._arriving) < max(1, self.cores - present + 1):
            actor = self._actor.remote(self._work)
            self._arriving[actor.where.remote()] = actor

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

    def _dismiss(self, actor: Any) -> None:
        with suppress(Exception):  # whatever it is, it is not needed any more
            self._ray.kill(actor)


def _cause(error: Any) -> Exception:
    """What a job has raised, with where it was."""
    cause: Exception = error.cause if isinstance(error.cause, Exception) else error
    cause.add_note(str(error))
    return cause
