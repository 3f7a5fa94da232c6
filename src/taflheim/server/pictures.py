"""PNG and GIF, drawn in a niced process beside the server, so that drawing never delays a move at a table.

One process, one picture at a time. What was drawn is kept for a while.
"""

import asyncio
import multiprocessing
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.draw.gif import Reel, develop
from taflheim.draw.png import png
from taflheim.games.errors import TaflheimError

_NICE = 10
_MAX_WAITING = 8
_MAX_KEPT_BYTES = 24 * 1024 * 1024


class TooBusy(TaflheimError):
    """More pictures are wanted than can be drawn."""


class Pictures:
    """Draws pictures, one after the other. Used in one event loop."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._coming: dict[object, asyncio.Future[bytes]] = {}
        """What is being drawn, or waits for it."""
        self._kept: OrderedDict[object, bytes] = OrderedDict()
        self._bytes = 0

    async def png(self, svg: str, width: int) -> bytes:
        """A picture as PNG."""
        return await self._drawn(("png", svg, width), png, svg, width)

    async def gif(self, reel: Reel) -> bytes:
        """A game as GIF."""
        return await self._drawn(("gif", reel), develop, reel)

    async def _drawn(self, key: object, draw: Callable[..., bytes], *what: object) -> bytes:
        if (known := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return known
        if (coming := self._coming.get(key)) is None:
            if len(self._coming) >= _MAX_WAITING:
                raise TooBusy("many pictures are being drawn: try again in a moment")
            coming = self._coming[key] = asyncio.ensure_future(self._draw(key, draw, *what))
        # Whoever asked first may go away; others may wait for the same picture.
        return await asyncio.shield(coming)

    async def _draw(self, key: object, draw: Callable[..., bytes], *what: object) -> bytes:
        try:
            made = await asyncio.wrap_future(self._workers().submit(draw, *what))
        except BrokenProcessPool:
            self._pool = None  # the next picture starts another process
            raise TooBusy("the picture could not be drawn: try again") from None
        finally:
            del self._coming[key]
        self._keep(key, made)
        return made

    def _keep(self, key: object, made: bytes) -> None:
        self._bytes += len(made) - len(self._kept.pop(key, b""))
        self._kept[key] = made
        while self._bytes > _MAX_KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: the server has threads.
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=os.nice, initargs=(_NICE,))
        return self._pool

    def close(self) -> None:
        """Let go of the process."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _the_pictures(connection: HTTPConnection) -> Pictures:
    pictures: Pictures = connection.app.state.pictures
    return pictures


ThePictures = Annotated[Pictures, Depends(_the_pictures)]
