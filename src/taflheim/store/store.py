"""The store: a database that work is done in. Modules beside this one offer the work, one for each noun."""

import asyncio
import time
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
        self.measured: Callable[[str, float], None] = lambda *_: None
        """Told of each read and write, with the seconds it took."""
        self._runner = Runner(backend)
        self._readers = ThreadPoolExecutor(backend.readers, thread_name_prefix="store-read")

    @classmethod
    def open(cls, where: Path | str, *, alone: bool = False, shared: bool = False) -> "Store":
        """Open the file at a path, or the PostgreSQL database that an address names. Raises CannotOpen.

        `alone`: as a server, of which a database has one. A file has it by the lock of its folder. `shared`: as one of
        several servers, which a file cannot have.
        """
        if isinstance(where, str) and "://" in where:
            # Its driver is an extra: not loaded for a file, and perhaps not installed.
            try:
                from taflheim.store import postgres
            except ImportError as error:
                raise CannotOpen("the driver of PostgreSQL is missing: pip install 'taflheim[scale]'") from error
            return cls(postgres.open_address(where, alone=alone, shared=shared))
        if shared:
            raise CannotOpen("a file is served by one process: name a PostgreSQL in TAFLHEIM_DATABASE_URL to share it")
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
        began = time.perf_counter()
        found = await answer
        self.measured("read", time.perf_counter() - began)
        return found

    async def write(
        self, work: Callable[Concatenate[Connection, Arguments], Answer], *args: Arguments.args, **kw: Arguments.kwargs
    ) -> Answer:
        """The answer of work, once all that it has written is on the disk. If this raises, nothing of it is kept."""
        began = time.perf_counter()
        answer: asyncio.Future[Answer] = self._runner.submit(lambda connection: work(connection, *args, **kw))
        found = await answer
        self.measured("write", time.perf_counter() - began)
        return found

    def close(self) -> None:
        """Finish what waits and let go of the database."""
        self._runner.close()
        self._readers.shutdown()
        self._backend.reader.dispose()
        self._backend.writer.dispose()
        self._backend.close()

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
