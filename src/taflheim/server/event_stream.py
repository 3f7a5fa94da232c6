"""Server-sent events: what is found is told as it comes, until the end, or until the client or the server goes."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing, suppress
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import StreamingResponse

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.server.channels.messages import encode

Answer = TypeVar("Answer")


class Gone(Exception):
    """The client has closed the connection before the answer was ready."""


def event_stream(request: Request, events: AsyncGenerator[dict[str, Any]]) -> StreamingResponse:
    """A response with an event for each, then one named `done`, or `failed` with a sentence.

    Closing the connection closes the generator.
    """
    closing: asyncio.Event = request.app.state.closing
    return StreamingResponse(_texts(events, closing), media_type="text/event-stream")


async def _texts(events: AsyncGenerator[dict[str, Any]], closing: asyncio.Event) -> AsyncIterator[str]:
    closed: asyncio.Future[Any] = asyncio.ensure_future(closing.wait())
    try:
        async with aclosing(events):
            while (event := await _next(events, closed)) is not None:
                yield f"data: {encode(event)}\n\n"
        yield "event: done\ndata: {}\n\n"
    except TaflheimError as error:
        yield f"event: failed\ndata: {encode({'error': sentence(str(error))})}\n\n"
    finally:
        closed.cancel()


async def _next(events: AsyncGenerator[dict[str, Any]], closed: asyncio.Future[Any]) -> dict[str, Any] | None:
    """The next event; None at the end, and when the server is closed."""
    coming: asyncio.Future[Any] = asyncio.ensure_future(anext(events, None))
    try:
        await asyncio.wait([coming, closed], return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not coming.done():
            coming.cancel()
            with suppress(asyncio.CancelledError):
                await coming
    return None if coming.cancelled() else coming.result()


async def while_connected(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The outcome of some work, which is cancelled when the client hangs up; then raises Gone."""
    task = asyncio.ensure_future(work)
    hung_up = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait([task, hung_up], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return task.result()
    finally:
        hung_up.cancel()
        task.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
