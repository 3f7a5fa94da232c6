"""How many messages a client may send: a token bucket."""


class Credits:
    """`capacity` messages at once, and `per_second` in the long run.

    >>> credits = Credits(capacity=2, per_second=1.0, now_s=0.0)
    >>> [credits.take(now_s) for now_s in (0.0, 0.0, 0.0, 1.0, 1.0)]
    [True, True, False, True, False]
    """

    __slots__ = ("_capacity", "_left", "_per_second", "_since_s")

    def __init__(self, capacity: int, per_second: float, now_s: float):
        self._capacity = capacity
        self._per_second = per_second
        self._left: float = capacity
        self._since_s = now_s

    def take(self, now_s: float) -> bool:
        """Use one credit up; False if none is left."""
        self._left = min(self._capacity, self._left + (now_s - self._since_s) * self._per_second)
        self._since_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, count: int) -> None:
        """Use credits up for what was sent elsewhere: at most so many that as many are missing as there can be."""
        self._left = max(-float(self._capacity), self._left - count)
