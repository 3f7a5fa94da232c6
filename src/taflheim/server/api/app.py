"""The application that serves programs, with its description as OpenAPI."""

from importlib import import_module
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taflheim import __version__
from taflheim.hall.hall import Hall
from taflheim.server.api import errors
from taflheim.server.api.models import STREAMED, Answer, Refusal
from taflheim.server.guard import API
from taflheim.server.identity import cookie_name

PREFIX = f"{API}v1"
DESCRIPTION = "/openapi.json"
HEALTH = "/health"
# The routes of the first are tried first: `/tables/{table_id}` would take ID.gif for an id.
_NOUNS = (
    *"pictures accounts my_games my_stats games rules tables actions events".split(),
    *"insight trees chat boards lobby lessons people daily network".split(),
)
_MAX_BYTES = 64 * 1024
_ABOUT = """\
Play at the tables of this hall, open new ones, and watch. `docs/api.md` of Taflheim tells more.

A browser is known by the cookie that logging in gives it, and says with `Origin` where its changes come from. A program
sends `Authorization: Bearer TOKEN`; a token is made on the page of one's account and has the scopes `read`, `play`, or
both. Whatever is refused is answered with `{"error": code, "message": sentence}`."""


def create_api(hall: Hall, state: Any) -> ASGIApp:
    """The application, with the state that it shares with the pages."""
    app = FastAPI(title="Taflheim", version=__version__, docs_url=None, redoc_url=None, openapi_url=DESCRIPTION)
    app.state = state
    for noun in _NOUNS:
        app.include_router(import_module(f"taflheim.server.api.{noun}").router, prefix=PREFIX)
    app.include_router(import_module("taflheim.server.api.health").router)
    errors.add_to(app)
    app.openapi = lambda: _described(app, hall)  # type: ignore[method-assign]
    return _bounded(app)


def is_for_programs(path: str) -> bool:
    """Whether an address is served by this application."""
    return path.startswith(API) or path in (DESCRIPTION, HEALTH)


def _described(app: FastAPI, hall: Hall) -> dict[str, Any]:
    """What FastAPI finds out, and how one shows who one is."""
    if app.openapi_schema:
        return app.openapi_schema
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    models: list[type[Answer]] = [Refusal, *STREAMED]
    _, beside = models_json_schema(
        [(model, "serialization") for model in models], ref_template="#/components/schemas/{model}"
    )
    found["components"]["schemas"] |= beside["$defs"]
    found["components"]["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": cookie_name(hall)},
        "token": {"type": "http", "scheme": "bearer"},
    }
    # Of most things there is something to see for everybody.
    found["security"] = [{}, {"session": []}, {"token": []}]
    app.openapi_schema = found
    return found


def _bounded(app: ASGIApp) -> ASGIApp:
    """The same application, but bodies are read only up to a certain length."""

    async def bounded(scope: Scope, receive: Receive, send: Send) -> None:
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > _MAX_BYTES:
                raise errors.TooLong("that is more than 64 KiB: send less")
            return message

        await app(scope, receiving, send)

    return bounded
