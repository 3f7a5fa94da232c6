"""How slow connections are: the round trips of the server's own pings, by table and account.

They are not stored: after a start of the hall nobody is forgiven anything before the next ping.
"""

from collections.abc import Callable

from taflheim.table.lag import LagQuota
from taflheim.table.table import Table


class Lag:
    """The last round trips to everybody who plays. A new connection goes on with those of the last one."""

    def __init__(self) -> None:
        self._trips: dict[str, dict[str, LagQuota]] = {}

    def note(self, table_id: str, account: str, round_trip_ms: int) -> None:
        """Take note of a ping that has come back."""
        here = self._trips.setdefault(table_id, {})
        here[account] = here.get(account, LagQuota()).pinged(round_trip_ms)

    def of(self, table: Table) -> dict[str, int]:
        """The smallest of the last round trips, by side."""
        here = self._trips.get(table.id)
        if not here:
            return {}
        played = ((side, seat.player) for side, seat in table.seats.items())
        return {side: min(here[player].trips_ms) for side, player in played if player in here}

    def forget(self, keep: Callable[[str], bool]) -> None:
        """Forget the round trips of all tables but those that are to be kept."""
        for table_id in [table_id for table_id in self._trips if not keep(table_id)]:
            del self._trips[table_id]
