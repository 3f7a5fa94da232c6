"""How much anybody may ask of the hall. Settings: a host, tests and benchmarks may choose others.

What costs is limited for each person and for each address; an address may have many people behind it.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.hall.attempts import Attempts, TooOften
from taflheim.server.credits import Credits
from taflheim.table.actor import Actor, account_of

_MOST_KNOWN = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much anybody may ask, as `limits` writes it: "5/minute; 20/hour"."""

    tables: dict[str, str] = field(default_factory=lambda: {"person": "30/minute; 300/hour", "address": "1000/hour"})
    """Tables that are opened: proving that a board can be won takes a while."""
    pictures: dict[str, str] = field(default_factory=lambda: {"person": "60/minute", "address": "120/minute"})
    imports: dict[str, str] = field(default_factory=lambda: {"person": "20/minute; 200/hour", "address": "400/hour"})
    burst: int = 200
    """Requests of one person, or of one address without an identity, at once,"""
    per_second: float = 40.0
    """and in the long run: as many as over a WebSocket."""
    most_waiting: int = 50
    """Requests of one person or address that wait for news at the same time."""


class Limiter:
    """Counts what people ask for. Kept in memory, used in one event loop."""

    def __init__(self, limits: Limits):
        self._tables = Attempts(limits.tables)
        self._pictures = Attempts(limits.pictures)
        self._imports = Attempts(limits.imports)
        self._limits = limits
        self._credits: OrderedDict[str, Credits] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    def table(self, actor: Actor, address: str) -> None:
        """Somebody opens a table; raises TooOften."""
        _take(self._tables, actor, address)

    def picture(self, actor: Actor, address: str) -> None:
        """Somebody wants a picture drawn; raises TooOften."""
        _take(self._pictures, actor, address)

    def import_(self, actor: Actor, address: str) -> None:
        """Somebody hands in a game; raises TooOften."""
        _take(self._imports, actor, address)

    def request(self, actor: Actor, address: str) -> None:
        """Somebody asks for anything; raises TooOften."""
        key, now_s = account_of(actor) or address, time.monotonic()
        found = self._credits.pop(key, None) or Credits(self._limits.burst, self._limits.per_second, now_s)
        self._credits[key] = found  # the last used is the last to be forgotten
        if len(self._credits) > _MOST_KNOWN:
            self._credits.popitem(last=False)
        if not found.take(now_s):
            raise TooOften(1)

    @contextmanager
    def waiting(self, actor: Actor, address: str) -> Iterator[None]:
        """Somebody waits for news; raises TooOften if they wait for much already."""
        key = account_of(actor) or address
        if self._waiting[key] >= self._limits.most_waiting:
            raise TooOften(1)
        self._waiting[key] += 1
        try:
            yield
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]


def _take(attempts: Attempts, actor: Actor, address: str) -> None:
    account = account_of(actor)
    attempts.take(**({"person": account} if account else {}), address=address)


def _the_limiter(connection: HTTPConnection) -> Limiter:
    limiter: Limiter = connection.app.state.limiter
    return limiter


TheLimiter = Annotated[Limiter, Depends(_the_limiter)]
