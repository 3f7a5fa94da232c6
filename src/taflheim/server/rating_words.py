"""Ratings in words: what they are for, how they stand, and how a game has changed them."""

from datetime import UTC, datetime

from typing_extensions import TypedDict

from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.hall.hall import Hall
from taflheim.store.ratings import Change
from taflheim.table.rating import Category, Rating
from taflheim.table.table import Table

NOT_CERTAIN = "A question mark says that a rating is not certain yet: that takes a few dozen rated games."
"""Said wherever such a rating may stand."""


def game_title(game: Game) -> str:
    """A game with those of its options that are not as usual.

    >>> import taflheim
    >>> game_title(taflheim.game("quoridor")), game_title(taflheim.game("quoridor", players=3, rules="strict"))
    ('Quoridor', 'Quoridor, 3 players, strict rules')
    """
    usual = game.rulebook.choose({})
    apart = (f"{value} {name}" for name, value in game.options.items() if value != usual[name])
    return ", ".join((game.title, *apart))


def category_title(category: Category) -> str:
    """What a rating is for.

    >>> category_title(Category.parse("halatafl/sheep=18/foxes"))
    'Halatafl, 18 sheep · Foxes'
    """
    return " · ".join((game_title(category.game), *([side_title(category)] if category.side else [])))


def side_title(category: Category) -> str:
    """The side that a rating is for; nothing where it is for all of them."""
    return category.game.rulebook.side_title(category.side) if category.side else ""


def read_category(text: str) -> Category | None:
    """A category that was stored; None if this version does not know its game."""
    try:
        return Category.parse(text)
    except TaflheimError:
        return None


class Changed(TypedDict):
    """How the rating of somebody has changed with a game."""

    side: str
    title: str
    """Who it is."""
    change: str
    """From what to what."""
    now: str


async def changes_at(hall: Hall, table: Table) -> list[Changed]:
    """What a rated game has changed, side by side; nothing of a game that does not count."""
    changed = (await hall.ratings.changes([table.id])).get(table.id, {})
    return [
        {
            "side": side,
            "title": seat.name,
            "change": before_after(changed[side]),
            "now": str(Rating(changed[side].mu_after, changed[side].sigma_after)),
        }
        for side, seat in table.seats.items()
        if side in changed and seat.account is not None
    ]


def before_after(change: Change) -> str:
    """How a game has changed a rating.

    >>> before_after(Change("t", "a", "7f", "quoridor", 25.0, 3.0, 26.0, 3.0, 1, 0))
    '1500 → 1530'
    """
    return f"{Rating(change.mu_before, change.sigma_before)} → {Rating(change.mu_after, change.sigma_after)}"


def ordinal(number: int) -> str:
    """A place in a list.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def day(at_ms: int) -> str:
    """The day of a time, short.

    >>> day(1_793_491_200_000)
    '1 Nov 2026'
    """
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{at.day} {at:%b} {at.year}"
