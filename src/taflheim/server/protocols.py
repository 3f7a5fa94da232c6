"""uvicorn's protocols, made stricter about clients that are slow or send nonsense."""

import asyncio
from collections.abc import Callable, Sequence

import h11
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from taflheim.server.connections import Connections
from taflheim.server.proxy import Network, is_proxy

SECONDS_FOR_A_REQUEST = 10.0
"""From the first byte of a request, or from the connection's beginning, to the end of its body."""

WRITE = "taflheim.websocket.write"
"""The extension of ASGI that lets an application write whole frames without waiting: `StrictWebSocket.write`."""

PINGS = "taflheim.websocket.pings"
"""The extension of ASGI that tells an application how long pings take: `StrictWebSocket.listen_to_pings`."""

_MOST_WAITING = 16
"""Messages of a client that wait for the application before no more are read."""


_COUNTED: dict[asyncio.BaseTransport, tuple[str, Connections]] = {}
"""Connections that were counted, with the address they were counted under."""


def _peer(transport: asyncio.BaseTransport) -> str:
    name = transport.get_extra_info("peername")
    return str(name[0]) if isinstance(name, tuple | list) and name else ""


def _count_out(transport: asyncio.BaseTransport) -> None:
    if counted := _COUNTED.pop(transport, None):
        peer, connections = counted
        connections.leave(peer)


class TimedHttp(H11Protocol):
    """HTTP that hangs up on a client who does not finish a request in time. uvicorn alone would wait for ever."""

    seconds_for_a_request = SECONDS_FOR_A_REQUEST
    by_address: Connections = Connections(most=1_000_000)
    """Of this server, to be counted by address."""
    proxies: Sequence[Network] = ()
    """Addresses from which many may come."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: a request is expected."""
        super().connection_made(transport)
        peer = _peer(transport)
        if not is_proxy(peer, self.proxies):
            if not self.by_address.enter(peer):
                transport.abort()
                return
            _COUNTED[transport] = peer, self.by_address
        self._watch_request()

    def data_received(self, data: bytes) -> None:
        """Another part of a request, or all of it."""
        super().data_received(data)
        self._watch_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        _count_out(self.transport)
        self._stop_watching()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """A request is answered; the next one may have begun behind it."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._watch_request()

    def _watch_request(self) -> None:
        waits = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing()
        if self.transport.get_protocol() is not self or not waits:
            self._stop_watching()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.seconds_for_a_request, self._hang_up)

    def _stop_watching(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _hang_up(self) -> None:
        self._timer = None
        # Not `close`: that would wait until a client who does not read has read everything.
        self.transport.abort()


class StrictWebSocket(WebSocketsSansIOProtocol):
    """WebSocket that closes with 1007 on text that is no UTF-8, and does not wait for ever for one who never reads.

    uvicorn alone would log a traceback with the one, and keep the other's connection and all that waits for it. It
    would also stop and start reading for each single message, and make each into a frame anew.

    Its pings are answered by browsers themselves, also while their pages are busy: who does not answer one within
    `ping_timeout` has gone. A machine that sleeps answers none, and its page comes back when it wakes up.
    """

    _listener: Callable[[int], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone; it was counted when it spoke HTTP."""
        _count_out(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Serve one connection."""
        self.scope["extensions"][WRITE] = {"write": self.write}
        self.scope["extensions"][PINGS] = {"listen": self.listen_to_pings}
        await super().run_asgi()

    def listen_to_pings(self, listener: Callable[[int], None]) -> None:
        """Have every round trip of a ping told, in milliseconds, the first of them soon."""
        self._listener = listener
        if self.ping_timer is not None and self.pending_ping_payload is None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """The client has answered a ping."""
        waited = self.pending_ping_payload is not None
        super().handle_pong(event)
        if waited and self.pending_ping_payload is None and self._listener is not None:
            self._listener(round(self.last_ping_rtt * 1000))

    def write(self, frames: bytes) -> bool:
        """Write frames at once. False (nothing is written) if the client reads too slowly or has gone."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(frames)
        return True

    async def receive(self) -> ASGIReceiveEvent:
        """The next message. Others get their turn between two messages of a client who sends many at once."""
        if not self.queue.empty():
            await asyncio.sleep(0)
        return await super().receive()

    def keepalive_timeout(self) -> None:
        """The client has not answered a ping."""
        super().keepalive_timeout()
        self._abort_later()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has ended the connection; it is closed once everything was sent."""
        super().on_task_complete(task)
        self._abort_later()

    def _abort_later(self) -> None:
        self.loop.call_later(self.close_timeout, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message to the application."""
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.fail(1007, "text is UTF-8")
                self.handle_parser_exception()
                return
        if not self.read_paused and self.queue.qsize() > _MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
