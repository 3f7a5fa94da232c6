"""The cards of a table: who sits where, how strong they are, and the ways to their profiles."""

from collections.abc import Mapping
from typing import NamedTuple

from taflheim.draw import board
from taflheim.draw.emblem import emblem
from taflheim.engine.bots.ratings import ratings
from taflheim.hall.hall import Hall
from taflheim.server.pages.people import address
from taflheim.store.accounts import Account
from taflheim.table.actor import Actor, Person
from taflheim.table.rating import Rating
from taflheim.table.table import Table

_WITH_PROFILE = ("owner", "registered", "bot")


class Known(NamedTuple):
    """What is known of somebody who sits at a table."""

    account: Account
    rating: str
    """Empty if there is none."""


class Side(NamedTuple):
    """A side at a table."""

    name: str
    title: str
    picture: str
    """One of its pieces."""
    emblem: str
    """The emblem of its player."""
    who: str
    rating: str
    """Of a bot, if it was measured; of a person, if there is one, or this game makes one."""
    profile: str
    """Where the profile of its player is; empty for oneself, guests, and names that belong to the table only."""
    program: bool
    """Whether its player is a program with an account."""


async def known_at(hall: Hall, table: Table) -> dict[str, Known]:
    """What is known of the people at a table, by side."""
    rated = await hall.ratings.at_table(table)
    return {
        side: Known(await hall.accounts.get(Person(seat.account)), str(rated[side]) if side in rated else "")
        for side, seat in table.seats.items()
        if seat.account is not None
    }


def sides(table: Table, actor: Actor, known: Mapping[str, Known], prefix: str) -> list[Side]:
    """Everybody who can win, in the order of their turns; `prefix` is that of the page's symbols."""
    mine = table.seats_of(actor)

    def side(name: str) -> Side:
        seat = table.seats.get(name)
        who, account = "", None
        if seat and seat.is_held:
            who = f"Bot for {seat.name}"
        elif seat and seat.is_bot:
            who = f"Bot · {seat.name}"
        elif seat and seat.is_free:
            who = "Free seat"
        elif seat and name not in mine:
            who, account = seat.name, known[name].account if name in known else None
        elif seat and len(mine) == 1:
            # Several people before one screen know who is who; one alone wants to see at a glance which side is theirs.
            who = "You"
        picture = board.tile(table.game.layout, board.side_key(table.record.start, name), prefix)
        face = emblem(seat.name) if seat and who and seat.name else ""
        title = table.game.rulebook.side_title(name)
        program = account is not None and account.kind == "bot"
        return Side(name, title, picture, face, who, _rating(table, name, known), _profile(account, who), program)

    return [side(name) for name in table.game.sides]


def _profile(account: Account | None, who: str) -> str:
    if account is None or account.kind not in _WITH_PROFILE or account.name != who:
        return ""
    return address(account.name)


def _rating(table: Table, side: str, known: Mapping[str, Known]) -> str:
    seat, measured = table.seats.get(side), ratings(table.game)
    if seat is not None and seat.account is not None:
        found = known[side].rating if side in known else ""
        return found or (str(Rating()) if table.terms.rated else "")
    if seat is None or not seat.is_bot or measured is None:
        return ""
    bot = next((one for one in measured.ratings if one.bot == seat.name and one.side in (side, "")), None)
    return f"{bot.value:.0f}" if bot else ""
