"""What becomes of a game that somebody leaves: aborted, or the table's policy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taflheim.table.circumstances import STAND_IN_LEVEL
from taflheim.table.rated import MOVES_THAT_COUNT

if TYPE_CHECKING:
    from taflheim.table.decision import Asked
    from taflheim.table.table import Table


def left(table: "Table", asked: "Asked", sides: Sequence[str], why: str) -> "Table":
    """After a person has left these sides: a bot takes them, or they are out. Nobody wins what has hardly begun."""
    if len(table.seats) > 2 and table.terms.policy == "bot":
        for side in sides:
            level = asked.around.stand_ins.get(table.seats[side].account or "", STAND_IN_LEVEL)
            table = asked.happen(table, "held", side, str(level))
        return table
    here = table.in_game
    begun = all(table.clock.moves_of(side) >= MOVES_THAT_COUNT for side in here)
    if not begun and len(here) - len(sides) < 2:
        return asked.happen(table, "aborted", sides[0], why)
    for side in sides:
        if table.state == "playing":
            table = asked.happen(table, "left", side)
    return table


def not_begun(table: "Table", asked: "Asked", side: str, why: str) -> "Table":
    """After a side has made no first move, by wish or by being late. With more than two players, once others have
    moved, that is leaving."""
    account = table.seats[side].player
    if table.state == "open":
        if account == table.terms.opener:
            return asked.happen(table, "aborted", side, "withdrawn")
        return asked.happen(table, "rise", side)
    if _others_moved(table, account):
        return left(table, asked, [side], why)
    return asked.happen(table, "aborted", side, why)


def closed(table: "Table", asked: "Asked", account: str) -> "Table":
    """After an account was deleted: its games are resigned, or aborted where nobody loses by it."""
    mine = [side for side in table.in_game if table.seats[side].player == account]
    if table.state == "open":
        if table.terms.opener == account:
            return asked.happen(table, "aborted", table.record.turn, "withdrawn")
        for side in mine:
            table = asked.happen(table, "rise", side)
        return table
    if table.state != "playing" or not mine:
        return table
    alone = all(seat.account in (None, account) for seat in table.seats.values())
    fresh = not any(table.clock.has_moved(side) for side in mine)
    if alone or (fresh and (len(table.seats) == 2 or not _others_moved(table, account))):
        return asked.happen(table, "aborted", mine[0], "closed")
    for side in mine:
        if table.state == "playing":
            table = asked.happen(table, "resign", side)
    return table


def _others_moved(table: "Table", account: str | None) -> bool:
    """Whether other people have made a move that would be lost."""
    others = (side for side, seat in table.seats.items() if seat.account not in (None, account))
    return any(table.clock.has_moved(side) for side in others)
