"""A process between a hall and a Ray cluster: `python -m taflheim.engine.places.ray_bridge ADDRESS SOCKET`.

A process that is connected to a Ray cluster is ended by Ray when the cluster's head is lost, so a hall has this one in
between. It listens on a Unix socket. A connection that begins with a game is an engine for it, somewhere in the
cluster: lines of the engine protocol go both ways. When the engine dies the connection ends, and the other way round. A
connection that begins with `size` is told the cores and machines of the cluster, now and whenever they change.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from taflheim.engine.places.ray_actors import Engine
from taflheim.engine.places.ray_cluster import NoCluster, check_version, connect, size
from taflheim.engine.protocol.wire import ERROR, LONGEST_LINE
from taflheim.games.registry import game

SIZE = "size"
FAILED = "failed"
"""The first word of a line that says why there is no cluster."""
_LOOK_EVERY_S = 1.0


async def serve(address: str, path: Path) -> None:
    """Listen until the input ends: with the process that has started this one."""
    try:
        ray = await asyncio.to_thread(connect, address)
    except NoCluster as error:
        print(FAILED, error, flush=True)
        return
    engine = ray.remote(num_cpus=1, max_restarts=0, max_concurrency=8)(Engine)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            try:
                first = (await reader.readline()).decode().strip()
                await (_tell_size(ray, writer) if first == SIZE else _relay(ray, engine, first, reader, writer))
            except NoCluster as error:
                writer.write(f"{ERROR}{error}\n".encode())
            finally:
                writer.close()

    async with await asyncio.start_unix_server(answer, path, limit=LONGEST_LINE):
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def _tell_size(ray: Any, writer: asyncio.StreamWriter) -> None:
    told = None
    while True:
        now = await asyncio.to_thread(size, ray)
        if now != told:
            writer.write(f"{now[0]} {now[1]}\n".encode())
            await writer.drain()
            told = now
        await asyncio.sleep(_LOOK_EVERY_S)


async def _relay(ray: Any, engine: Any, first: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Lines between a connection and a new engine, until either ends."""
    name, _, options = first.partition(" ")
    actor = engine.remote(game(name, **json.loads(options)))

    async def hear() -> None:
        check_version(*await actor.begin.remote())
        while line := (await reader.readline()).decode():
            await actor.hear.remote([line])

    async def say() -> None:
        while True:
            lines = await actor.said.remote()
            writer.write("".join(f"{line}\n" for line in lines).encode())
            await writer.drain()

    tasks = [asyncio.create_task(hear()), asyncio.create_task(say())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with suppress(ray.exceptions.RayError):  # the actor or its machine is gone
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        ray.kill(actor)


async def _main() -> None:
    await serve(sys.argv[1], Path(sys.argv[2]))
    os._exit(0)  # threads may wait for a cluster that is gone


if __name__ == "__main__":
    asyncio.run(_main())
