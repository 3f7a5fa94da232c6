"""When a question is served where several wait for a core."""

import math
from typing import NamedTuple, Protocol


class Rank(NamedTuple):
    """When a question is served: who has waited for longer than its patience goes first."""

    patience_s: float
    waited_for: bool
    """Whether a person waits before a board: one place is kept for such questions."""
    yields: bool = False
    """Whether it gives its place back to one that is waited for."""


HINT, ANALYSIS, REVIEW = Rank(5.0, True), Rank(10.0, False, yields=True), Rank(15.0, False)
BATCH = Rank(math.inf, False, yields=True)
"""Games of ladders, matches and self-play: after everything that somebody asks in a hall."""


class Turn(Protocol):
    """A question that waits for an engine, then has it."""

    @property
    def rank(self) -> Rank:
        """When it is served."""
        ...

    before: int
    """How many come before it at a place where others wait, too; 0 when it has an engine."""

    def give_back(self) -> None:
        """Stop thinking: somebody else needs the core more."""
        ...
