"""The application that serves a hall."""

import asyncio
from collections.abc import Collection
from importlib import import_module
from typing import NamedTuple

from fastapi import Depends, FastAPI, WebSocket
from starlette.datastructures import State
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from taflheim import __version__
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.hall import Hall
from taflheim.server.channels.protocol import NO_SUCH_TABLE
from taflheim.server.channels.table import TableChannel
from taflheim.server.guard import LOOPBACK, Guard
from taflheim.server.identity import TheActor, TheClient, visible_table
from taflheim.server.pages import errors
from taflheim.server.pages.render import for_reader
from taflheim.server.pictures import Pictures
from taflheim.server.protocols import PINGS, WRITE
from taflheim.server.rules_loader import RulesLoader
from taflheim.server.socket import Socket
from taflheim.server.static_files import static_files
from taflheim.table.actor import Person

# The routes of the first are tried first: `/tables/{table_id}` of `table` would take ID.svg and `new` for ids.
_PAGES = (
    "take_along open_table table waiting network account analysis chat compiling enter feeds free games insight learn"
    " lobby login menu new_game preferences reports review rules stats"
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
    asgi_state: State
    """What routes find in `app.state`."""


def create_app(hall: Hall, hosts: Collection[str] = LOOPBACK) -> App:
    """The application for a hall that is known under these names."""
    # FastAPI's own pages about the interface load scripts from elsewhere.
    app = FastAPI(
        title="Taflheim", version=__version__, docs_url=None, redoc_url=None, dependencies=[Depends(for_reader)]
    )
    app.state.hall = hall
    app.state.rules = loader = RulesLoader(hall.compiler)
    app.state.page_opened = page_opened = asyncio.Event()
    app.state.closing = closing = asyncio.Event()
    app.state.pictures = pictures = Pictures()
    for name in _PAGES:
        app.include_router(import_module(f"taflheim.server.pages.{name}").router)
    app.mount("/static", static_files())
    app.add_middleware(GZipMiddleware, minimum_size=_MIN_BYTES_TO_COMPRESS, compresslevel=_COMPRESSION)
    errors.add_to(app)

    @app.get("/health")
    async def health() -> dict[str, object]:
        """Whether this is a hall, and alive."""
        return {"ok": True, "name": "taflheim"}

    @app.websocket("/tables/{table_id}/ws")
    async def table_socket(websocket: WebSocket, table_id: str, actor: TheActor, client: TheClient) -> None:
        await websocket.accept()
        extensions = websocket.scope.get("extensions", {})
        socket = Socket(websocket.receive, websocket.send, **extensions.get(WRITE, {}))
        try:
            found = await visible_table(hall, table_id, actor)
            await loader.ready(found.game.name)
        except TaflheimError as error:
            await socket.close(NO_SUCH_TABLE, sentence(str(error)))
            return
        if isinstance(actor, Person):
            hall.bans.seen(actor.account, client.address)
        channel = TableChannel(socket, hall, table_id, actor, client.session)
        if PINGS in extensions and found.terms.clock.timed:
            extensions[PINGS]["listen"](channel.round_trip)
        await channel.run()

    return App(Guard(app, hosts, hall.bans.refuses), loader, page_opened, closing, pictures, app.state)
