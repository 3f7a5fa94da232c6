"""The lobby: tables that wait for somebody, quick pairing, games to watch, and who is here; kept up to date."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import emblem
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import game
from taflheim.hall.attempts import TooOften
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Paused, Wanted
from taflheim.server.caller import Caller
from taflheim.server.event_stream import event_stream
from taflheim.server.form import Fields, form
from taflheim.server.guests import arrive, kind_of
from taflheim.server.identity import TheActor, TheClient, TheHall, ThePerson
from taflheim.server.lobby_lists import Lists, lobby_lists, lobby_news
from taflheim.server.offered import CLOCKS
from taflheim.server.pages.menu import offered
from taflheim.server.pages.render import fragment, go_to, page
from taflheim.server.rules_loader import TheRules
from taflheim.server.table_request import OPTION
from taflheim.table.actor import Actor, Person
from taflheim.table.errors import Refused, refused
from taflheim.table.time_control import TimeControl

router = APIRouter()


class Guest(NamedTuple):
    """Somebody who is here."""

    name: str
    face: str


@router.get("/lobby", response_class=HTMLResponse)
async def lobby(hall: TheHall, actor: TheActor) -> Response:
    """The lobby."""
    return await _page(hall, actor)


@router.get("/lobby/live")
async def live(request: Request, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """What has changed, whenever it does; `go` names the table at which one was paired."""
    return event_stream(request, Caller(actor, client), _changes(hall, actor))


@router.post("/lobby/seek")
async def seek(request: Request, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules) -> Response:
    """Wait to be paired with somebody."""
    fields = await form(request)
    try:
        wanted = _wanted(Fields(fields))
        await rules.ready(wanted.game.name)
        if wanted.rated and await kind_of(hall, actor) == "guest":
            raise refused("rated_guest")
        arrival = await arrive(hall, actor, client)
        await hall.lobby.pairing.seek(arrival.person, wanted)
    except (InvalidOption, Refused, Paused, TooOften) as error:
        return await _page(hall, actor, error)
    return arrival.greet(go_to("/lobby"), hall)


@router.post("/lobby/stop")
async def stop(hall: TheHall, person: ThePerson) -> Response:
    """Wait no longer."""
    await hall.lobby.pairing.stop_seeking(person)
    return go_to("/lobby")


def _wanted(fields: Fields) -> Wanted:
    options = {name.removeprefix(OPTION): value for name, value in fields.items() if name.startswith(OPTION)}
    return Wanted(
        game(fields["game"], **options), TimeControl.parse(fields["clock"] or "none"), fields["rated"] == "yes"
    )


async def _page(hall: Hall, actor: Actor, error: TaflheimError | None = None) -> Response:
    lists = await lobby_lists(hall, actor)
    return page(
        "lobby",
        HTTPStatus.BAD_REQUEST if error else HTTPStatus.OK,
        offers=[offer for offer in await offered(hall) if not offer.alone],
        clocks=CLOCKS,
        sought=lists.seeking,
        guest=await kind_of(hall, actor) == "guest",
        known=isinstance(actor, Person),
        wrong=sentence(str(error)) if error else "",
        **_shown(lists),
    )


async def _changes(hall: Hall, actor: Actor) -> AsyncGenerator[dict[str, str]]:
    async with aclosing(lobby_news(hall, actor)) as all_news:
        async for news in all_news:
            if isinstance(news, str):
                yield {"go": f"/tables/{news}"}
            else:
                yield {name: fragment(f"lobby_{name}", **{name: value}) for name, value in _shown(news).items()}


def _shown(lists: Lists) -> dict[str, Any]:
    people = [Guest(name, emblem(name)) for name in lists.people]
    return {"tables": lists.tables, "games": lists.games, "people": people}
