"""Balance: which side wins how often. Values in, values out; no rules."""

from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from taflheim.store.schema import rating_changes


class Band(NamedTuple):
    """How rated games of two sides have ended whose ratings lie, on average, near the same number."""

    number: int
    """The average of both mu above the middle, in widths of a band, rounded."""
    rank: int
    """Of the first side."""
    other_rank: int
    """Of the other one."""
    games: int


_first, _second = rating_changes.alias("first"), rating_changes.alias("second")
_CATEGORY: BindParameter[str] = bindparam("this_category")
_AVERAGE = (_first.c.mu_before + _second.c.mu_before) / 2
_NUMBER = func.round((_AVERAGE - bindparam("middle")) / bindparam("width"))
_BANDS = (
    select(_NUMBER.label("number"), _first.c.rank, _second.c.rank.label("other_rank"), func.count().label("games"))
    .join(_second, _second.c.table_id == _first.c.table_id)
    .where(_first.c.category == _CATEGORY, _second.c.category == bindparam("other_category"))
    .group_by("number", _first.c.rank, _second.c.rank)
    .order_by("number")
)


def bands(connection: Connection, category: str, other: str, middle: float, width: float) -> list[Band]:
    """The rated games between the sides of two categories, counted by the ratings of their players."""
    asked = {"this_category": category, "other_category": other, "middle": middle, "width": width}
    return [Band(int(row.number), row.rank, row.other_rank, row.games) for row in connection.execute(_BANDS, asked)]
