"""Tables with people at them, and what they do there."""

import taflheim
from taflheim.table.actor import Actor, House, Person
from taflheim.table.circumstances import NOTHING_KNOWN, Circumstances
from taflheim.table.event import Action, Event, Move
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

S, MINUTE, HOUR = 1_000, 60_000, 3_600_000
ANNA, BO, CY, DEE = map(Person, ("anna", "bo", "cy", "dee"))
BOT = Seat.bot(2, "Bot")
OPENING = {
    "a": ("e8", "e7", "e6", "e7", "e6"),
    "b": ("e2", "e3", "e2", "e3", "e2"),
    "c": ("b5", "c5", "b5", "c5", "b5"),
    "d": ("h5", "g5", "h5", "g5", "h5"),
}
"""Moves of each side of Quoridor that end no game and repeat no position three times."""


def person(account: str) -> Seat:
    """The seat of somebody."""
    return Seat.person(account, account.title())


def seated(players: int = 2, clock: str = "none", terms: Terms | None = None, **seats: Seat) -> Table:
    """A table of Quoridor at which Anna, Bo, Cy and Dee sit, but for the named seats."""
    start = taflheim.game("quoridor", players=players).start()
    people = dict(zip("abcd", map(person, ("anna", "bo", "cy", "dee")), strict=False))
    chosen = {side: seats.get(side, people[side]) for side in start.game.seats}
    return Table.new("t", start, chosen, terms or Terms(TimeControl.parse(clock), opener="anna"))


def mover(table: Table) -> Actor:
    """Who is to move."""
    player = table.seats[table.record.turn].player
    return Person(player) if player else House()


def move(table: Table, at_ms: int = 0, around: Circumstances = NOTHING_KNOWN) -> Table:
    """The table after the next move of whoever is to move."""
    turn = table.record.turn
    text = OPENING[turn][table.clock.moves_of(turn)]
    return table.decide(Move(table.position_number, text), mover(table), at_ms, around).table


def moves(table: Table, count: int, at_ms: int = 0) -> Table:
    """The table after so many moves, all at one time."""
    for _ in range(count):
        table = move(table, at_ms)
    return table


def act(
    table: Table, action: Action, actor: Actor, at_ms: int = 0, around: Circumstances = NOTHING_KNOWN
) -> tuple[Table, list[tuple[str, str, str]]]:
    """The table after an action, and what has happened: kind, side and text."""
    events, after = table.decide(action, actor, at_ms, around)
    return after, [told(event) for event in events]


def told(event: Event) -> tuple[str, str, str]:
    """What an event says: kind, side and text."""
    return event.kind, event.side, event.text


def replayed(table: Table) -> Table:
    """The table as its log gives it."""
    return Table.replay(table.id, table.record.start, table.seats, table.events, table.terms, table.clock.outages)
