"""The start menu: all games, and the tables at which one can go on playing."""

import asyncio
from functools import cache
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board
from taflheim.engine.bots.levels import Bot, bots
from taflheim.engine.bots.ratings import ratings
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import Option, Rulebook
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.pages.render import page
from taflheim.server.pages.sides import side_title
from taflheim.store.tables import TableInfo
from taflheim.table.actor import Person

_PICTURE_SEED = 7
_LISTED = 6
"""Tables to go on with."""

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
async def menu(hall: TheHall, actor: TheActor) -> Response:
    """The start menu. A spectator sees the games and nothing of anybody's."""
    # Drawing the boards takes a while the first time, and others must not wait for that.
    progress = hall.compiler.progress()
    offered = await asyncio.to_thread(offers, all(game.rules for game in progress.values()))
    if not isinstance(actor, Person):
        chosen = offered[0].name
        return page("menu", offers=offered, chosen=chosen, unfinished=[], may_play=False, progress=progress)
    return page(
        "menu",
        offers=offered,
        chosen=first_chosen(await hall.recent(actor.account, 1), offered),
        unfinished=unfinished(await hall.unfinished(actor.account, _LISTED), hall.accounts.owner.name),
        may_play=True,
        progress=progress,
    )


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
    bots: list["RatedBot"]
    alone: bool
    """Whether it is a game for one."""


class RatedBot(NamedTuple):
    """A bot that one can play against."""

    bot: Bot
    ratings: list[tuple[str, str]]
    """Its ratings by the side that it plays; by no side, if they are the same."""


@cache
def offers(compiled: bool = True) -> list[Offer]:
    """All games in the order in which the menu shows them. Made once; before the rules are compiled, without them."""
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
        [(side, side_title(side), board.tile(shown.layout, board.side_key(pictured, side), prefix)) for side in names],
        max(rulebook.players),
        [] if alone else [_rated(shown, bot) for bot in bots(shown)],
        alone,
    )


def _rated(shown: Game, bot: Bot) -> RatedBot:
    known = ratings(shown)
    rated = [rating for rating in known.ratings if rating.bot == bot.name] if known else []
    return RatedBot(bot, [(rating.side, f"{rating.value:.0f}") for rating in rated])


def _pictured(shown: Game, compiled: bool) -> Position:
    # Whether a position can be is for the rules to say; a start always can.
    if shown.rulebook.example and compiled:
        return shown.position(shown.rulebook.example)
    return shown.start(_PICTURE_SEED if shown.rulebook.seeded else None)


class Unfinished(NamedTuple):
    """A table at which one can go on playing."""

    id: str
    title: str
    company: str


def unfinished(tables: list[TableInfo], own_name: str) -> list[Unfinished]:
    """The tables that have not ended, those last played at first."""
    return [
        Unfinished(table.id, rulebooks()[table.game].title, _company(table, own_name))
        for table in tables
        if table.game in rulebooks()
    ]


def _company(table: TableInfo, own_name: str) -> str:
    """With whom one plays at a table."""
    others = list(dict.fromkeys(name for name in table.seats.values() if name != own_name))
    if others:
        return f"with {' and '.join(others)}"
    return "with a friend" if len(table.seats) > 1 else ""


def first_chosen(tables: list[TableInfo], offered: list[Offer]) -> str:
    """The game that is chosen when the menu opens: the last one played, or the first of all."""
    names = [offer.name for offer in offered]
    return next((table.game for table in tables if table.game in names), names[0])
