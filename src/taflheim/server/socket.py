"""One WebSocket: limits on what a client sends, back-pressure on what it is sent, and how it ends."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from starlette.types import Message, Receive, Send
from starlette.websockets import WebSocketDisconnect

from taflheim.server.credits import Credits
from taflheim.server.frame import frame

Write = Callable[[bytes], bool]
"""Writes frames at once, or says that it cannot now."""

# A person plays at most a few moves a second; a key that is held down repeats thirty times.
_PER_SECOND = 40
_SECONDS_AT_ONCE = 5

_SECONDS_TO_SAY_GOODBYE = 2

NORMAL, TEXT_ONLY, UNREADABLE, POLICY, FAILURE = 1000, 1003, 1007, 1008, 1011
"""Codes with which a connection is closed (RFC 6455)."""


class Closed(Exception):
    """The connection is over: the client has gone, or is told to go with this code and reason."""

    def __init__(self, code: int | None = None, reason: str = ""):
        super().__init__(code, reason)
        self.code = code
        """None if the client has gone already."""
        self.reason = reason


class Socket:
    """A connection that was accepted. Everything raises `Closed` once the client has gone."""

    def __init__(self, receive: Receive, send: Send, write: Write = lambda _: False, per_second: int = _PER_SECOND):
        self._receive = receive
        self._send = send
        self._write = write
        self._credits = Credits(per_second * _SECONDS_AT_ONCE, per_second, time.monotonic())
        self._sending = asyncio.Lock()

    async def receive(self) -> str:
        """The next message. Who sends too many, or other things than text, is told to go."""
        message: Message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Closed
        if not self._credits.take(time.monotonic()):
            raise Closed(POLICY, "too many messages")
        text = message.get("text")
        if text is None:
            raise Closed(TEXT_ONLY, "messages are text")
        return str(text)

    def send_now(self, *frames: bytes) -> bool:
        """Send frames if that can be done without waiting, all of them or none."""
        return not self._sending.locked() and self._write(b"".join(frames))

    async def send(self, *texts: str) -> None:
        """Send messages, with no others in between.

        This waits while the client does not read. The task that answers the client's messages then reads no more of
        them, so what waits to be sent is bounded.
        """
        if self.send_now(*map(frame, texts)):
            return
        async with self._sending:
            for text in texts:
                await self._put({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str = "") -> None:
        """Say goodbye. A client who has gone does not hear it, and one who does not read is not waited for."""
        with suppress(Closed, TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_SAY_GOODBYE):
                await self._put({"type": "websocket.close", "code": code, "reason": reason})

    async def _put(self, message: Message) -> None:
        try:
            await self._send(message)
        except (WebSocketDisconnect, RuntimeError):
            # A RuntimeError if the connection was closed from here already.
            raise Closed from None
