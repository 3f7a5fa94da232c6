"""The application that serves a hall."""

import asyncio
from collections.abc import Collection
from importlib import import_module
from typing import NamedTuple

from fastapi import Depends, FastAPI
from starlette.datastructures import State
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from taflheim.hall.hall import Hall
from taflheim.server import table_socket
from taflheim.server.api.app import create_api, is_for_programs
from taflheim.server.guard import LOOPBACK, Guard
from taflheim.server.limits import Limiter, Limits
from taflheim.server.metrics import Measured, Metrics
from taflheim.server.pages import errors
from taflheim.server.pages.render import for_reader
from taflheim.server.pictures import Pictures
from taflheim.server.restoring import Replacement
from taflheim.server.rules_loader import RulesLoader
from taflheim.server.static_files import static_files

# The routes of the first are tried first: `/tables/{table_id}` of `table` would take ID.svg and `new` for ids.
_PAGES = (
    "take_along open_table table waiting network account analysis balance chat compiling control daily enter"
    " feeds free games health insight leaderboards learn lobby login menu new_game people preferences programs"
    " reports review rules stats"
).split()
_MIN_BYTES_TO_COMPRESS = 1000
_COMPRESSION = 4
"""Of 9: pages are compressed while others wait, and the last tenth of their size would cost most of the time."""


class App(NamedTuple):
    """An application, and what the program that serves it wants to know."""

    asgi: ASGIApp
    rules: RulesLoader
    page_opened: asyncio.Event
    """Set once a browser of the owner has opened a page and run its script."""
    closing: asyncio.Event
    """To be set when the server is closed: streams of events end then."""
    pictures: Pictures
    """To be closed with the server."""
    metrics: Metrics
    asgi_state: State
    """What routes find in `app.state`."""


def _usual_limits(hall: Hall) -> Limits:
    """A program may ask as often as a page may send messages."""
    per_second = hall.settings.messages_per_second
    return Limits(burst=5 * per_second, per_second=per_second)


def create_app(hall: Hall, hosts: Collection[str] = LOOPBACK, limits: Limits | None = None) -> App:
    """The application for a hall that is known under these names."""
    # Pages are not described to programs: what is for them stands in `api`.
    app = FastAPI(openapi_url=None, dependencies=[Depends(for_reader)])
    app.state.hall = hall
    app.state.rules = loader = RulesLoader(hall.compiler)
    app.state.replacement = Replacement()
    app.state.page_opened = page_opened = asyncio.Event()
    app.state.closing = closing = asyncio.Event()
    app.state.pictures = pictures = Pictures()
    app.state.limiter = Limiter(limits or _usual_limits(hall), hall.counting)
    app.state.metrics = metrics = Metrics(hall)
    for name in _PAGES:
        app.include_router(import_module(f"taflheim.server.pages.{name}").router)
    app.include_router(table_socket.router)
    app.mount("/static", static_files())
    errors.add_to(app)

    api = create_api(hall, app.state)

    async def either(scope: Scope, receive: Receive, send: Send) -> None:
        await (api if is_for_programs(scope.get("path", "")) else app)(scope, receive, send)

    compressed = GZipMiddleware(either, minimum_size=_MIN_BYTES_TO_COMPRESS, compresslevel=_COMPRESSION)
    guarded = Guard(compressed, hosts, hall.bans.refuses, hall.settings.public_url)
    return App(Measured(guarded, metrics), loader, page_opened, closing, pictures, metrics, app.state)
