"""A process between a hall and a Ray cluster: `python -m taflheim.engine.places.ray_bridge ADDRESS SOCKET`.

A process that is connected to a Ray cluster is ended by Ray when the cluster's head is lost, so a hall has this one in
between. It listens on a Unix socket. A connection begins with a line of JSON. `{"game": …}` asks for an engine: it is
told how many come before it as long as it waits, then lines of the engine protocol go both ways. When the engine dies
the connection ends; when the connection ends the engine stands by for the next. `{}` asks for tidings: how many cores
and machines the cluster has, and whose core others need more.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from taflheim.engine.places.rank import Rank
from taflheim.engine.places.ray_cluster import NoCluster, connect, size
from taflheim.engine.places.ray_seats import RayEngine, SeatedEngines
from taflheim.engine.protocol.wire import ERROR, LONGEST_LINE
from taflheim.games.registry import game

FAILED = "failed"
"""The first word of a line that says why there is no cluster."""
WAITS, BEGINS = "waits", "begins"
"""The first words of lines to who wants an engine: how many come before; the engine is there."""
SIZE, BACK = "size", "back"
"""The first words of tidings."""
_LOOK_EVERY_S = 1.0


async def serve(address: str, path: Path) -> None:
    """Listen until the input ends: with the process that has started this one."""
    try:
        ray = await asyncio.to_thread(connect, address)
        engines = await asyncio.to_thread(SeatedEngines, ray)
    except NoCluster as error:
        print(FAILED, error, flush=True)
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            try:
                asked = json.loads(await reader.readline())
                await (_relay(engines, asked, reader, writer) if asked else _tell(ray, engines, writer))
            except (NoCluster, ray.exceptions.RayError) as error:
                writer.write(f"{ERROR}{str(error).partition(chr(10))[0]}\n".encode())
            finally:
                writer.close()

    async with await asyncio.start_unix_server(answer, path, limit=LONGEST_LINE):
        talking = asyncio.create_task(engines.talk())
        print("ready", flush=True)
        await asyncio.wait(
            [talking, asyncio.create_task(asyncio.to_thread(sys.stdin.read))], return_when=asyncio.FIRST_COMPLETED
        )
        talking.cancel()
        await engines.close()


async def _tell(ray: Any, engines: SeatedEngines, writer: asyncio.StreamWriter) -> None:
    """Tidings, until nobody wants them."""
    engines.when_needed = lambda name: writer.write(f"{BACK} {name}\n".encode())
    told = None
    while True:
        now = await asyncio.to_thread(size, ray)
        if now != told:
            writer.write(f"{SIZE} {now[0]} {now[1]}\n".encode())
            told = now
        await writer.drain()
        await asyncio.sleep(_LOOK_EVERY_S)


async def _relay(
    engines: SeatedEngines, asked: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """An engine for a connection, when there is one; then lines between them, until either ends."""

    def waits(before: int) -> None:
        writer.write(f"{WAITS} {before}\n".encode())

    chosen = game(asked["game"], **asked["options"])
    waiting = asyncio.create_task(engines.seated(chosen, Rank(*asked["rank"]), asked["name"], waits))
    first = asyncio.create_task(reader.readline())  # nothing is said before the engine is there
    try:
        await asyncio.wait([waiting, first], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            return  # nobody wants it any more
        engine = waiting.result()
    except BaseException:
        first.cancel()
        raise
    finally:
        waiting.cancel()
    writer.write(f"{BEGINS}\n".encode())
    try:
        await _lines(engine, first, reader, writer)
    finally:
        await engines.done_with(engine)


async def _lines(
    engine: RayEngine, first: asyncio.Task[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    engine.heard_by = lambda lines: writer.write("".join(f"{line}\n" for line in lines).encode())

    async def hear() -> None:
        line = (await first).decode()
        while line and line.strip() != "quit":  # the next one goes on with it
            await engine.hear(line)
            line = (await reader.readline()).decode()

    hearing = asyncio.create_task(hear())
    await asyncio.wait([hearing, engine.ended], return_when=asyncio.FIRST_COMPLETED)
    engine.heard_by = None
    hearing.cancel()
    await asyncio.gather(hearing, return_exceptions=True)


async def _main() -> None:
    await serve(sys.argv[1], Path(sys.argv[2]))
    os._exit(0)  # threads may wait for a cluster that is gone


if __name__ == "__main__":
    asyncio.run(_main())
