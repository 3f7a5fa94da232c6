"""The lag allowance of a seat: how much of a slow connection's delay is not charged to its clock."""

from collections.abc import Iterable
from typing import NamedTuple

MOST_MS = 500
"""What is forgiven at most for one move."""
FIRST_QUOTA_MS = 1_000
QUOTA_GROWTH_MS = 200
LARGEST_QUOTA_MS = 3_000
TRIPS = 5
"""How many round trips are remembered; the smallest counts, so that a page cannot earn time by answering late."""


class LagQuota(NamedTuple):
    """What a seat has left to be forgiven, and the last round trips of the server's own pings to it.

    It belongs to the seat: a new connection goes on with it.

    >>> seat = LagQuota().pinged(80).pinged(60).pinged(900)
    >>> seat.allowance_ms, seat.moved(60).quota_ms
    (60, 1140)
    """

    trips_ms: tuple[int, ...] = ()
    quota_ms: int = FIRST_QUOTA_MS

    @classmethod
    def after(cls, lags_ms: Iterable[int]) -> "LagQuota":
        """The quota after moves that were forgiven this much each, oldest first: what a log says of it."""
        quota = cls()
        for lag_ms in lags_ms:
            quota = quota.moved(lag_ms)
        return quota

    def pinged(self, trip_ms: int) -> "LagQuota":
        """After a ping came back in so many milliseconds."""
        return self._replace(trips_ms=(*self.trips_ms, max(0, trip_ms))[-TRIPS:])

    @property
    def allowance_ms(self) -> int:
        """What would be forgiven for a move that is received now."""
        return min(MOST_MS, self.quota_ms, *self.trips_ms) if self.trips_ms else 0

    def moved(self, lag_ms: int) -> "LagQuota":
        """After a move for which so much was forgiven."""
        left = max(0, self.quota_ms - lag_ms)
        return self._replace(quota_ms=min(LARGEST_QUOTA_MS, left + QUOTA_GROWTH_MS))
