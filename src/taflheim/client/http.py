"""One request over HTTP, without blocking and without a library for it. Each has a connection of its own."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import h11

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted

_PORTS = {"http": 80, "https": 443}
_MAX_BYTES = 8 * 1024 * 1024
_BLOCK = 65536
_KEEP_ALIVE = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""Seconds of silence, seconds between two questions whether anybody is there, and how many of them."""


class Unreachable(TaflheimError):
    """The server did not answer, or not with HTTP."""

    def __init__(self, message: str, *, sent: bool = True):
        super().__init__(message)
        self.sent = sent
        """Whether it may have got the request."""


class Address(NamedTuple):
    """Where a server is."""

    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """The address with this text.

        >>> Address.parse("http://localhost:8000/")
        Address(scheme='http', host='localhost', port=8000)
        """
        try:
            parts = urlsplit(text)
            port = parts.port or _PORTS[parts.scheme]
        except (ValueError, KeyError):
            raise TaflheimError(f"server {quoted(text)}: expected an address as http://localhost:8000") from None
        if not parts.hostname:
            raise TaflheimError(f"server {quoted(text)}: expected an address as http://localhost:8000")
        return cls(parts.scheme, parts.hostname, port)

    @property
    def name(self) -> str:
        """As the header Host has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """As the header Origin has it.

        >>> Address.parse("https://games.example:443/lobby").origin
        'https://games.example'
        """
        return f"{self.scheme}://{self.name}"


class Response(NamedTuple):
    """What a server has answered."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    cookies: tuple[str, ...]
    """Those that are to be kept, as the server has written them."""
    body: bytes


class Answer:
    """An answer whose head is there, and whose body comes."""

    def __init__(self, connection: h11.Connection, reader: asyncio.StreamReader, begun: h11.Response):
        self._connection = connection
        self._reader = reader
        self.status = begun.status_code
        headers = [(name.decode().lower(), value.decode("latin-1")) for name, value in begun.headers]
        self.headers = dict(headers)
        self.cookies = tuple(value for name, value in headers if name == "set-cookie")

    async def parts(self) -> AsyncIterator[bytes]:
        """The body as it comes; raises Unreachable if it breaks off."""
        while isinstance(event := await _next_event(self._connection, self._reader), h11.Data):
            yield bytes(event.data)

    async def whole(self) -> Response:
        """All of it, if it is not too long."""
        body = bytearray()
        async for part in self.parts():
            body += part
            if len(body) > _MAX_BYTES:
                raise Unreachable("the answer is too long")
        return Response(self.status, self.headers, self.cookies, bytes(body))


async def ask(
    address: Address, method: str, target: str, headers: Mapping[str, str], body: bytes, limit_s: float
) -> Response:
    """Send one request; raises Unreachable."""
    async with exchange(address, method, target, headers, body, limit_s) as answer:
        try:
            async with asyncio.timeout(limit_s):
                return await answer.whole()
        except TimeoutError:
            raise Unreachable("the answer did not end in time") from None


@asynccontextmanager
async def exchange(
    address: Address, method: str, target: str, headers: Mapping[str, str], body: bytes, limit_s: float
) -> AsyncIterator[Answer]:
    """Send one request; gives the answer as soon as it begins, and hangs up in the end. Raises Unreachable."""
    with _unreachable(sent=False):
        async with asyncio.timeout(limit_s):
            secure = secure_context() if address.scheme == "https" else None
            reader, writer = await asyncio.open_connection(address.host, address.port, ssl=secure)
    try:
        _notice_when_dead(writer.get_extra_info("socket"))
        connection = h11.Connection(h11.CLIENT)
        with _unreachable():
            async with asyncio.timeout(limit_s):
                sent = {"Host": address.name, "Connection": "close", "Content-Length": str(len(body)), **headers}
                for part in (
                    h11.Request(method=method, target=target, headers=list(sent.items())),
                    h11.Data(data=body),
                    h11.EndOfMessage(),
                ):
                    writer.write(connection.send(part) or b"")
                await writer.drain()
                while not isinstance(begun := await _next_event(connection, reader), h11.Response):
                    pass  # a server may say first that it has begun
        yield Answer(connection, reader, begun)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


async def _next_event(connection: h11.Connection, reader: asyncio.StreamReader) -> Any:
    with _unreachable():
        while (event := connection.next_event()) is h11.NEED_DATA:
            connection.receive_data(await reader.read(_BLOCK))
    if isinstance(event, h11.ConnectionClosed):
        raise Unreachable("the connection was closed before the answer")
    return event


@contextmanager
def _unreachable(*, sent: bool = True) -> Iterator[None]:
    """Whatever breaks is told as Unreachable."""
    try:
        yield
    except (OSError, h11.ProtocolError) as error:
        raise Unreachable(why_not(error), sent=sent) from error


def why_not(error: Exception) -> str:
    """Why a connection is not there or breaks, in words for people.

    >>> why_not(ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 8000)")), why_not(TimeoutError())
    ('connection refused', 'no answer in time')
    """
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    if str(error).startswith("Multiple exceptions"):  # a name with several addresses
        return "nobody answers there"
    return getattr(error, "strerror", None) or str(error) or "no answer in time"


@cache
def secure_context() -> ssl.SSLContext:
    """What HTTPS is checked by. Reading all certificates takes a while, so it is kept."""
    return ssl.create_default_context()


def _notice_when_dead(connection: socket.socket) -> None:
    """Have the system ask from time to time whether the other side is there: of a stream nothing may come for long."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEP_ALIVE.items():
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
