"""Counting what is limited, where several processes serve a hall: together, not each for itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Give = Callable[[], Mapping[str, int]]
"""What this process has counted of something, by key: only what is worth telling."""
Hear = Callable[[Mapping[str, int]], None]
"""Takes what all other processes have counted of it."""


class Counted(NamedTuple):
    """Something that may be done so often within so long."""

    key: str
    most: int
    window_ms: int


class Counting:
    """Of a hall that one process serves: its own counting is all there is.

    >>> Counting().allowed(10)
    10
    """

    def allowed(self, most: int) -> int:
        """How much of a limit this process may let through by its own counting."""
        return most

    async def take(self, counted: Sequence[Counted]) -> int | None:
        """Count something under each of the keys; gives how many ms to wait, having counted nothing, if one is full.

        None if nothing is counted together now: this process's own counting decides.
        """
        return None

    async def forgive(self, keys: Sequence[str]) -> None:
        """Forget what was counted under these keys."""

    def begin(self) -> None:
        """Exchange what is counted from now on."""

    async def close(self) -> None:
        """Count nothing any more."""

    def exchange(self, name: str, give: Give, hear: Hear) -> None:
        """Tell the others every second what is counted here, and hear what they have counted."""


ALONE = Counting()
