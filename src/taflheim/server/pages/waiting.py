"""A table at which a seat is still free: the invitation for who comes, and the waiting room of who sits there already.

Looking at it takes nobody's seat: a link preview looks, too.
"""

import asyncio
from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from taflheim.draw import board
from taflheim.draw.emblem import emblem
from taflheim.engine.bots.levels import find_bot, levels
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.broadcast import Lagged
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import is_host
from taflheim.hall.names import InvalidName
from taflheim.server.caller import Caller
from taflheim.server.event_stream import event_stream
from taflheim.server.form import form
from taflheim.server.guests import arrive, kind_of
from taflheim.server.identity import TheActor, TheClient, TheHall, ThePerson, visible_table
from taflheim.server.links import qr_code, reach
from taflheim.server.pages.render import fragment, go_to, page
from taflheim.server.seat_names import name_at
from taflheim.server.table_words import clock_words, options_words
from taflheim.store.ids import new_id
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.errors import GameOver, NotYours, SeatRefused, SeatTaken, TooLate, refused
from taflheim.table.event import Abort, FillWithBots, Sit, WithdrawTable
from taflheim.table.table import Table

router = APIRouter()

_PREFIX = "piece-"


class Place(NamedTuple):
    """A seat as the page shows it."""

    side: str
    title: str
    picture: str
    face: str
    who: str
    """Empty: it is free."""


class RefusedName(NamedTuple):
    """A name that was refused for a side, and the reason."""

    side: str = ""
    name: str = ""
    text: str = ""


_NONE_REFUSED = RefusedName()


@router.post("/tables/{table_id}/seats/{side}")
async def sit_down(
    request: Request, table_id: str, side: str, hall: TheHall, actor: TheActor, client: TheClient
) -> Response:
    """Sit down on a free seat. Who has no account becomes a guest by that."""
    table = await visible_table(hall, table_id, actor)
    fields = await form(request)
    try:
        if not isinstance(actor, Person):
            # Nobody becomes a guest only to hear that.
            _check_for_visitor(table, side)
        arrival = await arrive(hall, actor, client)
        name = name_at(table, arrival.person, arrival.seat.name, fields["name"].strip())
        await hall.tables.act(table_id, arrival.person, Sit(side, name, fields["request"] or None))
    except InvalidName as error:
        wrong = RefusedName(side, fields["name"], sentence(str(error)))
        return await waiting_page(request, hall, table, actor, refused_name=wrong)
    except (InvalidOption, SeatTaken, SeatRefused, GameOver) as error:
        return await _too_late(request, hall, table_id, actor, error)
    return arrival.greet(go_to(arrival.way_to(table_id)), hall)


def _check_for_visitor(table: Table, side: str) -> None:
    if table.terms.rated:
        raise refused("rated_guest")
    if side in table.seats and not table.seats[side].is_free:
        raise refused("seat_taken", name=table.seats[side].name)


async def _too_late(request: Request, hall: Hall, table_id: str, actor: Actor, error: TaflheimError) -> Response:
    """Somebody else was faster, or the seat is not for everybody: say so, and what is left to do."""
    table = await hall.tables.get(table_id)
    if table.is_open:
        return await waiting_page(request, hall, table, actor, error)
    watch = table.may_see(actor)
    return page("taken", HTTPStatus.CONFLICT, table=table, watch=watch, wrong=sentence(str(error)))


@router.post("/tables/{table_id}/fill")
async def fill(request: Request, table_id: str, hall: TheHall, person: ThePerson) -> Response:
    """Let bots sit down on all free seats."""
    table = await visible_table(hall, table_id, person)
    fields = await form(request)
    bot = find_bot(table.game, fields["level"])
    free = [side for side, seat in table.seats.items() if seat.is_free]
    bots = tuple((side, bot.at(side).number, bot.name) for side in free)
    try:
        await hall.tables.act(table_id, person, FillWithBots(bots, fields["request"] or None))
    except (SeatTaken, SeatRefused, NotYours, TooLate, GameOver) as error:
        return await _too_late(request, hall, table_id, person, error)
    return go_to(f"/tables/{table_id}")


