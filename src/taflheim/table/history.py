"""A table from one event to the next. Decisions and replays come this way, so that both give the same table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from taflheim.games.record import ABORTED, AGREED, Record
from taflheim.table import seating
from taflheim.table.event import RECORDED, SEATING, Event, Kind
from taflheim.table.lag import FIRST_QUOTA_MS, LagQuota
from taflheim.table.offer import Offers
from taflheim.table.rematch import Rematch
from taflheim.table.seat import Seat

if TYPE_CHECKING:
    from taflheim.table.table import Table

_ENTRIES: Mapping[Kind, str] = {
    "resign": "{side}:resigns",
    "time": "{side}:time",
    "left": "{side}:left",
    "agreed": AGREED,
    "aborted": ABORTED,
}
"""What the record says of events that are no moves."""
_BARRING = ("resign", "time", "left", "held", "return")
"""No takeback goes across these."""
_REGROUPING = ("undo", "held", "return")
"""After these other people may be in the game than before."""
_NOT_THERE = ("late", "claimed")
"""Why a game was aborted, if that was because a side was not there."""


def after(table: "Table", event: Event, record: Record | None = None, *, ending: bool = True) -> "Table":
    """The table after an event that is legal, with the record then if that is known already.

    `ending` says whether the event may have ended the game.
    """
    kind, seats, clock, barred = event.kind, table.seats, table.clock, table.barred
    if kind in SEATING:
        seats = seating.after(seats, event)
        record = table.record.with_headers(seating.names(seats))
        clock = clock.after(event)
    elif kind in RECORDED:
        record = record or _recorded(table.record, event)
        clock = clock.after(event, record.turn)
    record = record or table.record
    if kind in _BARRING:
        barred = len(record.entries)
    elif kind == "undo":
        barred = min(barred, len(record.entries))
    offers, rematch = table.offers, table.rematch
    if rematch:
        rematch = rematch.after(event, clock.outages)
    elif table.clock.turn:
        offers = offers.after(event, _in_game(seats, record) if kind in _REGROUPING else offers.seats)
    # Not by `replace`: this is done for every move.
    grown = type(table)(
        table.id,
        seats,
        record,
        (*table.events, event),
        table.terms,
        clock,
        offers,
        _quotas_ms(table, event),
        barred,
        rematch,
    )
    if kind in RECORDED:
        return _ended(grown, event) if ending and record.result else grown
    return begun(grown, event.at_ms) if kind in SEATING and not clock.turn and not grown.is_open else grown


def begun(table: "Table", at_ms: int) -> "Table":
    """The table when every seat is taken: the first turn begins."""
    clock = table.clock.started(table.record.turn, at_ms)
    return replace(table, clock=clock, offers=Offers(table.seats, table.terms.serious))


def _ended(table: "Table", event: Event) -> "Table":
    """The table after the game has ended: clocks stand still, and all who were there may speak of a rematch."""
    stopped = table.clock.stopped(event.at_ms)
    if any(seat.is_free for seat in table.seats.values()):
        return replace(table, clock=stopped)  # it was closed before it began
    ends = (entry.partition(":") for entry in table.record.entries)
    absent = {side for side, _, how in ends if how in ("time", "left")}
    absent |= {side for side, seat in table.seats.items() if seat.is_held}
    if event.kind == "aborted" and event.text in _NOT_THERE:
        absent.add(event.side)
    seats = {side: seat.returned() if seat.is_held else seat for side, seat in table.seats.items()}
    rematch = Rematch(seats, frozenset(absent), day_game=table.terms.clock.kind == "days")
    return replace(table, clock=stopped, rematch=rematch)


def _recorded(record: Record, event: Event) -> Record:
    """The record after an event that was legal when it was stored."""
    if event.kind == "undo":
        return record.undo(int(event.text))
    return record.add_legal(event.text if event.kind == "move" else _ENTRIES[event.kind].format(side=event.side))


def _in_game(seats: Mapping[str, Seat], record: Record) -> dict[str, Seat]:
    return {side: seat for side, seat in seats.items() if side not in record.gone}


def _quotas_ms(table: "Table", event: Event) -> Mapping[str, int]:
    # A bot's wait for an engine is not taken from the quota of its seat.
    if event.kind != "move" or event.account is None or not table.terms.clock.timed:
        return table.quotas_ms
    quota = LagQuota(quota_ms=table.quotas_ms.get(event.side, FIRST_QUOTA_MS)).moved(event.lag_ms)
    return {**table.quotas_ms, event.side: quota.quota_ms}
