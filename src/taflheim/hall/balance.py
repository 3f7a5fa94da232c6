"""Balance: which side of a game wins how often, at which ratings: in the rated games of a hall, and on the ladder."""

from typing import NamedTuple

from taflheim.engine.bots.ratings import ratings as ladder
from taflheim.games.game import Game
from taflheim.store import balance
from taflheim.store.store import Store
from taflheim.table.rating import FIRST_MU, MIDDLE, POINTS, Category

BAND = 200
"""Ratings so many points apart are counted together."""
_ALIKE = 150
"""Two bots are about as strong as each other if their ratings differ by no more than this."""


class Band(NamedTuple):
    """How games have ended whose players' ratings are, on average, in a band."""

    low: int
    high: int
    first: float
    """Won by the first side. In the ladder a draw is half a win for each."""
    drawn: float
    second: float

    @property
    def games(self) -> float:
        """All of them."""
        return self.first + self.drawn + self.second

    def plus(self, other: "Band") -> "Band":
        """Both together."""
        return Band(
            min(self.low, other.low),
            max(self.high, other.high),
            *(one + two for one, two in zip(self[2:], other[2:], strict=True)),
        )


async def played_here(store: Store, game: Game) -> list[Band]:
    """The rated games of a hall, by band, the weakest players first."""
    one, other = (str(Category.of(game, side)) for side in game.seats)
    rows = await store.read(balance.bands, one, other, FIRST_MU, BAND / POINTS)
    found: dict[int, Band] = {}
    for row in rows:
        first, second = row.rank < row.other_rank, row.rank > row.other_rank
        drawn = not first and not second
        counted = _band(row.number, first * row.games, drawn * row.games, second * row.games)
        found[row.number] = found[row.number].plus(counted) if row.number in found else counted
    return list(found.values())


def of_bots(game: Game) -> list[Band]:
    """The games of the ladder between bots that are about as strong, by band.

    >>> import taflheim
    >>> bands = of_bots(taflheim.game("hnefatafl"))
    >>> all(band.games > 0 and band.drawn == 0 for band in bands) and bands == sorted(bands)
    True
    """
    known = ladder(game)
    if known is None:
        return []
    values = {(rating.bot, rating.side): rating.value for rating in known.ratings}
    found: dict[int, Band] = {}
    for result in known.results:
        one, other = (values.get((bot, side)) for bot, side in zip(result.bots, game.seats, strict=False))
        if one is None or other is None or abs(one - other) > _ALIKE or not result.games:
            continue
        number = round(((one + other) / 2 - MIDDLE) / BAND)
        counted = _band(number, result.points, 0, result.games - result.points)
        found[number] = found[number].plus(counted) if number in found else counted
    return [found[number] for number in sorted(found)]


def _band(number: int, first: float, drawn: float, second: float) -> Band:
    middle = MIDDLE + BAND * number
    return Band(middle - BAND // 2, middle + BAND // 2, first, drawn, second)
