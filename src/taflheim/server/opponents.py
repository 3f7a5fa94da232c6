"""Whom one can play against: the bots of a game by strength, the one that is offered, and the one that comes next."""

from functools import cache
from typing import NamedTuple

from taflheim.engine.bots.levels import Bot, bots, levels
from taflheim.engine.bots.ratings import Ratings, ratings
from taflheim.games.game import Game
from taflheim.hall.games import Wins
from taflheim.hall.preferences import BotChoice, Preferences

_IN_A_ROW = 2
"""A bot that was beaten so often without a break sends one on to the next."""


class RatedBot(NamedTuple):
    """A bot that one can play against."""

    bot: Bot
    is_level: bool
    """Whether its number says how strong it is."""
    ratings: dict[str, int]
    """Its ratings by the side that it plays; by no side, if they are the same."""


@cache
def by_strength(game: Game) -> tuple[RatedBot, ...]:
    """The levels in their order, and the game's own bots where their ratings put them; none in a game for one.

    >>> import taflheim
    >>> [one.bot.name for one in by_strength(taflheim.game("halatafl")) if not one.is_level]
    ['classic fox']
    """
    if len(game.seats) < 2:
        return ()
    measured, found = ratings(game), list(levels(game))
    for own in bots(game)[len(found) :]:
        side = own.sides[0] if own.sides else ""
        stronger = (
            place for place, bot in enumerate(found) if _value(measured, bot, side) > _value(measured, own, side)
        )
        found.insert(next(stronger, len(found)), own)
    numbered = {bot.number for bot in levels(game)}
    return tuple(RatedBot(bot, bot.number in numbered, _ratings(measured, bot)) for bot in found)


def _value(measured: Ratings | None, bot: Bot, side: str) -> float:
    rating = measured.of(bot, side) if measured else None
    return rating.value if rating else 0.0


def _ratings(measured: Ratings | None, bot: Bot) -> dict[str, int]:
    known = measured.ratings if measured else ()
    return {rating.side: round(rating.value) for rating in known if rating.bot == bot.name}


def bot_choice(game: Game, preferences: Preferences) -> BotChoice:
    """What is offered: what was chosen last, at first the weakest bot and the side that begins."""
    first = BotChoice(level=by_strength(game)[0].bot.number, side=game.seats[0])
    return preferences["bot"].get(game.name) or first


class Suggestion(NamedTuple):
    """A bot that one should play against next."""

    level: int
    name: str
    beaten: str
    """The bot that was beaten before; nothing if this is the first."""


def suggestion(game: Game, lately: Wins | None) -> Suggestion | None:
    """The first opponent of who has played against none yet; the next one of who has beaten one twice in a row."""
    ladder = levels(game)
    if lately is None:
        return Suggestion(ladder[0].number, ladder[0].name, "")
    if lately.in_a_row < _IN_A_ROW or lately.level >= len(ladder):
        return None
    return Suggestion(ladder[lately.level].number, ladder[lately.level].name, ladder[lately.level - 1].name)
