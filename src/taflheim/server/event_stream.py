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
QUIET_S = 20.0
"""After so long without an event something is said all the same: proxies close what is silent, and a client that has
vanished is noticed."""


class Gone(Exception):
    """The client has closed the connection before the answer was ready."""


def event_stream(
    request: Request, events: AsyncGenerator[dict[str, Any]], quiet_s: float = QUIET_S
) -> StreamingResponse:
    """A response with an event for each, then one named `done`, or `failed` with a sentence.

    Closing the connection closes the generator.
    """
    closing: asyncio.Event = request.app.state.closing
    return StreamingResponse(_texts(events, closing, quiet_s), media_type="text/event-stream")


async def _texts(events: AsyncGenerator[dict[str, Any]], closing: asyncio.Event, quiet_s: float) -> AsyncIterator[str]:
    closed: asyncio.Future[Any] = asyncio.ensure_future(closing.wait())
    try:
        async with aclosing(events):
            coming: asyncio.Future[Any] | None = None
            try:
                while not closed.done():
                    coming = coming or asyncio.ensure_future(anext(events, None))
                    await asyncio.wait([coming, closed], timeout=quiet_s, return_when=asyncio.FIRST_COMPLETED)
                    if not coming.done():
                        yield ":\n\n"  # a comment: pages hear nothing of it
                        continue
                    done, coming = coming, None
                    if (event := done.result()) is None:
                        break
                    yield f"data: {encode(event)}\n\n"
            finally:
                if coming:
                    await _cancelled(coming)
        yield "event: done\ndata: {}\n\n"
    except TaflheimError as error:
        yield f"event: failed\ndata: {encode({'error': sentence(str(error))})}\n\n"
    finally:
        closed.cancel()


async def _cancelled(coming: asyncio.Future[Any]) -> None:
    """Wait until something that is cancelled has come to its end, however often whoever waits is cancelled, too."""
    coming.cancel()
    while not coming.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([coming])


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
