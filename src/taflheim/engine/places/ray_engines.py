"""Engines on a Ray cluster, for a process that must outlive it: they are behind a bridge (`ray_bridge.py`)."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from taflheim.engine.places.ray_bridge import FAILED, SIZE
from taflheim.engine.protocol.client import START_LIMIT_S, EngineClient, EngineFailure
from taflheim.engine.protocol.wire import LONGEST_LINE
from taflheim.games.game import Game

_BRIDGE_LIMIT_S = 60.0


class RayEngines:
    """Starts engines on the cluster at an address."""

    def __init__(self, address: str, sized: Callable[[int, int], None]):
        self._address = address
        self._sized = sized
        """Is told how many cores and machines there are."""
        self._starting = asyncio.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="taflheim-")  # short: paths of sockets have 100 characters
        self._bridge: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None

    async def engine(self, game: Game, silence_limit_s: float) -> EngineClient:
        """An engine somewhere in the cluster, when it is ready."""
        await self._connect()
        try:
            reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        except OSError as error:
            raise EngineFailure(f"the bridge to the Ray cluster has ended: {error}") from error
        options = {name: str(value) for name, value in game.options.items()}
        writer.write(f"{game.name} {json.dumps(options)}\n".encode())
        return await EngineClient.over(game, _Far(reader, writer), START_LIMIT_S, silence_limit_s)

    async def close(self) -> None:
        """End the bridge, and with it all engines."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._bridge and self._bridge.returncode is None:
            self._bridge.kill()
            await self._bridge.wait()
        self._folder.cleanup()

    # ---- inside ---------------------------------------------------------------------------------------------------

    @property
    def _path(self) -> Path:
        return Path(self._folder.name) / "bridge"

    async def _connect(self) -> None:
        """Start the bridge, if none runs."""
        async with self._starting:
            if self._bridge and self._bridge.returncode is None:
                return
            self._path.unlink(missing_ok=True)
            self._bridge = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "taflheim.engine.places.ray_bridge", self._address, str(self._path)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            assert self._bridge.stdout
            try:
                async with asyncio.timeout(_BRIDGE_LIMIT_S):
                    said = (await self._bridge.stdout.readline()).decode().strip()
            except TimeoutError:
                said = f"{FAILED} no answer for {_BRIDGE_LIMIT_S:g} s"
            if said != "ready":
                with suppress(ProcessLookupError):
                    self._bridge.kill()
                await self._bridge.wait()
                raise EngineFailure(said.removeprefix(FAILED).strip() or "the bridge to the Ray cluster has ended")
            if self._watching:
                self._watching.cancel()
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Tell how large the cluster is, as long as the bridge runs."""
        with suppress(OSError, ValueError):
            reader, writer = await asyncio.open_unix_connection(self._path)
            with closing(writer):
                writer.write(f"{SIZE}\n".encode())
                while line := (await reader.readline()).decode():
                    cores, machines = map(int, line.split())
                    self._sized(cores, machines)


class _Far:
    """An engine behind a connection, as a process."""

    pid = 0

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.stdout: asyncio.StreamReader | None = reader
        self.stdin: asyncio.StreamWriter | None = writer
        self._writer = writer

    @property
    def returncode(self) -> int | None:
        """None while the connection is open."""
        return 0 if self._writer.is_closing() else None

    def kill(self) -> None:
        """The end of the connection ends the engine."""
        self._writer.close()

    async def wait(self) -> int:
        """Wait until the connection has ended."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()
        return 0
