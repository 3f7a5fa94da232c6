"""Errors as the interface tells them: always `{"error": code, "message": sentence}`."""

from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.server.problem import problem


class TooLong(TaflheimError):
    """A body is longer than anything that is asked for."""


def add_to(app: FastAPI) -> None:
    """Let the interface answer with these."""
    app.add_exception_handler(TaflheimError, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _no_route)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TaflheimError)
    found = problem(error)
    headers = {} if found.wait_s is None else {"Retry-After": str(found.wait_s)}
    if found.status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return refusal(found.status, found.code, found.message, headers)


async def _unreadable(request: Request, error: Exception) -> Response:
    """Of what cannot be read, the first thing that is wrong."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if isinstance(part, int) or part.isprintable())
    return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "unreadable", f"{where[:100]}: {sentence(first['msg'])}")


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, TaflheimError):
        return await _refused(request, error.__cause__)
    match error.status_code:
        case HTTPStatus.NOT_FOUND:
            code, message = "not_found", "There is nothing at this address: /openapi.json lists what there is."
        case HTTPStatus.METHOD_NOT_ALLOWED:
            code, message = "method_not_allowed", "This address is not used that way: /openapi.json says how."
            error.headers = {"Allow": ", ".join(_methods(request))}
        case _:
            # A body that is no JSON, or nested too deep.
            error = HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY)
            code, message = "unreadable", "The body could not be read: send JSON."
    return refusal(error.status_code, code, message, dict(error.headers or {}))


def _methods(request: Request) -> list[str]:
    """The ways in which an address is used. Starlette itself names those of one route only."""
    return [
        method
        for method in ("GET", "POST", "PUT", "DELETE")
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    ]


async def _gone(request: Request, error: Exception) -> Response:
    """The client has closed the connection in the middle of its request: the answer is not sent."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _failed(request: Request, error: Exception) -> Response:
    """A mistake of ours, which the server logs."""
    return refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "failure", "Something went wrong here, and it is not your fault.")


def refusal(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that says why something was not done."""
    return JSONResponse({"error": code, "message": message}, status, headers)
