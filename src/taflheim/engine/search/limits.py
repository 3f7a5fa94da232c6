"""How long to think."""

from dataclasses import dataclass

from taflheim.games.checks import as_int
from taflheim.games.errors import TaflheimError

DEEPEST = 64
"""The deepest search."""
MOST = 10**12


@dataclass(frozen=True, slots=True)
class Limits:
    """The first of these that is reached ends a search; none of them: until it is stopped.

    >>> Limits(depth=3)
    Limits(depth=3, nodes=None, movetime_ms=None)
    >>> Limits(nodes=0)
    Traceback (most recent call last):
    taflheim.TaflheimError: nodes: expected a whole number from 1 to 1000000000000
    """

    depth: int | None = None
    """How many moves deep; a whole chain is one move."""
    nodes: int | None = None
    """How many positions are looked at: the same number on every machine."""
    movetime_ms: int | None = None

    def __post_init__(self) -> None:
        for name, most in (("depth", DEEPEST), ("nodes", MOST), ("movetime_ms", MOST)):
            value = getattr(self, name)
            if value is None:
                continue
            number = as_int(value)
            if number is None or not 1 <= number <= most:
                raise TaflheimError(f"{name}: expected a whole number from 1 to {most}")
            object.__setattr__(self, name, number)
