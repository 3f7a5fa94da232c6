"""The application that serves a hall."""

import asyncio
from collections.abc import Collection

from fastapi import FastAPI, WebSocket
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from taflheim import __version__
from taflheim.games.errors import TaflheimError
from taflheim.hall.hall import Hall, NoSuchTable
from taflheim.server import pages
from taflheim.server.guard import LOOPBACK, Guard
from taflheim.server.live import NO_SUCH_TABLE, Connection


class _Fresh(StaticFiles):
    """Files that browsers keep, but ask for anew each time: after an update nobody plays with an old script."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(hall: Hall, hosts: Collection[str] = LOOPBACK) -> FastAPI:
    """The application for a hall that is known under these names."""
    # FastAPI's own pages about the interface load scripts from elsewhere.
    app = FastAPI(title="Taflheim", version=__version__, docs_url=None, redoc_url=None)
    app.state.hall = hall
    app.state.page_opened = asyncio.Event()
    app.include_router(pages.router)
    app.mount("/static", _Fresh(directory=pages.HERE / "static"))
    app.add_exception_handler(TaflheimError, pages.refused)
    app.add_exception_handler(HTTPException, pages.not_found)
    app.add_middleware(Guard, hosts=hosts)

    @app.websocket("/tables/{table_id}/ws")
    async def live(websocket: WebSocket, table_id: str) -> None:
        await websocket.accept()
        try:
            await Connection(websocket, hall, table_id, hall.owner.id).run()
        except NoSuchTable as error:
            await websocket.close(NO_SUCH_TABLE, str(error))

    return app
