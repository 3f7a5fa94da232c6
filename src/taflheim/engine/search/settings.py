"""How to search, apart from how long: the seed, the memory, the threads."""

import os
from typing import NamedTuple

DEFAULT_HASH_MB = 64


class Settings(NamedTuple):
    """What an engine can be set to, and what its bots differ in."""

    seed: int = 0
    """Decides between equally good moves. The same seed gives the same move, with one thread and no limit of time."""
    hash_mb: int = DEFAULT_HASH_MB
    """The size of the transposition table, or of the tree."""
    threads: int = 1
    overlook: int = 0
    """How many of 1,000 moves the search does not see."""


DEFAULT = Settings()


def usable_threads(wanted: int) -> int:
    """How many threads can run at the same time: more would only take turns, and the deadline would have to wait.

    >>> usable_threads(1)
    1
    """
    return min(wanted, cores())


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
