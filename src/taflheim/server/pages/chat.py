"""What one does about chat beside speaking: the first line of somebody without a name, muting, blocking, reporting,
and what a host does about a line."""

import json
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.hall.hosts import check_host, is_host
from taflheim.server.body import body
from taflheim.server.channels.incoming import BadMessage, Say, read
from taflheim.server.form import form
from taflheim.server.guests import arrive
from taflheim.server.identity import TheActor, TheClient, TheHall, ThePerson, visible_table
from taflheim.server.pages.render import go_to
from taflheim.table import chat as rules
from taflheim.table.errors import refused

router = APIRouter()


@router.post("/tables/{table_id}/chat")
async def say(table_id: str, request: Request, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """Say something, as `{"text": "hello", "request": "r1"}`. Who has no name becomes a guest by it."""
    said = _said(await body(request))
    table = await visible_table(hall, table_id, actor)
    # Nobody becomes a guest by what is refused.
    rules.line(said.text)
    if rules.room_of(table, actor, host=await is_host(hall.accounts, actor)) is None:
        raise refused("players_talk_only")
    arrival = await arrive(hall, actor, client)
    hall.bans.seen(arrival.person.account, client.address)
    line = await hall.chat.say(table_id, arrival.person, said.text, said.request)
    return arrival.greet(JSONResponse({"number": line.number, "name": line.name}, HTTPStatus.CREATED), hall)


def _said(sent: bytes) -> Say:
    try:
        data = json.loads(sent)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in ("text", "request")):
        raise BadMessage('expected JSON as {"text": "hello", "request": "r1"}')
    message = read(json.dumps({"type": "say", "text": data["text"], "request": data["request"]}))
    assert isinstance(message, Say)
    return message


@router.post("/tables/{table_id}/chat/{number}/report")
async def report(table_id: str, number: int, request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Tell the host about a line."""
    await hall.reports.add_line(person, table_id, number, (await form(request))["reason"])
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/tables/{table_id}/chat/{number}/hide")
async def hide(table_id: str, number: int, request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Hide a line from everybody; with `hidden=no`, show it again. For hosts."""
    await check_host(hall.accounts, person)
    await hall.chat.hide(table_id, number, (await form(request))["hidden"] != "no")
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/relations")
async def relations(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Mute or block the person with this `name`, or take that back: `change` is mute, unmute, block or unblock."""
    fields = await form(request)
    await hall.relations.change(person, fields["name"], fields["change"])
    if "text/html" in request.headers.get("accept", ""):
        return go_to("/account")
    return Response(status_code=HTTPStatus.NO_CONTENT)
