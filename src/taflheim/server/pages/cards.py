"""The cards of a table: who sits where, how strong they are, and the ways to their profiles."""

from collections.abc import Mapping
from typing import NamedTuple

from taflheim.draw import board
from taflheim.draw.emblem import emblem
from taflheim.server.pages.people import address
from taflheim.server.seated import Known, rating_at
from taflheim.store.accounts import Account
from taflheim.table.actor import Actor
from taflheim.table.seating import told_apart
from taflheim.table.table import Table

_WITH_PROFILE = ("owner", "registered", "bot")


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
        elif seat and name not in mine:
            who, account = seat.name, known[name].account if name in known else None
        elif seat and len(mine) == 1:
            # One alone wants to see at a glance which side is theirs. Several people before one screen know who is who,
            # unless they have names.
            who = "You"
        elif seat and told_apart(table.seats, seat.account):
            who = seat.name
        picture = board.tile(table.game.layout, board.side_key(table.record.start, name), prefix)
        face = emblem(seat.name) if seat and who and seat.name else ""
        title = table.game.rulebook.side_title(name)
        program = account is not None and account.kind == "bot"
        return Side(name, title, picture, face, who, rating_at(table, name, known), _profile(account, who), program)

    return [side(name) for name in table.game.sides]


def _profile(account: Account | None, who: str) -> str:
    if account is None or account.kind not in _WITH_PROFILE or account.name != who:
        return ""
    return address(account.name)
