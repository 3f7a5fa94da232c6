"""What the menu offers: every game with its picture, its options, and the bots one can play against."""

from typing import NamedTuple

from taflheim.draw import board
from taflheim.draw.emblem import emblem
from taflheim.engine.bots.levels import Bot, bots, levels
from taflheim.engine.bots.ratings import Ratings, ratings
from taflheim.games import lessons, rules_page
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import Option, Rulebook
from taflheim.hall.daily_board import daily_games
from taflheim.server.pages.daily import daily_address

_PICTURE_SEED = 7


class RatedBot(NamedTuple):
    """A bot that one can play against."""

    bot: Bot
    is_level: bool
    """Whether its number says how strong it is."""
    emblem: str
    ratings: list[tuple[str, str]]
    """Its ratings by the side that it plays; by no side, if they are the same."""


class Offer(NamedTuple):
    """A game in the menu."""

    name: str
    title: str
    about: str
    picture: str
    options: tuple[Option, ...]
    sides: list[tuple[str, str, str]]
    """Those that people play: name, title and picture."""
    most_players: int
    bots: list[RatedBot]
    """The weakest first."""
    alone: bool
    """Whether it is a game for one."""
    puzzle: str
    """What is certain of its boards that are proven winnable; nothing if it has none."""
    has_lessons: bool
    has_rules: bool
    """Whether there are such pages."""
    daily: str
    """Where its board of the day is; nothing if it has none."""


def offers(compiled: bool = True) -> list[Offer]:
    """All games in the order in which the menu shows them; before the rules are compiled, drawn without them."""
    return [_offer(rulebook, compiled) for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]


def _offer(rulebook: Rulebook, compiled: bool) -> Offer:
    shown = game(rulebook.name)
    alone = rulebook.players == (1,)
    names, prefix = rulebook.sides[: max(rulebook.players)], f"{rulebook.name}-"
    pictured = _pictured(shown, compiled)
    return Offer(
        rulebook.name,
        rulebook.title,
        rulebook.about,
        board.small(pictured, prefix),
        rulebook.options,
        [
            (side, rulebook.side_title(side), board.tile(shown.layout, board.side_key(pictured, side), prefix))
            for side in names
        ],
        max(rulebook.players),
        [] if alone else _by_strength(shown),
        alone,
        rulebook.puzzle_about if rulebook.puzzles else "",
        rulebook.file(lessons.FILE) is not None,
        rulebook.file(rules_page.FILE) is not None,
        daily_address(rulebook.name) if rulebook.name in daily_games() else "",
    )


def _by_strength(shown: Game) -> list[RatedBot]:
    """The levels in their order, and the game's own bots where their ratings put them."""
    measured, found = ratings(shown), list(levels(shown))
    for own in bots(shown)[len(found) :]:
        side = own.sides[0] if own.sides else ""
        stronger = (
            place for place, bot in enumerate(found) if _value(measured, bot, side) > _value(measured, own, side)
        )
        found.insert(next(stronger, len(found)), own)
    numbered = {bot.number for bot in levels(shown)}
    return [RatedBot(bot, bot.number in numbered, emblem(bot.name), _ratings(measured, bot)) for bot in found]


def _value(measured: Ratings | None, bot: Bot, side: str) -> float:
    rating = measured.of(bot, side) if measured else None
    return rating.value if rating else 0.0


def _ratings(measured: Ratings | None, bot: Bot) -> list[tuple[str, str]]:
    known = measured.ratings if measured else ()
    return [(rating.side, f"{rating.value:.0f}") for rating in known if rating.bot == bot.name]


def _pictured(shown: Game, compiled: bool) -> Position:
    # Whether a position can be is for the rules to say; a start always can.
    if shown.rulebook.example and compiled:
        return shown.position(shown.rulebook.example)
    return shown.start(_PICTURE_SEED if shown.rulebook.seeded else None)
