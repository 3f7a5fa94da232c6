"""Server-sent events: what is found is told as it comes, until the end, or until the client or the server goes.

A stream ends with the session or token by which somebody asked for it. From a banned address one may look: that ends
none.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing, suppress
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import StreamingResponse

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.server.caller import Caller, close_with
from taflheim.server.channels.messages import encode
from taflheim.server.identity import NoIdentity
from taflheim.server.problem import code_of

Answer = TypeVar("Answer")
QUIET_S = 20.0
"""After so long without an event something is said all the same: proxies close what is silent, and a client that has
vanished is noticed."""


CloseWith = Callable[[Callable[[], None]], Callable[[], None]]
"""Has something closed when nobody may listen any more; gives what takes that back."""


class Gone(Exception):
    """The client has closed the connection before the answer was ready."""


class LoggedOut(NoIdentity):
    """The session or token by which somebody listened has ended."""


def event_stream(
    request: Request, caller: Caller, events: AsyncGenerator[dict[str, Any]], quiet_s: float = QUIET_S
) -> StreamingResponse:
    """A response with an event for each, then one named `done`, or `failed` with a code and a sentence.

    Closing the connection closes the generator, and so does the end of the caller's session or token.
    """
    state = request.app.state
    return StreamingResponse(
        _texts(events, state.closing, partial(close_with, state.hall, caller), quiet_s), media_type="text/event-stream"
    )


async def _texts(
    events: AsyncGenerator[dict[str, Any]], closing: asyncio.Event, ends_with: CloseWith, quiet_s: float
) -> AsyncIterator[str]:
    closed: asyncio.Future[Any] = asyncio.ensure_future(closing.wait())
    logged_out = asyncio.Event()
    out: asyncio.Future[Any] = asyncio.ensure_future(logged_out.wait())
    take_back = ends_with(logged_out.set)
    try:
        async with aclosing(events):
            coming: asyncio.Future[Any] | None = None
            try:
                while not closed.done():
                    coming = coming or asyncio.ensure_future(anext(events, None))
                    await asyncio.wait([coming, closed, out], timeout=quiet_s, return_when=asyncio.FIRST_COMPLETED)
                    if out.done():
                        raise LoggedOut("you are logged out here: log in again to go on")
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
        yield f"event: failed\ndata: {encode({'error': sentence(str(error)), 'code': code_of(error)})}\n\n"
    finally:
        take_back()
        closed.cancel()
        out.cancel()


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
