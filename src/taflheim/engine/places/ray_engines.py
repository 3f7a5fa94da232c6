"""Engines on a Ray cluster, for a process that must outlive it: they are behind a bridge (`ray_bridge.py`)."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from uuid import uuid4
from weakref import WeakValueDictionary

from taflheim.engine.places.rank import Turn
from taflheim.engine.places.ray_bridge import BACK, BEGINS, FAILED, SIZE, WAITS
from taflheim.engine.protocol.client import START_LIMIT_S, EngineClient, EngineFailure
from taflheim.engine.protocol.wire import ERROR, LONGEST_LINE
from taflheim.games.game import Game

_BRIDGE_LIMIT_S = 60.0
_CLOSE_LIMIT_S = 3.0
"""So long the bridge has to give back what it has; what is left then is taken from it."""


class RayEngines:
    """Starts engines on the cluster at an address."""

    def __init__(self, address: str, sized: Callable[[int, int], None]):
        self._address = address
        self._sized = sized
        """Is told how many cores and machines there are."""
        self._turns: WeakValueDictionary[str, Turn] = WeakValueDictionary()
        """Whose each engine is, by the name that the bridge knows."""
        self._starting = asyncio.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="taflheim-")  # short: paths of sockets have 100 characters
        self._bridge: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None

    async def engine(self, game: Game, silence_limit_s: float, turn: Turn) -> EngineClient:
        """An engine somewhere in the cluster, when there is a core for it and it is ready."""
        await self._connect()
        try:
            reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        except OSError as error:
            raise EngineFailure(f"the bridge to the Ray cluster has ended: {error}") from error
        name = uuid4().hex
        options = {option: str(value) for option, value in game.options.items()}
        asked = {"game": game.name, "options": options, "rank": turn.rank, "name": name}
        writer.write(f"{json.dumps(asked)}\n".encode())
        self._turns[name] = turn
        try:
            await self._wait(reader, turn)
        except BaseException:
            writer.close()
            raise
        finally:
            turn.before = 0
        return await EngineClient.over(game, _Far(reader, writer), START_LIMIT_S, silence_limit_s)

    async def _wait(self, reader: asyncio.StreamReader, turn: Turn) -> None:
        """Until the engine is there; the turn is told how many come before it."""
        while line := (await reader.readline()).decode().strip():
            word, _, rest = line.partition(" ")
            if word == BEGINS:
                return
            if word == WAITS:
                turn.before = int(rest)
            elif line.startswith(ERROR):
                raise EngineFailure(line.removeprefix(ERROR))
        raise EngineFailure("the engine on the Ray cluster has ended before it was ready")

    async def close(self) -> None:
        """End the bridge, and with it all engines."""
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._bridge and self._bridge.returncode is None:
            assert self._bridge.stdin
            self._bridge.stdin.close()
            try:
                async with asyncio.timeout(_CLOSE_LIMIT_S):
                    await self._bridge.wait()
            except TimeoutError:
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
        """Tell how large the cluster is and whose core others need more, as long as the bridge runs."""
        with suppress(OSError, ValueError):
            reader, writer = await asyncio.open_unix_connection(self._path)
            with closing(writer):
                writer.write(b"{}\n")
                while line := (await reader.readline()).decode():
                    word, *rest = line.split()
                    if word == SIZE:
                        self._sized(int(rest[0]), int(rest[1]))
                    elif word == BACK and (turn := self._turns.get(rest[0])):
                        turn.give_back()


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
