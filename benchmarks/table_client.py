"""The page's end of a table's WebSocket, as lean as can be.

A load generator shares its machine with the server, and an ordinary client costs more than what it measures: this one
takes frames apart itself, and never looks into a message that nobody asks about.
"""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast

from hall_process import HallProcess

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_MASKED = 0x80

Hear = Callable[[bytes], None]


class TableClient(asyncio.Protocol):
    """A connection to one table. Every message it is sent goes to a function."""

    def __init__(self, hear: Hear):
        self.hear = hear
        self.lost = False
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._accepted: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()

    async def accepted(self) -> None:
        """Wait until the server has agreed to speak WebSocket."""
        assert self._accepted is not None
        await self._accepted
        self._accepted = None

    def send(self, text: bytes) -> None:
        """Send a message of less than 64 KiB."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Hang up."""
        self.lost = True
        if self._transport:
            self._transport.close()

    # ---- called by the event loop ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The server has answered the call."""
        # uvloop's transports are those of asyncio by what they do, not by their class.
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has hung up."""
        self.lost = True
        if self._accepted and not self._accepted.done():
            self._accepted.set_exception(RuntimeError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        """Some bytes: whole frames, or parts of them."""
        if self._buffer:
            data = self._buffer + data
        if self._accepted and not self._accepted.done():
            data = self._read_answer(data)
        at = 0
        while (end := _frame_end(data, at)) is not None:
            start, stop = end
            self._take(data[at] & 0x0F, data[start:stop])
            at = stop
        self._buffer = data[at:]

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _read_answer(self, data: bytes) -> bytes:
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        assert self._accepted is not None
        if head.startswith(b"HTTP/1.1 101 "):
            self._accepted.set_result(None)
        else:
            self._accepted.set_exception(RuntimeError(f"no WebSocket: {head[:100]!r}"))
        return rest

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self.hear(payload)
        elif kind == _PING:
            self._send(_PONG, payload)
        elif kind == _CLOSE:
            self.close()

    def _send(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes([_MASKED | length]) if length < 126 else bytes([_MASKED | 126]) + length.to_bytes(2, "big")
        if self._transport and not self.lost:
            # With a mask of zeros the text stays as it is.
            self._transport.write(bytes([0x80 | kind]) + size + bytes(4) + payload)


def _frame_end(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of a frame begins and ends; None if not all of it is there."""
    if len(data) < at + 2:
        return None
    length, start = data[at + 1], at + 2
    if length >= 126:
        start += 2 if length == 126 else 8
        length = int.from_bytes(data[at + 2 : start], "big")
    return (start, start + length) if len(data) >= start + length and len(data) >= start else None


async def connect(
    hall: HallProcess, table_id: str, hear: Hear, *, session: bool = True, cookie: str | None = None
) -> TableClient:
    """Somebody at a table who has said hello, with the owner's session or another; without one, a spectator."""
    client = TableClient(hear)
    transport, _ = await asyncio.get_running_loop().create_connection(lambda: client, hall.host, hall.port)
    lines = [
        f"GET /tables/{table_id}/ws HTTP/1.1",
        f"Host: {hall.host}:{hall.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
        f"Origin: http://{hall.host}:{hall.port}",
        *([f"Cookie: {cookie or hall.cookie}"] if session else []),
    ]
    transport.write("\r\n".join([*lines, "", ""]).encode())
    await client.accepted()
    client.send(b'{"type":"hello","version":1,"have":0}')
    return client