@router.post("/tables/{table_id}/leave")
async def leave(table_id: str, hall: TheHall, person: ThePerson) -> Response:
    """Get up from a table that has not begun. When its opener does, or a host who has no seat, it is withdrawn."""
    table = await visible_table(hall, table_id, person)
    gets_up = table.seats_of(person) and table.terms.opener != person.account
    await hall.tables.act(table_id, person, Abort() if gets_up else WithdrawTable())
    return go_to("/")


@router.get("/tables/{table_id}/waiting")
async def live(request: Request, table_id: str, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """Who sits there, told again whenever it changes; the last event says that the table is not open any more."""
    await visible_table(hall, table_id, actor)
    return event_stream(request, Caller(actor, client), _changes(hall, table_id, actor))


async def _changes(hall: Hall, table_id: str, actor: Actor) -> AsyncGenerator[dict[str, Any]]:
    with hall.tables.watch(table_id) as changes, hall.presence.connected(table_id, account_of(actor)):
        while True:
            table = await hall.tables.get(table_id)
            if not table.is_open:
                yield {"open": False}
                return
            yield {"open": True, "seats": fragment("waiting_seats", **await _seating(hall, table, actor))}
            try:
                await changes.get()
            except Lagged:
                await asyncio.sleep(0)


async def waiting_page(
    request: Request,
    hall: Hall,
    table: Table,
    actor: Actor,
    error: TaflheimError | None = None,
    *,
    refused_name: RefusedName = _NONE_REFUSED,
) -> Response:
    """The page of a table at which a seat is free."""
    at = reach(request)
    link = f"{at.base}/tables/{table.id}"
    opener = account_of(actor) is not None and account_of(actor) == table.terms.opener
    return page(
        "waiting",
        HTTPStatus.CONFLICT if error else HTTPStatus.BAD_REQUEST if refused_name.side else HTTPStatus.OK,
        options=options_words(table.game),
        clock=clock_words(table.terms.clock),
        opener=opener,
        is_host=await is_host(hall.accounts, actor),
        link=link,
        whom=at.whom,
        owner=actor == Person(hall.accounts.owner.id),
        code=qr_code(link) if at.whom != "machine" else "",
        levels=levels(table.game),
        picture=board.small(table.record.start, _PREFIX),
        host=await _opener_name(hall, table),
        wrong=sentence(str(error)) if error else "",
        owner_may_log_in=await hall.logins.has_password(Person(hall.accounts.owner.id)),
        **await _seating(hall, table, actor, refused_name),
    )


async def _seating(hall: Hall, table: Table, actor: Actor, refused_name: RefusedName = _NONE_REFUSED) -> dict[str, Any]:
    """What is said about the seats, to somebody who may want one."""
    mine = table.seats_of(actor)
    kind = await kind_of(hall, actor)
    may_sit = not (table.terms.rated and (mine or kind == "guest"))
    return {
        "table": table,
        "places": [_place(table, side) for side in table.game.seats],
        "mine": mine,
        "kind": kind if isinstance(actor, Person) else "",
        "name": (await hall.accounts.get(actor)).name if isinstance(actor, Person) else "",
        "may_sit": may_sit,
        "request_id": new_id(),
        "refused": refused_name,
    }


async def _opener_name(hall: Hall, table: Table) -> str:
    return (await hall.accounts.get(Person(table.terms.opener))).name if table.terms.opener else ""


def _place(table: Table, side: str) -> Place:
    seat = table.seats[side]
    picture = board.tile(table.game.layout, board.side_key(table.record.start, side), _PREFIX)
    who = f"Bot · {seat.name}" if seat.is_bot else seat.name
    return Place(side, table.game.rulebook.side_title(side), picture, emblem(seat.name) if seat.name else "", who)
