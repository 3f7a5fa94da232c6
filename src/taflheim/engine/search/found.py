"""What a search finds, and how it is stopped from another thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from taflheim.engine.search import score


@dataclass(frozen=True, slots=True)
class Found:
    """The best move a search has found so far."""

    move: str
    score: int
    """For the side to move, in the units of the game's evaluation; beyond SURE the result is proven."""
    depth: int
    nodes: int
    seconds: float
    line: tuple[str, ...]
    """The principal variation: the move, and the best moves that follow it."""
    known: bool = False
    """Whether the score is that of the game's tablebase: then 0 is a draw with best play."""

    @property
    def ends_in(self) -> int | None:
        """After how many moves of all sides the game is won, or lost if negative; None if neither is proven.

        >>> Found("e8", score.WIN - 3, 4, 5, 0.1, ("e8",)).ends_in
        3
        """
        return score.ends_in(self.score)


OnInfo = Callable[[tuple[Found, ...]], None]
"""Is told the best moves after every depth that is finished."""


class Stop:
    """Ends a search from another thread."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int32)
        self._event = threading.Event()
        self._parts: list[Stop] = []

    def set(self) -> None:
        """Stop now."""
        self.flag[0] = 1
        self._event.set()
        for part in self._parts:
            part.set()

    def is_set(self) -> bool:
        """Whether it was stopped."""
        return self._event.is_set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is set; False if it was not in time."""
        return self._event.wait(timeout_s)

    @contextmanager
    def within(self, milliseconds: int | None) -> Iterator["Stop"]:
        """A stop for one search of several: set with this one, or when its own time is up."""
        part = Stop()
        self._parts.append(part)
        if self.is_set():
            part.set()
        timer = None
        if milliseconds is not None:
            timer = threading.Timer(milliseconds / 1000, part.set)
            timer.daemon = True
            timer.start()
        try:
            yield part
        finally:
            if timer:
                timer.cancel()
            self._parts.remove(part)
