"""What a rated game says about those who played it: a value, from the game alone."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from taflheim.table import rated
from taflheim.table.event import RECORDED
from taflheim.table.rating import Category

if TYPE_CHECKING:
    from taflheim.table.table import Table

OPENING = 20
"""So many moves tell whether a game was played before."""


class Place(NamedTuple):
    """A side at the end of a rated game."""

    side: str
    category: str
    account: str | None
    """None for a bot of the house."""
    level: int | None
    """Of such a bot."""
    rank: int


class Course(NamedTuple):
    """How a game began and ended. Two with the same are taken for one game that was played twice."""

    moves: tuple[str, ...]
    winner: str | None


class RatedGame(NamedTuple):
    """A rated game that is over. Games are rated in the order of their end, and then of their ids."""

    ended_ms: int
    table_id: str
    pool: str
    places: tuple[Place, ...]
    course: Course
    counts: bool
    """Whether enough was played. Games in which it was not are compared with others all the same."""

    @property
    def key(self) -> tuple[int, str]:
        """Games are rated in the order of these."""
        return self.ended_ms, self.table_id

    @property
    def company(self) -> tuple[str, ...]:
        """Who has played: a game is compared with others of the same company, whoever had which side."""
        return (self.pool, *sorted(place.account or f"bot {place.level}" for place in self.places))

    @property
    def accounts(self) -> frozenset[str]:
        """Whose ratings it may change."""
        return frozenset(place.account for place in self.places if place.account is not None)

    def repeats(self, earlier: Iterable[Course]) -> bool:
        """Whether it is one of these games over again."""
        return self.course in earlier


def rated_game(table: "Table") -> RatedGame | None:
    """What a table says for ratings; None if it is not rated, or not over."""
    if not table.terms.rated or table.state != "over":
        return None
    ranks = rated.ranks(table)
    return RatedGame(
        next(event.at_ms for event in reversed(table.events) if event.kind in RECORDED),
        table.id,
        Category(table.game).pool,
        tuple(
            Place(side, str(Category.of(table.game, side)), seat.account, seat.level, ranks[side])
            for side, seat in table.seats.items()
        ),
        Course(
            # Nothing is taken back in a rated game: its moves are these.
            tuple(event.text for event in table.events if event.kind == "move")[:OPENING],
            table.result.winner if table.result else None,
        ),
        rated.counts(table),
    )
