"""Serving a hall from within a running program."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import uvicorn

from taflheim.hall.hall import Hall
from taflheim.server.app import App, create_app
from taflheim.server.guard import LOOPBACK
from taflheim.server.listening import HOST, listen
from taflheim.server.network import Network, Server, own_address
from taflheim.server.protocols import StrictWebSocket, TimedHttp
from taflheim.server.rules_loader import RulesLoader

_MAX_BYTES_FROM_A_PAGE = 4096
_SECONDS_TO_SAY_GOODBYE = 2


class Serving(NamedTuple):
    """A hall that is being served."""

    address: str
    page_opened: asyncio.Event
    """Set once a browser of the owner has opened a page and run its script."""
    network: Network


@asynccontextmanager
async def serving(hall: Hall, port: int = 0, find: Callable[[], str | None] = own_address) -> AsyncIterator[Serving]:
    """Serve a hall on this machine, on this port or the one of last time, until the block ends.

    On the local network, too, if its owner wants that; `find` says under which address.
    """
    with listen(hall.folder, port) as listening:
        hosts = set(LOOPBACK)
        app = create_app(hall, hosts)
        number = listening.getsockname()[1]
        app.asgi_state.network = network = Network(hall.folder, hosts, lambda: _config(app), number, find)
        server = Server(_config(app))
        address = f"http://{HOST}:{number}"
        ended = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not ended.done():
            await asyncio.sleep(0.005)
        loading = asyncio.create_task(_load(app.rules))
        try:
            if ended.done():
                await ended
            await network.resume()
            hall.announce(address)
            yield Serving(address, app.page_opened, network)
        finally:
            loading.cancel()
            app.closing.set()
            app.pictures.close()
            server.should_exit = True
            await asyncio.gather(ended, asyncio.wait([loading]), network.close())


def _config(app: App) -> uvicorn.Config:
    return uvicorn.Config(
        app.asgi,
        http=TimedHttp,
        ws=StrictWebSocket,
        lifespan="off",
        # Its messages go where ours go.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Moves are short: compressing them would cost 44 KiB a connection and save nothing.
        ws_per_message_deflate=False,
        ws_max_size=_MAX_BYTES_FROM_A_PAGE,
        timeout_graceful_shutdown=_SECONDS_TO_SAY_GOODBYE,
    )


async def _load(rules: RulesLoader) -> None:
    await rules.load_all()
    # The compiler and the rules stay for good. Looking through them for garbage, again and again, would hold everybody
    # up for a tenth of a second.
    gc.freeze()
