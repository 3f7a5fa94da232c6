"""The bots one can play against, from the weakest to the strongest."""

from dataclasses import dataclass

from taflheim.engine.limits import Limits
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.rulebook import either


@dataclass(frozen=True, slots=True)
class Level:
    """A bot: its number, its name, a sentence about it for people, and how long it thinks."""

    number: int
    name: str
    about: str
    limits: Limits


# They think by nodes, so that the same seed gives the same move on every machine, within half a second.
_NODES = 300_000
_LEVELS = (
    Level(1, "Nils", "Plays what looks good at once, and never thinks of your answer.", Limits(1, _NODES)),
    Level(2, "Freya", "Thinks of your answer before she moves.", Limits(2, _NODES)),
    Level(3, "Sigrun", "Plans her next move together with this one.", Limits(3, _NODES)),
)


def levels(game: Game) -> tuple[Level, ...]:
    """The bots of a game, the weakest first.

    >>> import taflheim
    >>> [level.name for level in levels(taflheim.game("quoridor"))]
    ['Nils', 'Freya', 'Sigrun']
    """
    return _LEVELS


def level(game: Game, number: object) -> Level:
    """The bot with this number, which may come as a text.

    >>> import taflheim
    >>> level(taflheim.game("halatafl"), 11)
    Traceback (most recent call last):
    taflheim.InvalidOption: no level 11: expected 1, 2 or 3
    """
    for known in levels(game):
        if str(known.number) == str(number):
            return known
    shown = number if isinstance(number, int) else quoted(number)
    raise InvalidOption(f"no level {shown}: expected {either([known.number for known in levels(game)])}")
