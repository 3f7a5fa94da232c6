"""The hall that a command is about: the one that `--server` names, or that of this machine's data folder."""

import asyncio
import logging
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from taflheim.client.remote import Remote

Found = TypeVar("Found")


def add_server(parser: ArgumentParser) -> None:
    """Which hall."""
    parser.add_argument("--server", metavar="URL", help="a hall somewhere else (default: the one on this machine)")


@asynccontextmanager
async def reached(server: str | None) -> "AsyncIterator[Remote]":
    """A hall, with what one shows there; one on this machine is started if none runs, and ends with this."""
    from taflheim.client.credentials import credential_for
    from taflheim.client.local_hall import local_hall
    from taflheim.client.remote import Remote
    from taflheim.hall.folder import data_folder

    # What is tried again is nothing that people have to read.
    logging.basicConfig(format="taflheim: %(message)s", level=logging.ERROR)
    if server is not None:
        yield Remote(server, credential_for(server))
        return
    async with local_hall(data_folder()) as remote:
        yield remote


def ask_hall(server: str | None, work: "Callable[[Remote], Awaitable[Found]]") -> Found:
    """What comes of some work with a hall."""

    async def run() -> Found:
        async with reached(server) as remote:
            return await work(remote)

    return asyncio.run(run())
