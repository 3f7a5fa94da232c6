"""Serving a hall from within a running program."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import uvicorn

from taflheim.games.registry import game, rulebooks
from taflheim.hall.hall import Hall
from taflheim.server.app import create_app

HOST = "127.0.0.1"
_MOST_BYTES_FROM_A_PAGE = 4096
_SECONDS_TO_SAY_GOODBYE = 2


class Serving(NamedTuple):
    """A hall that is being served."""

    address: str
    page_opened: asyncio.Event
    """Set once a browser has opened a page and run its script."""


@asynccontextmanager
async def serving(hall: Hall, port: int = 0) -> AsyncIterator[Serving]:
    """Serve a hall on this machine only, on this port or a free one, until the block ends."""
    app = create_app(hall)
    warming = asyncio.create_task(asyncio.to_thread(_warm_up))
    with socket.create_server((HOST, port)) as listening:
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                # Moves are short: compressing them would cost 44 KiB a connection and save nothing.
                ws_per_message_deflate=False,
                ws_max_size=_MOST_BYTES_FROM_A_PAGE,
                timeout_graceful_shutdown=_SECONDS_TO_SAY_GOODBYE,
            )
        )
        address = f"http://{HOST}:{listening.getsockname()[1]}"
        ended = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not ended.done():
            await asyncio.sleep(0.005)
        try:
            if ended.done():
                await ended
            hall.announce(address)
            yield Serving(address, app.state.page_opened)
        finally:
            server.should_exit = True
            await asyncio.gather(ended, warming)


def _warm_up() -> None:
    """Load the rules while the browser starts: the compiler takes half a second that nobody should wait at a table."""
    for name in rulebooks():
        start = game(name).start()
        start.effects(start.draw_lot(start.moves()[0]))
        start.choices()
