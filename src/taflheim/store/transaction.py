"""One transaction: everything that is done in it is kept, or nothing; and what it means if that fails."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from taflheim.games.errors import TaflheimError
from taflheim.store.backend import Backend
from taflheim.store.errors import OutcomeUnknown, StoreUnavailable

log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]


class NotBegun(Exception):
    """There is no transaction; the cause says why."""


class NotCommitted(Exception):
    """All work was done, but not committed; the cause says why."""


class Writer:
    """Does transactions, one after the other, on a connection that it keeps until something fails there."""

    def __init__(self, backend: Backend):
        self._backend = backend
        self._connection: Connection | None = None

    def transact(self, works: Sequence[Work]) -> list[Any]:
        """The answers of work that was done in one transaction and committed.

        Raises NotBegun, NotCommitted, or what one of the works has raised. Then nothing is kept, as far as can be
        known.
        """
        try:
            connection = self._connection = self._connection or self._backend.writer.connect()
        except Exception as error:
            raise NotBegun from error
        try:
            return self._transact(connection, works)
        except BaseException:
            # Closing rolls back what has begun. The next transaction looks for a connection anew.
            self.close()
            raise

    def close(self) -> None:
        """Let go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _transact(self, connection: Connection, works: Sequence[Work]) -> list[Any]:
        try:
            transaction = connection.begin()
        except Exception as error:
            raise NotBegun from error
        answers = [work(connection) for work in works]
        try:
            self._backend.check(connection)
            transaction.commit()
        except Exception as error:
            _roll_back(connection)
            raise NotCommitted from error
        return answers


def _roll_back(connection: Connection) -> None:
    """After a commit that failed: SQLAlchemy takes such a transaction for ended, the driver may not."""
    try:
        if not connection.invalidated:
            connection.connection.rollback()
    except Exception:
        log.exception("a transaction could not be rolled back: its connection is given up")
        connection.invalidate()


def connection_was_lost(error: BaseException) -> bool:
    """Whether a new connection may fare better; nothing was committed on the old one."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def meaning(backend: Backend, error: BaseException) -> Exception:
    """What a caller is told of an error that `transact` has raised. What is unexpected is logged."""
    cause = error.__cause__ if isinstance(error, NotBegun | NotCommitted) and error.__cause__ else error
    told = backend.explain(cause)
    if isinstance(error, NotCommitted) and not isinstance(cause, TaflheimError) and not backend.refused(cause):
        told = OutcomeUnknown("the connection to the database broke: look whether it was done, and try again")
    if isinstance(told, StoreUnavailable):
        log.warning("not written: %s", told)
    elif not isinstance(told, TaflheimError):
        log.error("unexpected error in the store", exc_info=cause)
    if isinstance(told, StopIteration) or not isinstance(told, Exception):
        told = RuntimeError(f"work of the store has raised {told!r}")  # a future takes no other
    if told is not cause:
        told.__cause__ = cause
    return told
