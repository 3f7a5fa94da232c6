"""How often somebody may try something that can be guessed or that costs: limits per account, per address, in all."""

import math
import time
from collections.abc import Mapping

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from taflheim.games.errors import TaflheimError


class TooOften(TaflheimError):
    """This was tried too often; it can be tried again after some seconds."""

    def __init__(self, wait_s: int):
        super().__init__(f"that was tried too often: wait {_duration(wait_s)} and try again")
        self.wait_s = wait_s


class Attempts:
    """Counts attempts of one kind. Kept in memory: a restart forgets them.

    >>> attempts = Attempts({"account": "2/minute"})
    >>> [attempts.take(account="anna") for _ in range(2)]
    [None, None]
    >>> attempts.take(account="anna")
    Traceback (most recent call last):
    taflheim.hall.attempts.TooOften: that was tried too often: wait a minute and try again
    """

    def __init__(self, limits: Mapping[str, str]):
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._limits = {what: sorted(parse_many(text)) for what, text in limits.items()}

    def take(self, **keys: str) -> None:
        """Count an attempt under each of the keys; raises TooOften, and counts nothing, if one has none left."""
        counted = [(limit, what, key) for what, key in keys.items() for limit in self._limits[what]]
        wait_s = max((self._wait_s(*one) for one in counted), default=0)
        if wait_s:
            raise TooOften(wait_s)
        for limit, *key in counted:
            self._limiter.hit(limit, *key)

    def forgive(self, **keys: str) -> None:
        """Forget the attempts under these keys: the last one was right."""
        for what, key in keys.items():
            for limit in self._limits[what]:
                self._limiter.clear(limit, what, key)

    def _wait_s(self, limit: RateLimitItem, *key: str) -> int:
        if self._limiter.test(limit, *key):
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
