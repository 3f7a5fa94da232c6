"""The start menu: all games, and above them the ones that are going on."""

import asyncio
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.engine.bots.levels import levels
from taflheim.games.registry import game, rulebooks
from taflheim.hall.games import Wins
from taflheim.hall.hall import Hall
from taflheim.hall.preferences import BotChoice, Preferences
from taflheim.server.guests import guest_name
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.pages.game_words import going_on
from taflheim.server.pages.offers import Offer
from taflheim.server.pages.offers import offers as all_offers
from taflheim.server.pages.render import page
from taflheim.store.games import Line
from taflheim.store.turns import Turn
from taflheim.table.actor import Person

_LISTED = 6
"""Games to go on with."""
_TURNS = 12
"""Games in which other people wait for one's move."""
_IN_A_ROW = 2
"""A bot that was beaten so often without a break sends one on to the next."""

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
async def menu(hall: TheHall, actor: TheActor) -> Response:
    """The start menu. Who has no account sees no tables, and becomes a guest with the first game."""
    offers = await offered(hall)
    shared = {"offers": offers, "progress": hall.compiler.progress()}
    if not isinstance(actor, Person):
        first = {offer.name: _first_choice(offer) for offer in offers if not offer.alone}
        return page(
            "menu",
            **shared,
            chosen=_first(offers),
            going_on=[],
            suggestions={},
            bot_choices=first,
            known=False,
            guest="",
        )
    last, lately = await hall.games.at_a_glance(actor, _LISTED)
    preferences = await hall.preferences.of(actor)
    turns = [turn for turn in await hall.feeds.turns(actor, _TURNS) if turn.line.game in rulebooks()]
    return page(
        "menu",
        **shared,
        chosen=first_chosen(last, offers),
        going_on=games_going_on(turns, last, actor.account),
        suggestions={offer.name: suggestion(offer, lately.get(offer.name)) for offer in offers if not offer.alone},
        bot_choices={offer.name: bot_choice(offer, preferences) for offer in offers if not offer.alone},
        known=True,
        guest=await guest_name(hall, actor),
    )


_made: dict[bool, list[Offer]] = {}


async def offered(hall: Hall) -> list[Offer]:
    """What the hall offers. The first time the boards are drawn, and others must not wait for that."""
    compiled = all(game.rules for game in hall.compiler.progress().values())
    if compiled not in _made:
        _made[compiled] = await asyncio.to_thread(all_offers, compiled)
    return _made[compiled]


def first_chosen(last: list[Line], offered: list[Offer]) -> str:
    """The game that is chosen when the menu opens: the last one played, or the first of all; never a game for one."""
    names = [offer.name for offer in offered if not offer.alone]
    return next((line.game for line in last if line.game in names), _first(offered))


def _first(offered: list[Offer]) -> str:
    return next((offer.name for offer in offered if not offer.alone), offered[0].name)


class GoingOn(NamedTuple):
    """A game that one can go on with."""

    id: str
    words: str
    your_turn: bool
    """Whether other people wait for one's move."""


def games_going_on(turns: list[Turn], last: list[Line], account: str) -> list[GoingOn]:
    """The games that last: first those of days in which others wait for one's move, then the other such, then the rest.

    >>> games_going_on([], [], "7f")
    []
    """
    waiting = [turn.line for turn in sorted(turns, key=lambda turn: turn.clock.kind != "days")]
    known = {line.id for line in waiting}
    rest = [line for line in last if line.reason is None and line.game in rulebooks() and line.id not in known]
    return [GoingOn(line.id, going_on(line, account), line.id in known) for line in (*waiting, *rest)]


class Suggestion(NamedTuple):
    """A bot that one should play against next."""

    level: int
    name: str
    beaten: str
    """The bot that was beaten before; nothing if this is the first."""


def suggestion(offer: Offer, lately: Wins | None) -> Suggestion | None:
    """The first opponent of who has played against none yet; the next one of who has beaten one twice in a row."""
    ladder = levels(game(offer.name))
    if lately is None:
        return Suggestion(ladder[0].number, ladder[0].name, "")
    if lately.in_a_row < _IN_A_ROW or lately.level >= len(ladder):
        return None
    return Suggestion(ladder[lately.level].number, ladder[lately.level].name, ladder[lately.level - 1].name)


def bot_choice(offer: Offer, preferences: Preferences) -> BotChoice:
    """What the dialog offers: what was chosen last, at first the weakest bot and the side that begins."""
    return preferences["bot"].get(offer.name) or _first_choice(offer)


def _first_choice(offer: Offer) -> BotChoice:
    return BotChoice(level=offer.bots[0].bot.number, side=offer.sides[0][0])
