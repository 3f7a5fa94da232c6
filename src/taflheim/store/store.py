"""The store: a database that work is done in. Modules beside this one offer the work, one for each noun."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from taflheim.store import sqlite
from taflheim.store.backend import Backend
from taflheim.store.errors import CannotOpen, StoreUnavailable
from taflheim.store.runner import Runner
from taflheim.store.transaction import connection_was_lost

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Store:
    """A database that is open.

    ```python
    store = Store.open(folder / "taflheim.sqlite")
    owner = await store.write(accounts.owner, "Anna", now_ms)
    stored = await store.read(tables.load, table_id)
    ```
    """

    def __init__(self, backend: Backend):
        self._backend = backend
        self._runner = Runner(backend)
        self._readers = ThreadPoolExecutor(backend.readers, thread_name_prefix="store-read")

    @classmethod
    def open(cls, where: Path | str) -> "Store":
        """Open the file at a path, or the PostgreSQL database that an address names. Raises CannotOpen."""
        if isinstance(where, str) and "://" in where:
            # Its driver is an extra: not loaded for a file, and perhaps not installed.
            try:
                from taflheim.store import postgres
            except ImportError as error:
                raise CannotOpen("the driver of PostgreSQL is missing: pip install 'taflheim[scale]'") from error
            return cls(postgres.open_address(where))
        return cls(sqlite.open_file(Path(where)))

    async def read(
        self, work: Callable[Concatenate[Connection, Arguments], Answer], *args: Arguments.args, **kw: Arguments.kwargs
    ) -> Answer:
        """The answer of work that only reads: on a connection of its own, beside what is being written."""
        loop = asyncio.get_running_loop()
        try:
            answer = loop.run_in_executor(self._readers, self._read, lambda connection: work(connection, *args, **kw))
        except RuntimeError as error:
            raise StoreUnavailable("the hall is closed: start Taflheim again") from error
        return await answer

    async def write(
        self, work: Callable[Concatenate[Connection, Arguments], Answer], *args: Arguments.args, **kw: Arguments.kwargs
    ) -> Answer:
        """The answer of work, once all that it has written is on the disk. If this raises, nothing of it is kept."""
        answer: asyncio.Future[Answer] = self._runner.submit(lambda connection: work(connection, *args, **kw))
        return await answer

    def close(self) -> None:
        """Finish what waits and let go of the database."""
        self._runner.close()
        self._readers.shutdown()
        self._backend.reader.dispose()
        self._backend.writer.dispose()

    def _read(self, work: Callable[[Connection], Answer]) -> Answer:
        try:
            try:
                return self._read_once(work)
            except DBAPIError as error:
                if not connection_was_lost(error):
                    raise
                return self._read_once(work)  # the database was started anew: the first connection was an old one
        except Exception as error:
            meaning = self._backend.explain(error)
            if meaning is error:
                raise
            raise meaning from error

    def _read_once(self, work: Callable[[Connection], Answer]) -> Answer:
        with self._backend.reader.begin() as connection:
            return work(connection)


def database_of(folder: Path) -> Path | str:
    """Where the database of a data folder is: at the address in TAFLHEIM_DATABASE_URL, or in a file in the folder."""
    return os.environ.get("TAFLHEIM_DATABASE_URL") or folder / "taflheim.sqlite"
