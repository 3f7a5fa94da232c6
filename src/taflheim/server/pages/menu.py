"""The start menu: all games, and above them the ones that are going on."""

import asyncio

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.games.registry import game
from taflheim.hall.hall import Hall
from taflheim.hall.preferences import defaults
from taflheim.server.going_on import LISTED, games_going_on
from taflheim.server.guests import guest_name
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.offered import first_chosen
from taflheim.server.opponents import bot_choice, suggestion
from taflheim.server.pages.offers import Offer
from taflheim.server.pages.offers import offers as all_offers
from taflheim.server.pages.render import page
from taflheim.table.actor import Person

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
async def menu(hall: TheHall, actor: TheActor) -> Response:
    """The start menu. Who has no account sees no tables, and becomes a guest with the first game."""
    offers = await offered(hall)
    together = [game(offer.name) for offer in offers if not offer.alone]
    shared = {"offers": offers, "progress": hall.compiler.progress()}
    if not isinstance(actor, Person):
        return page(
            "menu",
            **shared,
            chosen=first_chosen([], [offer.offered for offer in offers]),
            going_on=[],
            suggestions={},
            bot_choices={one.name: bot_choice(one, defaults()) for one in together},
            known=False,
            guest="",
        )
    last, lately = await hall.games.at_a_glance(actor, LISTED)
    preferences = await hall.preferences.of(actor)
    return page(
        "menu",
        **shared,
        chosen=first_chosen((line.game for line in last), [offer.offered for offer in offers]),
        going_on=await games_going_on(hall, actor, last),
        suggestions={one.name: suggestion(one, lately.get(one.name)) for one in together},
        bot_choices={one.name: bot_choice(one, preferences) for one in together},
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
