"""How much anybody may ask of the hall. Settings: a host, tests and benchmarks may choose others.

What costs is limited for each person and for each address; an address may have many people behind it.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.hall.attempts import Attempts, TooOften
from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.neighbourhood import neighbourhood
from taflheim.server.credits import Credits
from taflheim.table.actor import Actor, account_of

_MOST_KNOWN = 10_000
_MUCH = 10
"""This part of what one may ask for is told to other servers."""
_GIVES = 10
"""Requests are told of for so many times, and at most twice as many."""


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

    def __init__(self, limits: Limits, counting: Counting = ALONE):
        self._tables = Attempts(limits.tables, "table", counting)
        self._pictures = Attempts(limits.pictures, "picture", counting)
        self._imports = Attempts(limits.imports, "import", counting)
        self._limits = limits
        self._credits: OrderedDict[str, Credits] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        """Requests lately,"""
        self._asked_before: Counter[str] = Counter()
        """and before that."""
        self._gives = 0
        self._heard: Mapping[str, int] = {}
        """What other servers have told last."""
        counting.exchange("requests", self._give, self._charge)

    async def table(self, actor: Actor, address: str) -> None:
        """Somebody opens a table; raises TooOften."""
        await _take(self._tables, actor, address)

    async def picture(self, actor: Actor, address: str) -> None:
        """Somebody wants a picture drawn; raises TooOften."""
        await _take(self._pictures, actor, address)

    async def import_(self, actor: Actor, address: str) -> None:
        """Somebody hands in a game; raises TooOften."""
        await _take(self._imports, actor, address)

    def request(self, actor: Actor, address: str) -> None:
        """Somebody asks for anything; raises TooOften."""
        key, now_s = _who(actor, address), time.monotonic()
        if not self._credits_of(key, now_s).take(now_s):
            raise TooOften(1)
        self._asked[key] += 1

    def _give(self) -> Counter[str]:
        """Who has asked for much lately. Who asks for little is no flood at several servers, either.

        Counts grow from one time to the next, so that it does no harm if one is not heard.
        """
        asked = self._asked_before + self._asked
        self._gives += 1
        if self._gives % _GIVES == 0:
            self._asked_before, self._asked = self._asked, Counter()
        return Counter({key: count for key, count in asked.items() if count >= self._limits.per_second / _MUCH})

    def _charge(self, elsewhere: Mapping[str, int]) -> None:
        """Count what was asked of other servers since they were last heard."""
        now_s = time.monotonic()
        for key, count in elsewhere.items():
            if (more := count - self._heard.get(key, 0)) > 0:
                self._credits_of(key, now_s).charge(more)
        self._heard = elsewhere or self._heard

    def _credits_of(self, key: str, now_s: float) -> Credits:
        found = self._credits.pop(key, None) or Credits(self._limits.burst, self._limits.per_second, now_s)
        self._credits[key] = found  # the last used is the last to be forgotten
        if len(self._credits) > _MOST_KNOWN:
            forgotten, _ = self._credits.popitem(last=False)
            del self._asked[forgotten]
        return found

    @contextmanager
    def waiting(self, actor: Actor, address: str) -> Iterator[None]:
        """Somebody waits for news; raises TooOften if they wait for much already."""
        key = _who(actor, address)
        if self._waiting[key] >= self._limits.most_waiting:
            raise TooOften(1)
        self._waiting[key] += 1
        try:
            yield
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]


def _who(actor: Actor, address: str) -> str:
    """Under which name somebody's requests are counted."""
    return account_of(actor) or neighbourhood(address)


async def _take(attempts: Attempts, actor: Actor, address: str) -> None:
    account = account_of(actor)
    await attempts.take(**({"person": account} if account else {}), address=address)


def _the_limiter(connection: HTTPConnection) -> Limiter:
    limiter: Limiter = connection.app.state.limiter
    return limiter


TheLimiter = Annotated[Limiter, Depends(_the_limiter)]
