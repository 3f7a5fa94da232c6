"""Serving a hall from within a running program."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import uvicorn

from taflheim.hall.hall import Hall
from taflheim.hall.settings import Settings, proxies
from taflheim.server.app import App, create_app
from taflheim.server.connections import Bounded, Connections
from taflheim.server.guard import LOOPBACK
from taflheim.server.limits import Limits
from taflheim.server.listening import listen, local_address
from taflheim.server.network import Network, Server, own_address
from taflheim.server.protocols import StrictWebSocket, TimedHttp
from taflheim.server.proxy import Proxied
from taflheim.server.restoring import Replacement
from taflheim.server.rules_loader import RulesLoader

_MAX_BYTES_FROM_A_PAGE = 4096
_SECONDS_TO_SAY_GOODBYE = 2


class Serving(NamedTuple):
    """A hall that is being served."""

    address: str
    page_opened: asyncio.Event
    """Set once a browser of the owner has opened a page and run its script."""
    network: Network
    replacement: Replacement
    """A backup that is to be restored."""
    ready: asyncio.Event
    """Set once people can play: all rules are loaded."""


class Worker(NamedTuple):
    """One of several processes that serve a hall."""

    number: int
    listening: socket.socket


@asynccontextmanager
async def serving(
    hall: Hall,
    port: int = 0,
    find: Callable[[], str | None] = own_address,
    *,
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> AsyncIterator[Serving]:
    """Serve a hall where its settings say, on this port or the one of last time, until the block ends.

    On the local network, too, if its owner wants that; `find` says under which address. A worker, one of several
    processes, listens where it is told.
    """
    settings = hall.settings
    with worker.listening if worker else listen(hall.folder, port, settings.host) as listening:
        hosts = set(LOOPBACK)
        app = create_app(hall, hosts, limits)
        number = listening.getsockname()[1]
        connections = Connections(settings.connections_per_address, hall.counting)
        app.asgi_state.network = network = Network(
            hall.folder, hosts, lambda: _config(app, settings, connections), number, find
        )
        server = Server(_config(app, settings, connections))
        local = local_address(listening)
        address = settings.public_url or local
        ended = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not ended.done():
            await asyncio.sleep(0.005)
        ready = asyncio.Event()
        loading = asyncio.create_task(_load(app.rules, ready))
        try:
            if ended.done():
                await ended
            if worker is None:
                await network.resume()
            hall.announce(address, local)
            metrics_port = settings.metrics_port + worker.number if worker and settings.metrics_port else 0
            with app.metrics.served(metrics_port or settings.metrics_port):
                yield Serving(address, app.page_opened, network, app.asgi_state.replacement, ready)
        finally:
            loading.cancel()
            app.closing.set()
            app.pictures.close()
            server.should_exit = True
            await asyncio.gather(ended, asyncio.wait([loading]), network.close())


def _config(app: App, settings: Settings, connections: Connections) -> uvicorn.Config:
    known = proxies(settings.proxy)
    return uvicorn.Config(
        Proxied(Bounded(app.asgi, connections), known),
        http=type("Http", (TimedHttp,), {"by_address": connections, "proxies": known}),
        ws=StrictWebSocket,
        lifespan="off",
        # Its messages go where ours go.
        log_config=None,
        log_level="warning",
        access_log=False,
        # By itself it would believe whatever comes from this machine.
        proxy_headers=False,
        server_header=False,
        # Moves are short: compressing them would cost 44 KiB a connection and save nothing.
        ws_per_message_deflate=False,
        ws_max_size=_MAX_BYTES_FROM_A_PAGE,
        timeout_graceful_shutdown=_SECONDS_TO_SAY_GOODBYE,
    )


async def _load(rules: RulesLoader, ready: asyncio.Event) -> None:
    await rules.load_all()
    ready.set()
    # The compiler and the rules stay for good. Looking through them for garbage, again and again, would hold everybody
    # up for a tenth of a second.
    gc.freeze()
    gc.enable()
