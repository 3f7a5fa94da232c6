"""The application that serves a hall."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

from fastapi import FastAPI, WebSocket
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from taflheim import __version__
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.hall import Hall
from taflheim.server.channels.table import TableChannel
from taflheim.server.guard import LOOPBACK, Guard
from taflheim.server.identity import TheActor, visible_table
from taflheim.server.pages import compiling, enter, errors, menu, new_game, stats, table
from taflheim.server.rules_loader import RulesLoader
from taflheim.server.socket import Socket
from taflheim.server.static_files import static_files

NO_SUCH_TABLE = 4404
"""The code with which a connection is closed that asks for a table that is not there."""

_MIN_BYTES_TO_COMPRESS = 1000
_COMPRESSION = 4
"""Of 9: pages are compressed while others wait, and the last tenth of their size would cost most of the time."""


class App(NamedTuple):
    """An application, and what the program that serves it wants to know."""

    asgi: ASGIApp
    rules: RulesLoader
    page_opened: asyncio.Event
    """Set once a browser of the owner has opened a page and run its script."""


def create_app(hall: Hall, hosts: Collection[str] = LOOPBACK) -> App:
    """The application for a hall that is known under these names."""
    # FastAPI's own pages about the interface load scripts from elsewhere.
    app = FastAPI(title="Taflheim", version=__version__, docs_url=None, redoc_url=None)
    app.state.hall = hall
    app.state.rules = rules = RulesLoader(hall.compiler)
    app.state.page_opened = page_opened = asyncio.Event()
    for module in (compiling, enter, menu, new_game, stats, table):
        app.include_router(module.router)
    app.mount("/static", static_files())
    app.add_middleware(GZipMiddleware, minimum_size=_MIN_BYTES_TO_COMPRESS, compresslevel=_COMPRESSION)
    errors.add_to(app)

    @app.get("/health")
    async def health() -> dict[str, object]:
        """Whether this is a hall, and alive."""
        return {"ok": True, "name": "taflheim"}

    @app.websocket("/tables/{table_id}/ws")
    async def table_socket(websocket: WebSocket, table_id: str, actor: TheActor) -> None:
        await websocket.accept()
        socket = Socket(websocket.receive, websocket.send)
        try:
            found = await visible_table(hall, table_id, actor)
            await rules.ready(found.game.name)
        except TaflheimError as error:
            await socket.close(NO_SUCH_TABLE, sentence(str(error)))
            return
        await TableChannel(socket, hall, table_id, actor).run()

    return App(Guard(app, hosts), rules, page_opened)
