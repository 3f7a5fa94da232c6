"""How often somebody may try something that can be guessed or that costs: limits per account, per address, in all."""

import math
import time
from collections.abc import Mapping

from limits import parse_many

from taflheim.games.errors import TaflheimError
from taflheim.hall.counting import ALONE, Counted, Counting
from taflheim.hall.neighbourhood import neighbourhood
from taflheim.hall.windows import Key, Windows


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
        self._windows = Windows()
        self._limits = {
            what: [(limit.amount, limit.get_expiry()) for limit in sorted(parse_many(text))]
            for what, text in limits.items()
        }
        self._name = name
        self._counting = counting

    async def take(self, **keys: str) -> None:
        """Count an attempt under each of the keys; raises TooOften, and counts nothing, if one has none left."""
        counted = self._counted(keys)
        wait_ms = await self._counting.take(
            [Counted(self._shared(key), most, key.window_s * 1000) for most, key in counted]
        )
        now_s = time.monotonic()
        if wait_ms is None:
            allowed = self._counting.allowed
            wait_s = max((self._windows.wait_s(key, allowed(most), now_s) for most, key in counted), default=0)
        else:
            wait_s = wait_ms / 1000
        if wait_s:
            raise TooOften(math.ceil(wait_s))
        for _, key in counted:
            self._windows.count(key, now_s)

    async def forgive(self, **keys: str) -> None:
        """Forget the attempts under these keys: the last one was right."""
        counted = self._counted(keys)
        for _, key in counted:
            self._windows.forget(key)
        await self._counting.forgive([self._shared(key) for _, key in counted])

    def _counted(self, keys: Mapping[str, str]) -> list[tuple[int, Key]]:
        """What is counted, and how much of it may be: for each key each of its limits."""
        names = {what: neighbourhood(name) if what == "address" else name for what, name in keys.items()}
        return [
            (most, Key(window_s, what, name)) for what, name in names.items() for most, window_s in self._limits[what]
        ]

    def _shared(self, key: Key) -> str:
        """Its name, where several processes count together."""
        return f"{self._name}:{key.window_s}:{key.what}:{key.name}"


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
