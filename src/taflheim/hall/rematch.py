"""The table of a rematch: the same game and terms, with the sides that were agreed on."""

from dataclasses import replace

from taflheim.table.decision import Decision
from taflheim.table.seat import Seat
from taflheim.table.table import Table


def rematch_of(decision: Decision) -> Table | None:
    """The table that is to be opened with what was decided; None unless a rematch begins.

    Whoever has opened the old table has opened this one, or, if they are not asked any more, who has offered it.
    """
    begins = next((event for event in decision.events if event.kind == "rematch"), None)
    rematch = decision.table.rematch
    if begins is None or rematch is None or rematch.by is None:
        return None
    old = decision.table
    seats = {side: seat or Seat.free() for side, seat in rematch.new_seats.items()}
    there = {seat.account for seat in seats.values()}
    opener = old.terms.opener if old.terms.opener in there else rematch.seats[rematch.by].account
    # A try that counts is made once.
    terms = replace(old.terms, opener=opener, counted=False, created_ms=begins.at_ms)
    return Table.new(begins.text, old.record.start, seats, terms, old.clock.outages)
