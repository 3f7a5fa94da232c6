"""What is said when something is wrong: a page to people, JSON to programs."""

import logging
from http import HTTPStatus
from urllib.parse import urlencode

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.attempts import TooOften
from taflheim.hall.chat import NoSuchLine
from taflheim.hall.daily import NoTryLeft
from taflheim.hall.hosts import HostsOnly
from taflheim.hall.insight import AskedAgain, NoEngine
from taflheim.hall.profiles import NobodyCalledThat
from taflheim.hall.relations import NoSuchPerson
from taflheim.hall.tables import NoSuchTable
from taflheim.server.identity import NotAllowed, NotComeIn
from taflheim.server.pages.render import page
from taflheim.store.errors import StoreUnavailable
from taflheim.table.assistance import NoAssistance
from taflheim.table.errors import CannotTalk, NotYourTurn, RequestReused, Stale

log = logging.getLogger(__name__)

_STATUS: dict[type[Exception], HTTPStatus] = {
    NoSuchTable: HTTPStatus.NOT_FOUND,
    NoSuchLine: HTTPStatus.NOT_FOUND,
    NoSuchPerson: HTTPStatus.NOT_FOUND,
    HostsOnly: HTTPStatus.FORBIDDEN,
    CannotTalk: HTTPStatus.FORBIDDEN,
    RequestReused: HTTPStatus.CONFLICT,
    NobodyCalledThat: HTTPStatus.NOT_FOUND,
    NotAllowed: HTTPStatus.FORBIDDEN,
    NoTryLeft: HTTPStatus.CONFLICT,
    NoAssistance: HTTPStatus.FORBIDDEN,
    Stale: HTTPStatus.CONFLICT,
    NotYourTurn: HTTPStatus.CONFLICT,
    AskedAgain: HTTPStatus.CONFLICT,
    TooOften: HTTPStatus.TOO_MANY_REQUESTS,
    NoEngine: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}


def add_to(app: FastAPI) -> None:
    """Let an application answer with these."""
    app.add_exception_handler(TaflheimError, _refused)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)


async def _refused(request: Request, error: Exception) -> Response:
    """Somebody asked for what cannot be: say why, and what to do."""
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
    way_in = "/login" if isinstance(error, NotComeIn) else ""
    if way_in and request.method == "GET":
        way_in += "?" + urlencode({"next": request.url.path})
    return _answer(request, status, sentence(str(error)), way_in)


async def _not_found(request: Request, error: Exception) -> Response:
    """There is no such page, or it cannot be used that way."""
    assert isinstance(error, HTTPException)
    text = "There is no such page here." if error.status_code == HTTPStatus.NOT_FOUND else sentence(error.detail)
    return _answer(request, error.status_code, text)


async def _gone(request: Request, error: Exception) -> Response:
    """The client has closed the connection in the middle of its request: the answer is not sent."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _failed(request: Request, error: Exception) -> Response:
    """A mistake of ours. The server logs it; people are told that it is not theirs."""
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong here. Go back and try again.")


def _answer(request: Request, status: int, text: str, way_in: str = "") -> Response:
    if "text/html" in request.headers.get("accept", ""):
        return page("error", status, text=text, way_in=way_in)
    return JSONResponse({"error": text}, status)
