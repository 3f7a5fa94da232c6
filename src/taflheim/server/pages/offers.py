"""What the menu offers, with pictures: every game, its sides, and the bots one can play against."""

from typing import NamedTuple

from taflheim.draw import board
from taflheim.draw.emblem import emblem
from taflheim.engine.bots.levels import Bot
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game
from taflheim.games.rulebook import Option
from taflheim.server.offered import Board, Offered, offered_games
from taflheim.server.opponents import RatedBot
from taflheim.server.pages.daily import daily_address

_PICTURE_SEED = 7


class PicturedBot(NamedTuple):
    """A bot that one can play against."""

    bot: Bot
    is_level: bool
    """Whether its number says how strong it is."""
    emblem: str
    ratings: list[tuple[str, int]]
    """Its ratings by the side that it plays; by no side, if they are the same."""


class Offer(NamedTuple):
    """A game in the menu."""

    offered: Offered
    name: str
    title: str
    about: str
    picture: str
    options: tuple[Option, ...]
    sides: list[tuple[str, str, str]]
    """Those that people play: name, title and picture."""
    most_players: int
    bots: list[PicturedBot]
    """The weakest first."""
    alone: bool
    """Whether it is a game for one."""
    boards: list[Board]
    """Of a game for one."""
    has_lessons: bool
    has_rules: bool
    """Whether there are such pages."""
    daily: str
    """Where its board of the day is; nothing if it has none."""


def offers(compiled: bool = True) -> list[Offer]:
    """All games in the order in which the menu shows them; before the rules are compiled, drawn without them."""
    return [pictured(one, compiled) for one in offered_games()]


def pictured(one: Offered, compiled: bool) -> Offer:
    """A game in the menu."""
    rulebook = one.rulebook
    shown, prefix = game(rulebook.name), f"{rulebook.name}-"
    position = _pictured(shown, compiled)
    return Offer(
        one,
        rulebook.name,
        rulebook.title,
        rulebook.about,
        board.small(position, prefix),
        rulebook.options,
        [(side, title, board.tile(shown.layout, board.side_key(position, side), prefix)) for side, title in one.sides],
        max(rulebook.players),
        [_bot(bot) for bot in one.bots],
        one.alone,
        one.boards,
        one.has_lessons,
        one.has_rules,
        daily_address(rulebook.name) if one.has_daily else "",
    )


def _bot(one: RatedBot) -> PicturedBot:
    return PicturedBot(one.bot, one.is_level, emblem(one.bot.name), list(one.ratings.items()))


def _pictured(shown: Game, compiled: bool) -> Position:
    # Whether a position can be is for the rules to say; a start always can.
    if shown.rulebook.example and compiled:
        return shown.position(shown.rulebook.example)
    return shown.start(_PICTURE_SEED if shown.rulebook.seeded else None)
