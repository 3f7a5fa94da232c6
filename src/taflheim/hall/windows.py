"""How often something was done lately: counted in windows of time that move on, by key."""

from bisect import bisect_right
from typing import NamedTuple

_FEW = 1000
"""So many keys are kept without looking which of them are of no use any more."""


class Key(NamedTuple):
    """Under what something is counted, and for how long."""

    window_s: int
    what: str
    name: str


class Windows:
    """When what was done, in memory, for as long as it counts. Of keys that nobody uses any more nothing is left.

    >>> windows, anna = Windows(), Key(60, "account", "anna")
    >>> windows.count(anna, now_s=0)
    >>> windows.count(anna, now_s=50)
    >>> windows.wait_s(anna, 3, now_s=55), windows.wait_s(anna, 2, now_s=55), windows.wait_s(anna, 2, now_s=60)
    (0, 5, 0)
    """

    def __init__(self) -> None:
        self._times: dict[Key, list[float]] = {}
        self._most_keys = _FEW

    def __len__(self) -> int:
        return len(self._times)

    def wait_s(self, key: Key, most: int, now_s: float) -> float:
        """How long to wait until it was done less than `most` times; 0 if that is so."""
        times = self._recent(key, now_s)
        if len(times) < most:
            return 0
        return (times[-most] if most else now_s) + key.window_s - now_s

    def count(self, key: Key, now_s: float) -> None:
        """It is done once more."""
        self._recent(key, now_s).append(now_s)
        if len(self._times) > self._most_keys:
            for old in [one for one, times in self._times.items() if not times or times[-1] <= now_s - one.window_s]:
                del self._times[old]
            self._most_keys = max(_FEW, 2 * len(self._times))

    def forget(self, key: Key) -> None:
        """It was never done."""
        self._times.pop(key, None)

    def _recent(self, key: Key, now_s: float) -> list[float]:
        times = self._times.setdefault(key, [])
        del times[: bisect_right(times, now_s - key.window_s)]
        return times
