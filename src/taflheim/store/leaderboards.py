"""Leaderboards: who is best in a category. Programs stand apart from people; guests and who has left are not listed."""

from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from taflheim.store.schema import accounts, ratings

PEOPLE = ("owner", "registered")
PROGRAMS = ("bot",)


class Leader(NamedTuple):
    """A line of a leaderboard."""

    account_id: str
    name: str
    mu: float
    sigma: float
    games: int
    changed_ms: int


_CATEGORY: BindParameter[str] = bindparam("this_category")
_KINDS: BindParameter[tuple[str, ...]] = bindparam("kinds")
_LISTED = (
    ratings.c.category == _CATEGORY,
    ratings.c.sigma <= bindparam("most_sigma"),
    accounts.c.kind.in_(_KINDS),
    accounts.c.banned_ms.is_(None),
)
_LEADERS = (
    select(accounts.c.id, accounts.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.changed_ms)
    .join(accounts, accounts.c.id == ratings.c.account_id)
    .where(*_LISTED)
    .order_by(ratings.c.mu.desc(), accounts.c.id)
    .limit(bindparam("limit"))
)
_BETTER = (
    select(func.count())
    .select_from(ratings)
    .join(accounts, accounts.c.id == ratings.c.account_id)
    .where(*_LISTED, ratings.c.mu > bindparam("mu"))
)
_OWN = (
    select(ratings.c.mu, ratings.c.sigma, accounts.c.kind)
    .join(accounts, accounts.c.id == ratings.c.account_id)
    .where(ratings.c.account_id == bindparam("account"), ratings.c.category == _CATEGORY)
)


def leaders(connection: Connection, category: str, most_sigma: float, programs: bool, limit: int) -> list[Leader]:
    """The best of a category, people or programs, among those whose rating is certain enough."""
    kinds = PROGRAMS if programs else PEOPLE
    asked = {"this_category": category, "most_sigma": most_sigma, "kinds": kinds, "limit": limit}
    return [Leader(*row) for row in connection.execute(_LEADERS, asked)]


def place(connection: Connection, account_id: str, category: str, most_sigma: float) -> int | None:
    """Where somebody stands among those of the same kind, from 1 on; None for who is not listed."""
    own = connection.execute(_OWN, {"account": account_id, "this_category": category}).first()
    kinds = next((kinds for kinds in (PEOPLE, PROGRAMS) if own and own.kind in kinds), None)
    if own is None or kinds is None or own.sigma > most_sigma:
        return None
    asked = {"this_category": category, "most_sigma": most_sigma, "kinds": kinds, "mu": own.mu}
    return int(connection.execute(_BETTER, asked).scalar_one()) + 1
