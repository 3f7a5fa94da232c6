"""How often somebody may try something that can be guessed or that costs: limits per account, per address, in all."""

import math
import time
from collections.abc import Mapping

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from taflheim.games.errors import TaflheimError
from taflheim.hall.counting import ALONE, Counted, Counting


class TooOften(TaflheimError):
    """This was tried too often; it can be tried again after some seconds."""

    def __init__(self, wait_s: int):
        super().__init__(f"that was tried too often: wait {_duration(wait_s)} and try again")
        self.wait_s = wait_s


class Attempts:
    """Counts attempts of one kind. Kept in memory: a restart forgets them.

    Where several processes serve a hall, they count together; the memory of each is what is left without the others.

    >>> import asyncio
    >>> attempts = Attempts({"account": "2/minute"})
    >>> [asyncio.run(attempts.take(account="anna")) for _ in range(2)]
    [None, None]
    >>> asyncio.run(attempts.take(account="anna"))
    Traceback (most recent call last):
    taflheim.hall.attempts.TooOften: that was tried too often: wait a minute and try again
    """

    def __init__(self, limits: Mapping[str, str], name: str = "", counting: Counting = ALONE):
        """`name`: of what is tried, where several kinds are counted together."""
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._limits = {what: sorted(parse_many(text)) for what, text in limits.items()}
        self._name = name
        self._counting = counting

    async def take(self, **keys: str) -> None:
        """Count an attempt under each of the keys; raises TooOften, and counts nothing, if one has none left."""
        counted = [(limit, what, key) for what, key in keys.items() for limit in self._limits[what]]
        shared = [Counted(self._key(*one), one[0].amount, one[0].get_expiry() * 1000) for one in counted]
        wait_ms = await self._counting.take(shared)
        if wait_ms is None:
            wait_s = max((self._wait_s(*one) for one in counted), default=0)
        else:
            wait_s = math.ceil(wait_ms / 1000)
        if wait_s:
            raise TooOften(wait_s)
        for limit, *key in counted:
            self._limiter.hit(limit, *key)

    async def forgive(self, **keys: str) -> None:
        """Forget the attempts under these keys: the last one was right."""
        counted = [(limit, what, key) for what, key in keys.items() for limit in self._limits[what]]
        for limit, *key in counted:
            self._limiter.clear(limit, *key)
        await self._counting.forgive([self._key(*one) for one in counted])

    def _key(self, limit: RateLimitItem, what: str, key: str) -> str:
        return f"{self._name}:{limit.get_expiry()}:{what}:{key}"

    def _wait_s(self, limit: RateLimitItem, *key: str) -> int:
        not_mine = limit.amount - self._counting.allowed(limit.amount)
        if self._limiter.test(limit, *key, cost=1 + not_mine):
            return 0
        return max(1, math.ceil(self._limiter.get_window_stats(limit, *key).reset_time - time.time()))


def _duration(seconds: int) -> str:
    """A time in words, rounded up.

    >>> [_duration(seconds) for seconds in (1, 20, 61, 7000)]
    ['a second', '20 seconds', '2 minutes', '2 hours']
    """
    for unit, size in (("second", 1), ("minute", 60), ("hour", 3600)):
        count = math.ceil(seconds / size)
        if count < 60 or unit == "hour":
            return f"{'an' if unit == 'hour' else 'a'} {unit}" if count == 1 else f"{count} {unit}s"
    raise AssertionError
