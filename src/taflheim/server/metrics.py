"""What is measured of a hall that is served, for Prometheus, and a line in the log for each request."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taflheim.hall.hall import Hall

log = logging.getLogger(__name__)

_QUICK_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_SLOW_S = (0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20, 60)


class Metrics:
    """All figures of one hall, in a registry of their own."""

    def __init__(self, hall: Hall):
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "taflheim_requests", "Requests that were answered.", ["method", "route", "status"], registry=registry
        )
        self._seconds = Histogram(
            "taflheim_request_seconds", "Until a request was answered.", buckets=_QUICK_S, registry=registry
        )
        self.sockets = Gauge("taflheim_sockets", "WebSockets that are open.", registry=registry)
        self._moves = Counter("taflheim_moves", "Moves that are on the disk.", registry=registry)
        quick = {
            "read": "Until something was read from the store.",
            "write": "Until something was on the disk.",
            "move": "From a move's arrival until it is on the disk.",
        }
        self._durations = {
            name: Histogram(f"taflheim_{name}_seconds", about, buckets=_QUICK_S, registry=registry)
            for name, about in quick.items()
        }
        self._durations["bot"] = Histogram(
            "taflheim_bot_seconds", "Until a bot that is to move has moved.", buckets=_SLOW_S, registry=registry
        )
        tables = Gauge("taflheim_tables_in_memory", "Tables that are in memory.", registry=registry)
        tables.set_function(lambda: hall.tables.count_in_memory)
        queue = Gauge("taflheim_engine_queue", "Questions that wait for an engine.", registry=registry)
        queue.set_function(lambda: hall.engines.queue)
        hall.when_measured(self._take)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self._registry)

    @contextmanager
    def served(self, port: int) -> Iterator[None]:
        """Have them served on a port of their own, to this machine alone; port 0 for not at all."""
        if not port:
            yield
            return
        server, thread = start_http_server(port, "127.0.0.1", self._registry)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request, and log it."""
        # The route and not the path: ids and secrets stand in paths, and each would be a figure of its own.
        route = getattr(scope.get("route"), "path", None) or ("/static" if _is_static(scope) else "other")
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
        self._requests.labels(method, route, status).inc()
        self._seconds.observe(seconds)
        address = scope["client"][0] if scope.get("client") else "-"
        log.info("%s %s %d in %.1f ms for %s", method, route, status, seconds * 1000, address)

    def _take(self, what: str, seconds: float) -> None:
        if what == "move":
            self._moves.inc()
        self._durations[what].observe(seconds)


class Measured:
    """Counts what an application is asked."""

    def __init__(self, app: ASGIApp, metrics: Metrics):
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] == "websocket":
            with self._metrics.sockets.track_inprogress():
                await self._app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._metrics.answered(scope, status, time.perf_counter() - began)


def _is_static(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/static/")
