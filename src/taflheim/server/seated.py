"""What is known of those who sit at a table: their accounts, and how strong they are."""

from collections.abc import Mapping
from typing import NamedTuple

from taflheim.engine.bots.ratings import ratings
from taflheim.hall.hall import Hall
from taflheim.store.accounts import Account
from taflheim.table.actor import Person
from taflheim.table.rating import Rating
from taflheim.table.table import Table


class Known(NamedTuple):
    """What is known of somebody who sits at a table."""

    account: Account
    rating: str
    """Empty if there is none."""


async def known_at(hall: Hall, table: Table) -> dict[str, Known]:
    """What is known of the people at a table, by side."""
    rated = await hall.ratings.at_table(table)
    return {
        side: Known(await hall.accounts.get(Person(seat.account)), str(rated[side]) if side in rated else "")
        for side, seat in table.seats.items()
        if seat.account is not None
    }


def rating_at(table: Table, side: str, known: Mapping[str, Known]) -> str:
    """How strong who sits there is: a bot, if it was measured; a person, if they have a rating, or this game makes one.

    Empty for all others.
    """
    seat, measured = table.seats.get(side), ratings(table.game)
    if seat is not None and seat.account is not None:
        found = known[side].rating if side in known else ""
        return found or (str(Rating()) if table.terms.rated else "")
    if seat is None or not seat.is_bot or measured is None:
        return ""
    bot = next((one for one in measured.ratings if one.bot == seat.name and one.side in (side, "")), None)
    return f"{bot.value:.0f}" if bot else ""
