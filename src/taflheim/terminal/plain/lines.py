"""The lines of an input. They are read in a thread: one can wait for a line and for something else at the same time."""

import asyncio
import codecs
import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

_BLOCK = 65536


class Lines:
    """The lines that come from a file descriptor. Used in one event loop.

    It is read without Python's own buffers: a thread that waits in those would not let the program end.
    """

    def __init__(self, descriptor: int, encoding: str = "utf-8"):
        self._read: deque[str] = deque()
        self._ended = False
        self._changed = asyncio.Event()
        loop = asyncio.get_running_loop()

        def tell(lines: list[str], ended: bool) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits for lines any more
                loop.call_soon_threadsafe(self._come, lines, ended)

        threading.Thread(target=_read, args=(descriptor, encoding, tell), name="lines", daemon=True).start()

    async def next(self) -> str | None:
        """The next line, without its end; None when there are no more."""
        while not self._read and not self._ended:
            self._changed.clear()
            await self._changed.wait()
        return self._read.popleft() if self._read else None

    async def at_end(self) -> None:
        """Wait until all lines were taken and no more will come."""
        while self._read or not self._ended:
            self._changed.clear()
            await self._changed.wait()

    def _come(self, lines: list[str], ended: bool) -> None:
        self._read.extend(lines)
        self._ended = ended
        self._changed.set()


def _read(descriptor: int, encoding: str, tell: Callable[[list[str], bool], None]) -> None:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    rest = ""
    while True:
        try:
            block = os.read(descriptor, _BLOCK)
        except OSError:
            block = b""  # the terminal has gone
        *lines, rest = (rest + decoder.decode(block, final=not block)).split("\n")
        if not block:
            tell([rest] if rest else [], True)
            return
        tell(lines, False)
