"""A way to a hall that breaks when a test wants it to."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit


class Way:
    """A way to a hall that can be closed, which breaks what is on it, and opened again at the same address."""

    def __init__(self, to: str):
        self._to = urlsplit(to)
        self._port = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self.swallows = False
        """Whether what the hall says is lost, though the connections stand."""

    async def open(self) -> str:
        """Let everything through; gives the address."""
        self.swallows = False
        self._server = await asyncio.start_server(self._lead, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{self._port}"

    async def close(self) -> None:
        """Break what is on the way, and refuse what comes."""
        assert self._server
        self._server.close()
        self.interrupt()
        await self._server.wait_closed()

    def interrupt(self) -> None:
        """Break what is on the way now."""
        for writer in self._writers:
            writer.transport.abort()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        self._writers.add(writer)
        try:
            there, on = await asyncio.open_connection(self._to.hostname, self._to.port)
            ends.append(on)
            self._writers.add(on)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(reader, on))
                both.create_task(self._pass_on(there, writer, answers=True))
        finally:
            self._writers.difference_update(ends)
            for end in ends:
                end.close()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool = False
    ) -> None:
        with suppress(OSError):
            while part := await reader.read(65536):
                if not (answers and self.swallows):
                    writer.write(part)
                    await writer.drain()
            writer.write_eof()
