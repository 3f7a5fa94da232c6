"""Server-sent events, read from the bytes of a stream."""

from collections.abc import AsyncGenerator, AsyncIterable
from typing import NamedTuple

from taflheim.client.http import Unreachable

_MAX_BYTES = 8 * 1024 * 1024


class ServerEvent(NamedTuple):
    """One event: its name, empty for most, and what it tells."""

    name: str
    data: str


async def server_events(parts: AsyncIterable[bytes]) -> AsyncGenerator[ServerEvent]:
    """The events of a stream, each as soon as it is whole."""
    rest = b""
    async for part in parts:
        *whole, rest = (rest + part).replace(b"\r\n", b"\n").split(b"\n\n")
        if len(rest) > _MAX_BYTES:
            raise Unreachable("an event is too long")
        for block in whole:
            if (event := read_event(block.decode(errors="replace"))).data:
                yield event


def read_event(block: str) -> ServerEvent:
    r"""The event that some lines tell; other fields and comments are left out.

    >>> read_event("event: done\ndata: {}")
    ServerEvent(name='done', data='{}')
    >>> read_event(": a sign of life")
    ServerEvent(name='', data='')
    """
    name, data = "", list[str]()
    for line in block.split("\n"):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
    return ServerEvent(name, "\n".join(data))
