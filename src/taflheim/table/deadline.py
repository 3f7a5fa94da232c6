"""What is due at a table, and when: for the house, which does it, and for pages, which show it.

A deadline is the last instant that is still in time. Whatever the house does then is stamped with that instant.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple

from taflheim.table.circumstances import Circumstances
from taflheim.table.event import SEATING
from taflheim.table.lag import FIRST_QUOTA_MS, LagQuota
from taflheim.table.outage import last_instant_ms, timer_end_ms
from taflheim.table.presence import ABSENT, claim_ms

if TYPE_CHECKING:
    from taflheim.table.table import Table

FIRST_MOVE_MS = 2 * 60_000
"""How long somebody has for a first move against people, at live clocks."""
OPEN_MS = 24 * 3_600_000
OPEN_DAYS_MS = 14 * 86_400_000
"""How long a table stays open for who may come, at live clocks and at those of days."""
DESERTED_MS = 24 * 3_600_000
"""How long a table waits for its people to come back before it is aborted."""


class Deadline(NamedTuple):
    """The last instant before something is due."""

    at_ms: int
    kind: Literal["time", "late", "expired", "deserted", "claim", "rematch"]
    """Time is up; a first move is late; nobody came; nobody is left; somebody can be claimed against; an offer ends."""
    side: str = ""


def allowance_ms(table: "Table", side: str, around: Circumstances) -> int:
    """What is forgiven to a side in this turn: a person's lag, as far as the quota goes, or a bot's wait."""
    delay_ms = around.delays_ms.get(side, 0)
    if table.seats[side].is_bot:
        return delay_ms
    return LagQuota((delay_ms,), table.quotas_ms.get(side, FIRST_QUOTA_MS)).allowance_ms


def duty(table: "Table", around: Circumstances) -> Deadline | None:
    """What the house has to do next at a table, if nothing else happens there."""
    if table.state == "open":
        return _expiry(table)
    if table.state != "playing":
        return None
    if table.deserted:
        return Deadline(timer_end_ms(table.clock.outages, table.events[-1].at_ms, DESERTED_MS), "deserted")
    if not table.terms.clock.timed:
        return None
    turn = table.record.turn
    if table.clock.running:
        at_ms = table.clock.deadline_ms(allowance_ms(table, turn, around))
        return None if at_ms is None else Deadline(at_ms, "time", turn)
    return _first_move(table, turn)


def deadlines(table: "Table", around: Circumstances) -> tuple[Deadline, ...]:
    """Everything that is due at a table, the earliest first: the house's duty, a claim, the end of an offer."""
    found = [duty(table, around), _claim(table, around), _rematch(table)]
    return tuple(sorted(deadline for deadline in found if deadline))


def _expiry(table: "Table") -> Deadline:
    open_ms = OPEN_DAYS_MS if table.terms.clock.kind == "days" else OPEN_MS
    return Deadline(last_instant_ms(table.clock.outages, table.terms.created_ms, open_ms), "expired")


def _first_move(table: "Table", turn: str) -> Deadline | None:
    if table.seats[turn].is_bot or len(table.people) < 2:
        return None
    control = table.terms.clock
    length_ms = control.base_ms if control.kind == "days" else FIRST_MOVE_MS
    # Who was alone with bots had time until somebody came back.
    since_ms = max(table.clock.since_ms, _changed_ms(table, table.seats))
    return Deadline(timer_end_ms(table.clock.outages, since_ms, length_ms), "late", turn)


def claimable_ms(table: "Table", around: Circumstances) -> int | None:
    """From when on the person to move can be claimed against; None if never. Who has come back counts from then."""
    turn = table.record.turn
    presence = around.presence.get(table.seats[turn].player or "", ABSENT)
    since_ms = max(table.clock.since_ms, _changed_ms(table, [turn]))
    return claim_ms(presence, since_ms, table.terms.clock, table.clock.outages)


def _changed_ms(table: "Table", sides: Collection[str]) -> int:
    """When other players last sat down on one of these sides."""
    return next((e.at_ms for e in reversed(table.events) if e.kind in SEATING and e.side in sides), 0)


def _claim(table: "Table", around: Circumstances) -> Deadline | None:
    turn = table.record.turn
    if table.state != "playing" or table.seats[turn].player is None or len(table.people) < 2:
        return None
    at_ms = claimable_ms(table, around)
    return None if at_ms is None else Deadline(at_ms, "claim", turn)


def _rematch(table: "Table") -> Deadline | None:
    rematch = table.rematch
    if rematch is None or rematch.plays is None or rematch.accepted:
        return None
    return Deadline(rematch.ends_ms(table.clock.outages), "rematch", rematch.by or "")
