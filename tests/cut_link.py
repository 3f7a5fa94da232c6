"""A link to a server that can be cut: while it is, what is sent vanishes and nobody is told, as with a pulled cable."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

_MOST_BYTES = 65536


class Link:
    """Hands on what comes to one socket to another."""

    def __init__(self, to: Path, path: Path):
        self.path = path
        self._to = to
        self._open = Event()
        self._open.set()
        self._ended = Event()
        self._listening = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._listening.wait()

    def cut(self) -> None:
        """Swallow everything from now on, of old connections and of new ones."""
        self._open.clear()

    def mend(self) -> None:
        """Hand on again what comes. What was swallowed is gone: connections it was lost on are ended."""
        self._open.set()

    def end(self) -> None:
        """Listen no more."""
        self._ended.set()
        self._thread.join()

    async def _serve(self) -> None:
        async with await asyncio.start_unix_server(self._accept, self.path):
            self._listening.set()
            while not self._ended.is_set():
                await asyncio.sleep(0.02)
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

    async def _accept(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            while not self._open.is_set():  # it is connected, and hears nothing
                await asyncio.sleep(0.02)
            with suppress(OSError):
                there, on = await asyncio.open_unix_connection(self._to)
                try:
                    ways = [asyncio.ensure_future(self._hand_on(*way)) for way in ((here, on), (there, back))]
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                    for way in ways:
                        way.cancel()
                finally:
                    on.close()
        finally:
            back.close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lost = False
        with suppress(OSError):
            while True:
                try:
                    async with asyncio.timeout(0.05):
                        data = await reader.read(_MOST_BYTES)
                except TimeoutError:
                    data = None
                if data == b"" or (lost and self._open.is_set()):
                    return
                if data and not self._open.is_set():
                    lost = True
                elif data:
                    writer.write(data)
                    await writer.drain()


@contextmanager
def link(to: Path) -> Iterator[Link]:
    """A link to the socket at a path."""
    with tempfile.TemporaryDirectory(prefix="taflheim-link-") as folder:
        made = Link(to, Path(folder) / "link.sock")
        try:
            yield made
        finally:
            made.end()
