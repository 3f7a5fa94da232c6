"""One request over HTTP, without blocking and without a library for it. Each has a connection of its own."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted

_PORTS = {"http": 80, "https": 443}
_MAX_BYTES = 8 * 1024 * 1024
_BLOCK = 65536


class Unreachable(Exception):
    """The server did not answer, or not with HTTP."""


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


class Response(NamedTuple):
    """What a server has answered."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    body: bytes


async def ask(
    address: Address, method: str, target: str, headers: Mapping[str, str], body: bytes, limit_s: float
) -> Response:
    """Send one request; raises Unreachable."""
    try:
        async with asyncio.timeout(limit_s):
            secure = ssl.create_default_context() if address.scheme == "https" else None
            reader, writer = await asyncio.open_connection(address.host, address.port, ssl=secure)
            try:
                connection = h11.Connection(h11.CLIENT)
                sent = {"Host": address.name, "Connection": "close", "Content-Length": str(len(body)), **headers}
                for part in (
                    h11.Request(method=method, target=target, headers=list(sent.items())),
                    h11.Data(data=body),
                    h11.EndOfMessage(),
                ):
                    writer.write(connection.send(part) or b"")
                await writer.drain()
                return await _answer(connection, reader)
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise Unreachable(str(error) or "no answer in time") from error


async def _answer(connection: h11.Connection, reader: asyncio.StreamReader) -> Response:
    status, headers, body = 0, dict[str, str](), bytearray()
    while True:
        match connection.next_event():
            case h11.NEED_DATA:
                connection.receive_data(await reader.read(_BLOCK))
            case h11.Response(status_code=code) as begun:
                status = code
                headers = {name.decode().lower(): value.decode("latin-1") for name, value in begun.headers}
            case h11.Data(data=data):
                body += data
                if len(body) > _MAX_BYTES:
                    raise Unreachable("the answer is too long")
            case h11.EndOfMessage():
                return Response(status, headers, bytes(body))
            case h11.ConnectionClosed():
                raise Unreachable("the connection was closed before the answer")
