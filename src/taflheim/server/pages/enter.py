"""The way in: a one-time token becomes a session."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from starlette.responses import Response

from taflheim.server.form import form
from taflheim.server.guard import ENTER
from taflheim.server.identity import Client, NotAllowed, TheActor, TheClient, TheHall, begin_session
from taflheim.server.pages.render import go_to
from taflheim.table.actor import Actor, Person

router = APIRouter()


@router.post(ENTER)
async def enter(request: Request, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """Come in by the file that the window is opened on."""
    return await _enter(hall, actor, (await form(request))["token"], client)


@router.get(ENTER)
async def enter_by_address(hall: TheHall, actor: TheActor, client: TheClient, token: str = "") -> Response:
    """Come in by the printed address."""
    return await _enter(hall, actor, token, client)


async def _enter(hall: TheHall, actor: Actor, token: str, client: Client) -> Response:
    session = await hall.accounts.redeem(token, client.browser)
    response = go_to("/")
    if session is not None:
        begin_session(response, hall, session)
    elif not isinstance(actor, Person):
        raise NotAllowed("this way in is closed by now: open Taflheim again, it prints a new one")
    return response


@router.get("/entered")
async def entered(hall: TheHall, token: str = "") -> dict[str, bool]:
    """Whether a token was used: the program that opened a window with it then knows that the window works."""
    return {"entered": hall.accounts.tokens.used(token)}


@router.post("/opened", status_code=HTTPStatus.NO_CONTENT)
async def opened(request: Request, actor: TheActor) -> None:
    """A page's script says that it runs: what started the browser then knows that it works."""
    if isinstance(actor, Person):
        request.app.state.page_opened.set()
