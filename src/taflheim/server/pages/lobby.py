"""The lobby: tables that wait for somebody, quick pairing, games to watch, and who is here; kept up to date."""

import asyncio
from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import emblem
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.message import listed, sentence
from taflheim.games.registry import game, rulebooks
from taflheim.hall.attempts import TooOften
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Paused, Wanted
from taflheim.server.event_stream import event_stream
from taflheim.server.form import Fields, form
from taflheim.server.guests import arrive, kind_of
from taflheim.server.identity import TheActor, TheClient, TheHall, ThePerson
from taflheim.server.pages.menu import offered
from taflheim.server.pages.open_table import CLOCKS
from taflheim.server.pages.render import fragment, go_to, page
from taflheim.server.pages.table_words import clock_words, options_words
from taflheim.server.rules_loader import TheRules
from taflheim.server.table_request import OPTION
from taflheim.store.lobby import PublicTable
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.errors import Refused, refused
from taflheim.table.time_control import TimeControl

router = APIRouter()

_MOST_TABLES, _MOST_PEOPLE = 50, 100
_AGAIN_S = 10.0
"""Who goes away is noticed after so long, though nothing else happens."""
_BETWEEN_S = 0.3
"""Much may happen at once: it is told together."""


class Line(NamedTuple):
    """A table in a list."""

    id: str
    title: str
    people: str
    terms: str
    note: str
    """How many watch, or how many seats are free."""


class Guest(NamedTuple):
    """Somebody who is here."""

    name: str
    face: str


@router.get("/lobby", response_class=HTMLResponse)
async def lobby(hall: TheHall, actor: TheActor) -> Response:
    """The lobby."""
    return await _page(hall, actor)


@router.get("/lobby/live")
async def live(request: Request, hall: TheHall, actor: TheActor) -> Response:
    """What has changed, whenever it does; `go` names the table at which one was paired."""
    return event_stream(request, _changes(hall, actor))


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
    hall.lobby.pairing.stop_seeking(person)
    return go_to("/lobby")


def _wanted(fields: Fields) -> Wanted:
    options = {name.removeprefix(OPTION): value for name, value in fields.items() if name.startswith(OPTION)}
    return Wanted(
        game(fields["game"], **options), TimeControl.parse(fields["clock"] or "none"), fields["rated"] == "yes"
    )


async def _page(hall: Hall, actor: Actor, error: TaflheimError | None = None) -> Response:
    sought = hall.lobby.pairing.sought(account_of(actor))
    return page(
        "lobby",
        HTTPStatus.BAD_REQUEST if error else HTTPStatus.OK,
        offers=[offer for offer in await offered(hall) if not offer.alone],
        clocks=CLOCKS,
        sought=_wanted_words(sought) if sought else "",
        guest=await kind_of(hall, actor) == "guest",
        known=isinstance(actor, Person),
        wrong=sentence(str(error)) if error else "",
        **await _lists(hall),
    )


async def _changes(hall: Hall, actor: Actor) -> AsyncGenerator[dict[str, Any]]:
    since_ms = now_ms()
    account = account_of(actor)
    told: dict[str, Any] = {}
    with hall.lobby.visiting(account) as changed:
        while True:
            changed.clear()
            if table_id := hall.lobby.pairing.table_for(account, since_ms):
                yield {"go": f"/tables/{table_id}"}
                return
            found = await _lists(hall)
            if found != told:
                told = found
                yield {name: fragment(f"lobby_{name}", **{name: value}) for name, value in found.items()}
            try:
                await asyncio.wait_for(changed.wait(), _AGAIN_S)
                await asyncio.sleep(_BETWEEN_S)
            except TimeoutError:
                continue


async def _lists(hall: Hall) -> dict[str, Any]:
    names = [(await hall.accounts.get(Person(account))).name for account in hall.lobby.here()]
    return {
        "tables": [_line(table, _free(table)) for table in hall.lobby.open_tables()[:_MOST_TABLES]],
        "games": [_line(table, _watched(count)) for table, count in hall.lobby.running()[:_MOST_TABLES]],
        "people": [Guest(name, emblem(name)) for name in sorted(names, key=str.casefold)[:_MOST_PEOPLE]],
    }


def _line(table: PublicTable, note: str) -> Line:
    known = rulebooks()[table.game]
    order = [side for side in known.sides if side in table.seats]
    names = [table.seats[side].name for side in order if not table.seats[side].is_free]
    played = game(table.game, **table.options)
    title = ", ".join(filter(None, (played.title, options_words(played))))
    terms = f"{clock_words(table.terms.clock)} · {'rated' if table.terms.rated else 'casual'}"
    people = listed(names) if table.is_open else " – ".join(names)
    return Line(table.id, title, people, terms, note)


def _free(table: PublicTable) -> str:
    free = sum(seat.is_free for seat in table.seats.values())
    return "" if len(table.seats) == 2 else f"{free} of {len(table.seats)} seats free"


def _watched(count: int) -> str:
    return f"{count} watching" if count else ""


def _wanted_words(wanted: Wanted) -> str:
    title = ", ".join(filter(None, (wanted.game.title, options_words(wanted.game))))
    return f"{title} · {clock_words(wanted.clock)} · {'rated' if wanted.rated else 'casual'}"
