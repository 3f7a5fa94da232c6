"""Rated games: who may sit at a rated table, whether a game counts, and the ranks of its end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from taflheim.table.circumstances import GUEST, Circumstances
from taflheim.table.errors import refused
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

if TYPE_CHECKING:
    from taflheim.table.table import Table

MOVES_THAT_COUNT = 2
"""How many moves each side must have made for a game to count, unless it has left."""


def check_seats(terms: Terms, seats: Mapping[str, Seat], around: Circumstances) -> None:
    """Raise SeatRefused if a rated game cannot be played by these, some of whom may still have to come.

    Asked when a table is opened and whenever somebody sits down, so that a table that begins as rated is so.
    """
    if not terms.rated:
        return
    people = [seat.account for seat in seats.values() if seat.account is not None]
    bots = [seat.level for seat in seats.values() if seat.is_bot]
    accounts = [around.accounts.get(account, GUEST) for account in people]
    makers = [account.maker for account in accounts if account.kind == "program"]
    coming = sum(seat.is_free for seat in seats.values())
    if len(seats) == 1:
        raise refused("rated_alone")
    if any(account.kind == "guest" for account in accounts):
        raise refused("rated_guest")
    if len(set(people)) < len(people) or len(set(bots)) < len(bots):
        raise refused("rated_twice")
    if len(people) + coming > 1 and not terms.clock.timed:
        raise refused("rated_clock")
    if makers and not terms.programs and len(makers) < len(people) + coming:
        raise refused("rated_program")
    if len(set(makers)) < len(makers):
        raise refused("rated_maker")
    if bots and not around.measured:
        raise refused("rated_ladder")


def counts(table: "Table") -> bool:
    """Whether a game that is over changes ratings, as far as its table can say."""
    if not table.terms.rated or table.state != "over":
        return False
    gone = table.record.gone
    return all(side in gone or table.clock.moves_of(side) >= MOVES_THAT_COUNT for side in table.seats)


def ranks(table: "Table") -> dict[str, int]:
    """The rank of each side when the game is over: the winner, the rest tied, then those who left, the latest first.

    >>> import taflheim
    >>> from taflheim.table.event import Event
    >>> from taflheim.table.table import Table
    >>> seats = {side: Seat.person(side, side) for side in "abcd"}
    >>> left = [Event(n, "left", side, "", at_ms=0) for n, side in enumerate("cab", 1)]
    >>> ranks(Table.replay("t", taflheim.game("quoridor", players=4).start(), seats, left))
    {'a': 3, 'b': 2, 'c': 4, 'd': 1}
    """
    winner = table.result.winner if table.result else None
    rest = {side for side in table.seats if side not in table.record.gone and side != winner}
    gone = [entry.side for entry in reversed(table.clock.entries) if entry.out]
    groups = [group for group in ({winner} if winner else set(), rest, *({side} for side in gone)) if group]
    return {side: next(rank for rank, group in enumerate(groups, 1) if side in group) for side in table.seats}
