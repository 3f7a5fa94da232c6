"""Ratings: how strong somebody is at a game, and what a game changes about it (Plackett-Luce, two to four players)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from taflheim.games.game import Game
from taflheim.games.registry import game as game_named

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

POINTS = 29.5
"""So many points on the scale of Elo are one unit of mu and sigma."""
MIDDLE = 1500
FIRST_MU = 25.0
CERTAIN = 110
"""A rating is certain when its standard deviation, in points, is no more than this."""
MOST_SIGMA = CERTAIN / POINTS


class Rating(NamedTuple):
    """How strong somebody is: a normal distribution. Its text is what people are shown.

    >>> str(Rating()), str(Rating(27.0, 3.0)), Rating.of_bot(1795).mu
    ('1500?', '1559', 35.0)
    """

    mu: float = FIRST_MU
    sigma: float = FIRST_MU / 3

    @classmethod
    def of_bot(cls, value: float) -> "Rating":
        """The rating of a bot of the house, which was measured and is taken for certain."""
        return cls(FIRST_MU + (value - MIDDLE) / POINTS, 0.0)

    @property
    def value(self) -> float:
        """On the scale of Elo."""
        return MIDDLE + POINTS * (self.mu - FIRST_MU)

    @property
    def certain(self) -> bool:
        """Whether enough was played to rank it among others."""
        return self.sigma <= MOST_SIGMA

    def __str__(self) -> str:
        return f"{self.value:.0f}{'' if self.certain else '?'}"


class Player(NamedTuple):
    """Who takes part in a rated game."""

    rating: Rating
    rank: int
    """1 for the winner; those with the same rank are tied."""
    is_bot: bool = False
    """Whether it is a bot of the house, whose rating never moves."""


def after(players: Sequence[Player]) -> list[Rating]:
    """Everybody's rating after a game.

    With a bot of the house at the table people move half as far: halfway between old and new mu, and old and new
    variance.

    >>> winner, loser = after([Player(Rating(), 1), Player(Rating(), 2)])
    >>> str(winner), str(loser)
    ('1578?', '1422?')
    >>> winner, bot = after([Player(Rating(), 1), Player(Rating.of_bot(1500), 2, is_bot=True)])
    >>> str(winner), str(bot)
    ('1550?', '1500')
    """
    model = _model()
    teams = [[model.rating(player.rating.mu, player.rating.sigma)] for player in players]
    rated = model.rate(teams, ranks=[float(player.rank) for player in players])
    new = [Rating(team[0].mu, team[0].sigma) for team in rated]
    if not any(player.is_bot for player in players):
        return new
    return [
        player.rating if player.is_bot else _halfway(player.rating, moved)
        for player, moved in zip(players, new, strict=True)
    ]


def _halfway(old: Rating, new: Rating) -> Rating:
    return Rating((old.mu + new.mu) / 2, ((old.sigma**2 + new.sigma**2) / 2) ** 0.5)


@cache
def _model() -> "PlackettLuce":
    # Loaded when it is first needed: a hall of one's own may never rate a game.
    from openskill.models import PlackettLuce

    return PlackettLuce()


class Category(NamedTuple):
    """What a rating is for: a game with options that change it, and the side where sides differ.

    >>> import taflheim
    >>> print(*(Category.of(taflheim.game("halatafl", sheep=18), side) for side in ("sheep", "foxes")))
    halatafl/sheep=18/sheep halatafl/sheep=18/foxes
    >>> str(Category.of(taflheim.game("quoridor", players=3), "b"))
    'quoridor/players=3'
    >>> Category.parse("quoridor/players=3").game
    taflheim.game('quoridor', players=3, rules='default')
    """

    game: Game
    side: str = ""
    """Empty where one rating holds for all sides."""

    @classmethod
    def of(cls, game: Game, side: str) -> "Category":
        """The category of a side in a game."""
        return cls(game, "" if game.rulebook.alike else side)

    @classmethod
    def parse(cls, text: str) -> "Category":
        """The category with this text; raises InvalidOption if this version has no such game."""
        name, *rest = text.split("/")
        options = dict(part.split("=", 1) for part in rest if "=" in part)
        return cls(game_named(name, **options), next((part for part in rest if "=" not in part), ""))

    def __str__(self) -> str:
        return "/".join((self.pool, *([self.side] if self.side else [])))

    @property
    def pool(self) -> str:
        """Its game and options: whoever plays each other is in the same pool.

        Options as usual are not named, so that a category keeps its name when its game gets one more option.
        """
        usual = self.game.rulebook.choose({})
        chosen = (f"{name}={value}" for name, value in self.game.options.items() if value != usual[name])
        return "/".join((self.game.name, *chosen))


def categories(game: Game) -> list[Category]:
    """All ratings that a game has with its options.

    >>> import taflheim
    >>> [str(one) for one in categories(taflheim.game("hnefatafl"))], len(categories(taflheim.game("hivolts")))
    (['hnefatafl/attackers', 'hnefatafl/defenders'], 0)
    """
    sides: Iterable[str] = game.seats if len(game.seats) > 1 else ()
    return list(dict.fromkeys(Category.of(game, side) for side in sides))
