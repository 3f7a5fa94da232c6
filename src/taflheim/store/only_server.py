"""Who may serve a PostgreSQL database: an advisory lock, held on a connection of its own as long as it serves.

One server holds it alone, or any number share it that tell each other their news.

When the database is started anew, the lock is gone with its connection: it is taken again, and until then nothing is
written. A server that finds another one in its place writes nothing any more.
"""

import logging
import time
from contextlib import suppress
from threading import Event, Thread

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from taflheim.store.errors import CannotOpen, StoreUnavailable

log = logging.getLogger(__name__)

_LOCK = 0x7AF2  # any number that is always the same, and not that of migrations
_LOOK_EVERY_S = 1.0
_LET_GO_S = 3.0
"""A server that was killed may hold the lock until the database has noticed."""


class OnlyServer:
    """Holds the lock, alone or shared. Raises CannotOpen if another server is in the way."""

    def __init__(self, engine: Engine, name: str, *, shared: bool = False):
        self._engine = engine
        self._try = f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}({_LOCK})"
        self._connection: Connection | None = None
        self._closed = Event()
        deadline = time.monotonic() + _LET_GO_S
        while not self._take():
            if time.monotonic() > deadline:
                raise CannotOpen(
                    f"another Taflheim serves {name}{' alone' if shared else ''}: stop that one first, or choose"
                    " another database; servers that share one need TAFLHEIM_REDIS_URL, each of them"
                )
            time.sleep(0.1)
        self._thread = Thread(target=self._watch, name="only server", daemon=True)
        self._thread.start()

    def check(self, _: Connection) -> None:
        """Before a commit: whether the lock is held, as far as is known."""
        if self._connection is None:
            raise StoreUnavailable("the database was away, or another Taflheim serves it: try again")

    def close(self) -> None:
        """Let go of the lock."""
        self._closed.set()
        self._thread.join()
        self._drop()

    def _watch(self) -> None:
        while not self._closed.wait(_LOOK_EVERY_S):
            try:
                if self._connection is None:
                    if self._take():
                        log.warning("the database is back, and ours")
                else:
                    self._connection.execute(text("SELECT 1"))
                    self._connection.commit()
            except DBAPIError as error:
                if self._connection is not None:
                    log.warning("the database is away: %s", str(error.orig).strip())
                self._drop()

    def _take(self) -> bool:
        connection = self._engine.connect()
        connection.detach()  # closed, it is not kept for somebody else: the lock goes with it
        try:
            taken = bool(connection.execute(text(self._try)).scalar())
            connection.commit()
        except BaseException:
            connection.close()
            raise
        if taken:
            self._connection = connection
        else:
            connection.close()
        return taken

    def _drop(self) -> None:
        """Give the connection up, and the lock with it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()
