"""What can be played here: the games, whom one can play against, and the clocks that are offered."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from taflheim.games.registry import game
from taflheim.hall.compiler import Progress
from taflheim.hall.games import Wins
from taflheim.hall.preferences import Preferences
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import Answer, refusals
from taflheim.server.going_on import LISTED
from taflheim.server.identity import TheHall
from taflheim.server.offered import CLOCKS, Offered, first_chosen, offered_games
from taflheim.server.opponents import RatedBot, bot_choice, suggestion
from taflheim.table.actor import Person

router = APIRouter(tags=["games"])


class OptionView(Answer):
    """Something that can be chosen before a game."""

    name: str
    about: str
    values: list[int | str]
    default: int | str


class SideView(Answer):
    """A side."""

    name: str
    title: str


class BotView(Answer):
    """A bot of the house."""

    number: int = Field(description="A table is opened against it by this number, or by its name.")
    name: str
    about: str
    level: bool = Field(description="Whether its number says how strong it is; else it is a bot of this game's own.")
    sides: list[str] = Field(description="Those that it can play.")
    ratings: dict[str, int] = Field(
        description="By the side that it plays; by an empty name where one holds for all. Empty if it was not measured."
    )


class BoardView(Answer):
    """A kind of board that a game for one begins with."""

    value: Literal["new", "wild"] = Field(description="What `board` of a new table says.")
    title: str
    about: str


class SuggestionView(Answer):
    """A bot that one should play against next."""

    number: int
    name: str
    beaten: str = Field(description="The bot that one has beaten before; empty if this would be the first.")


class GameView(Answer):
    """A game."""

    name: str
    title: str
    about: str
    order: int = Field(description="Where it stands in a menu: lower numbers first.")
    options: list[OptionView]
    sides: list[SideView] = Field(description="With the most players; in the order of their turns.")
    players: list[int] = Field(description="How many can play.")
    alone: bool = Field(description="Whether it is a game for one.")
    puzzles: bool = Field(description="Whether it has boards that are proven winnable.")
    boards: list[BoardView] = Field(description="Of a game for one.")
    bots: list[BotView] = Field(description="The weakest first; none in a game for one.")
    first: int | None = Field(description="The number of the bot that one has chosen last, at first of the weakest.")
    side: str | None = Field(description="The side that one has chosen last against a bot, at first the one to begin.")
    suggested: SuggestionView | None = Field(description="To who has an account: whom to play against next.")
    lessons: bool
    rules: bool = Field(description="Whether the rules are written down for people.")
    daily: bool = Field(description="Whether it has a board of the day.")
    ready: bool = Field(description="Whether people can play it now, or its rules are still being compiled.")
    bots_ready: bool


class ClockView(Answer):
    """A clock that is offered. Others can be asked for, too."""

    value: str
    title: str
    about: str


class Games(Answer):
    """What can be played."""

    games: list[GameView] = Field(description="In the order of a menu.")
    chosen: str = Field(description="The game that a menu begins with: the last one that one has played with others.")
    clocks: list[ClockView]


@router.get("/games", responses=refusals(403))
async def games(hall: TheHall, caller: TheReader) -> Games:
    """What can be played here."""
    lines, lately = (
        await hall.games.at_a_glance(caller.actor, LISTED) if isinstance(caller.actor, Person) else ([], None)
    )
    preferences = await hall.preferences.of(caller.actor)
    progress = hall.compiler.progress()
    found = offered_games()
    return Games(
        games=[_told(one, lately, preferences, progress[one.name]) for one in found],
        chosen=first_chosen((line.game for line in lines), found),
        clocks=[ClockView(value=value, title=title, about=about) for value, title, about in CLOCKS],
    )


def _told(one: Offered, lately: dict[str, Wins] | None, preferences: Preferences, progress: Progress) -> GameView:
    """A game, for somebody who has lately fared so; None for who has no account."""
    book = one.rulebook
    choice = None if one.alone else bot_choice(game(one.name), preferences)
    next_bot = None if one.alone or lately is None else suggestion(game(one.name), lately.get(one.name))
    return GameView(
        name=book.name,
        title=book.title,
        about=book.about,
        order=book.order,
        options=[
            OptionView(name=option.name, about=option.about, values=list(option.values), default=option.values[0])
            for option in book.options
        ],
        sides=[SideView(name=name, title=title) for name, title in one.sides],
        players=list(book.players),
        alone=one.alone,
        puzzles=book.puzzles,
        boards=[BoardView.model_validate(board._asdict()) for board in one.boards],
        bots=[_bot(bot, one) for bot in one.bots],
        first=choice and choice["level"],
        side=choice and choice["side"],
        suggested=next_bot and SuggestionView(number=next_bot.level, name=next_bot.name, beaten=next_bot.beaten),
        lessons=one.has_lessons,
        rules=one.has_rules,
        daily=one.has_daily,
        ready=progress.rules,
        bots_ready=progress.bots,
    )


def _bot(one: RatedBot, at: Offered) -> BotView:
    return BotView(
        number=one.bot.number,
        name=one.bot.name,
        about=one.bot.about,
        level=one.is_level,
        sides=[side for side, _ in at.sides if one.bot.plays(side)],
        ratings=one.ratings,
    )
