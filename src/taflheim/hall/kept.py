"""Tables as the store keeps them: from the value to its rows and back."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from taflheim.games.record import ABORTED, AGREED, Record, is_end
from taflheim.games.registry import game
from taflheim.store import tables as rows
from taflheim.store.transaction import Work
from taflheim.table import history
from taflheim.table.decision import Decision
from taflheim.table.event import Event, Kind
from taflheim.table.outage import Outage
from taflheim.table.played import played_ms
from taflheim.table.table import Table

_KINDS: dict[str, Kind] = {
    "resigns": "resign",
    "time": "time",
    "left": "left",
    "agreed": "agreed",
    "aborted": "aborted",
}


def new(table: Table, request: str | None = None) -> rows.NewTable:
    """A table at which nothing has happened yet, with the request id under which its opener has asked for it."""
    return rows.NewTable(
        table.id,
        table.game.name,
        dict(table.game.options),
        str(table.record.start),
        table.seats,
        table.terms,
        table.record.turn,
        request,
        None if request is None else _digest(table),
    )


def _digest(table: Table) -> str:
    """What somebody has asked for. Not the start nor the sides: drawn by lot, they would differ in a retry."""
    who = sorted(str((seat.account, seat.level, seat.name)) for seat in table.seats.values())
    asked = (table.game.name, sorted(table.game.options.items()), who, str(replace(table.terms, created_ms=0)))
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]


def with_moves(table: Table, record: Record) -> Table:
    """A new table at which what a record tells was done, by those who sit there."""
    for event in events_of(record, table.terms.created_ms):
        table = history.after(table, event._replace(account=table.seats[event.side].account))
    return table


def events_of(record: Record, at_ms: int) -> list[Event]:
    """A record as what has happened at a table, all at one time.

    >>> import taflheim
    >>> [tuple(event[:4]) for event in events_of(taflheim.game("quoridor").record().play("e8").resign("a"), 0)]
    [(1, 'move', 'a', 'e8'), (2, 'resign', 'a', '')]
    """
    found = []
    for number, (entry, before) in enumerate(zip(record.entries, record.positions, strict=False), 1):
        if not is_end(entry):
            found.append(Event(number, "move", before.turn, entry, at_ms))
            continue
        side, _, how = entry.partition(":")
        found.append(Event(number, _KINDS[how], before.turn if entry in (AGREED, ABORTED) else side, "", at_ms))
    return found


def add(connection: Connection, row: rows.NewTable, table: Table, along: Work | None = None) -> None:
    """Work of the store that keeps a new table, what was done there before, and what else goes along with it."""
    if along:
        along(connection)
    rows.add(connection, row)
    if table.events:
        rows.append(connection, table.id, table.events, standing=standing(table, table.events))


def opened(table: Table) -> Work:
    """Work of the store that keeps a new table."""
    row = new(table)
    return lambda connection: rows.add(connection, row)


def decided(before: Table, decision: Decision) -> Work:
    """Work of the store that keeps what was decided."""
    events, table = decision
    changed = {side: seat for side, seat in table.seats.items() if seat != before.seats[side]}
    # What is said of a rematch comes after the end, and changes nothing of it.
    before_the_end = events if before.result is None else ()
    end = ended(table) if table.result and before_the_end else None
    stands = standing(table, (*before.events[-1:], *before_the_end))
    begins = before.state == "open" and table.state == "playing"
    return lambda connection: rows.append(connection, table.id, events, changed, end, stands, begins=begins)


def in_order(connection: Connection, steps: Sequence[Work]) -> None:
    """Work of the store that is done together."""
    for step in steps:
        step(connection)


def ended(table: Table) -> rows.Ended:
    """How the game at a table has ended."""
    assert table.result is not None
    outcomes = {side: table.outcome_for_player(side) for side in table.seats}
    return rows.Ended(
        table.result.winner, table.result.reason, outcomes, "aborted" if table.state == "aborted" else "over"
    )


def standing(table: Table, events: Sequence[Event]) -> rows.Standing:
    """How a table stands; `events` are those since it was last noted."""
    return rows.Standing(table.record.moves_made, str(table.record.position), table.record.turn, played_ms(events))


def replayed(stored: rows.Stored, outages: Iterable[Outage] = ()) -> Table:
    """The table that was stored."""
    start = game(stored.game, **stored.options).position(stored.start)
    seats = {side: stored.seats[side] for side in start.game.seats}
    return Table.replay(stored.id, start, seats, stored.events, stored.terms, outages)
