"""Whether somebody is there, since when, and from when on a claim can be made against them.

Presence is not in a table's log: the hall keeps it by account, and gives it to those decisions that ask for it.
"""

from typing import NamedTuple

from taflheim.table.outage import Outage, timer_end_ms
from taflheim.table.time_control import TimeControl

RETURN_MS = 10_000
"""A return that is shorter does not begin the count of an absence anew."""
AWAY_MS = 60_000
AWAY_WITHOUT_CLOCK_MS = 3 * 60_000
SILENT_MS = 24 * 3_600_000
"""How long somebody who is there may think where there is no clock."""


class Presence(NamedTuple):
    """Whether somebody is connected, in any tab.

    >>> away = Presence().went(5_000)
    >>> away.away_ms, away.came(50_000).went(58_000).away_ms, away.came(50_000).went(61_000).away_ms
    (5000, 5000, 61000)
    """

    connected: bool = False
    since_ms: int = 0
    """Since when they are there, or gone."""
    away_ms: int = 0
    """From when on their absence counts: the last one, or one before it that was only just interrupted."""

    def came(self, at_ms: int) -> "Presence":
        """After the first connection was opened."""
        return self if self.connected else Presence(True, at_ms, self.away_ms)

    def went(self, at_ms: int) -> "Presence":
        """After the last connection was closed."""
        if not self.connected and self.since_ms:
            return self
        stayed = not self.connected or at_ms - self.since_ms >= RETURN_MS or not self.away_ms
        return Presence(False, at_ms, at_ms if stayed else self.away_ms)


ABSENT = Presence()
"""Of whom nothing was seen since the hall has begun to run: away for as long as anybody can say."""


def claim_ms(presence: Presence, to_move_ms: int, control: TimeControl, outages: tuple[Outage, ...]) -> int | None:
    """From when on somebody who is to move since `to_move_ms` can be claimed against; None if never.

    >>> claim_ms(Presence(False, 5_000, 5_000), 20_000, TimeControl.parse("5+3"), ())
    80000
    """
    if control.kind == "days":
        return None
    silent = None if control.timed else timer_end_ms(outages, to_move_ms, SILENT_MS)
    if presence.connected:
        return silent
    length_ms = AWAY_MS if control.timed else AWAY_WITHOUT_CLOCK_MS
    away = timer_end_ms(outages, max(presence.away_ms, to_move_ms), length_ms)
    return away if silent is None else min(away, silent)
