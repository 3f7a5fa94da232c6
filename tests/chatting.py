"""People who talk at a table of a hall."""

import taflheim
from evenings import me
from taflheim.hall.hall import Hall
from taflheim.table.actor import Actor, Person
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms


async def guest(hall: Hall) -> Person:
    """Somebody new."""
    found = await hall.accounts.actor(await hall.accounts.add_guest())
    assert isinstance(found, Person)
    return found


async def with_a_friend(hall: Hall, *, watchable: bool = True) -> tuple[Table, Person]:
    """A table of the owner and a guest."""
    friend = await guest(hall)
    seats = {"a": Seat.person(me(hall).account, "Anna"), "b": Seat.person(friend.account, "Friend")}
    table = await hall.tables.open(taflheim.game("quoridor").start(), seats, Terms(watchable=watchable))
    return table, friend


async def texts(hall: Hall, table: Table, actor: Actor, after: int = 0) -> list[str]:
    """What somebody reads."""
    lines = await hall.chat.lines(table.id, await hall.chat.listener(table.id, actor), after)
    return [line.text for line in lines]
