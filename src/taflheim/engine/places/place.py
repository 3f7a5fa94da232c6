"""What every place to think in offers. Who asks need not know which one it has."""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from taflheim.engine.places.rank import Turn
from taflheim.engine.protocol.client import EngineClient
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game

Job = TypeVar("Job")
Result = TypeVar("Result")

Work = Callable[[], AbstractContextManager[Callable[[Job], Result]]]
"""What a process does: it enters this once, and calls what it gets with each job. All of it can be pickled."""

TRIES = 3
"""How often a job is begun whose process or machine dies; then it is the job's fault."""


class Place(Protocol):
    """A place to think in."""

    @property
    def cores(self) -> int:
        """How many can think at a time, now: machines come and go."""
        ...

    @property
    def places(self) -> int:
        """How many questions of one process can be given to it at a time; which of them are served is decided there."""
        ...

    @property
    def standby(self) -> int:
        """How many engines that have nothing to do whoever started them may keep; 0 where the place does that."""
        ...

    @property
    def machines(self) -> int:
        """How many machines there are, now."""
        ...

    async def engine(self, game: Game, silence_limit_s: float, turn: Turn) -> EngineClient:
        """An engine that is ready: for `best_move`, and to be asked to `analyse`, `hint` and `review`."""
        ...

    def batch(self, work: Work[Job, Result], jobs: Iterator[Job], deadline: float | None = None) -> Generator[Result]:
        """The results of many jobs, in the order in which they are done.

        A job is asked for when a core is free for it, so pending work is bounded. A job whose process or machine dies
        is begun again elsewhere. What is not done by the deadline, a `time.monotonic()`, is dropped.
        """
        ...

    async def close(self) -> None:
        """End what was started here."""
        ...


class Lost(TaflheimError):
    """A job was begun several times, and each time what did it has died."""


def local_or_ray(address: str, cores: int | None = None) -> Place:
    """The Ray cluster at an address; without one, so many cores of this machine.

    >>> local_or_ray("", cores=2).cores
    2
    """
    if not address:
        from taflheim.engine.places.local import LocalPlace

        return LocalPlace(cores)
    from taflheim.engine.places.ray_place import RayPlace

    return RayPlace(address)
