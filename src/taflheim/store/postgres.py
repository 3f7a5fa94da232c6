"""PostgreSQL: a pool of connections, and what its errors mean to people. Several processes may share one database."""

import psycopg
from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from taflheim.store.backend import Backend
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.migrate import bring_up_to_date

WRITERS = 4
READERS = 4
WAIT_MS = 10_000
"""For so long an answer of the database is waited for."""

_GROUP = 16
"""Few enough that all threads get some of what waits, enough to share most of a commit's cost."""

_KEY_TAKEN = "23505"
_READ_ONLY = "25006"
_CONNECTION_LOST = ("08", "57")
"""Classes of errors that end the connection: what was under way may have been done."""


def open_address(address: str) -> Backend:
    """Open the database that an address such as postgresql://user:password@host/name stands for."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise CannotOpen("this is no address of a database: write postgresql://user:password@host/name") from None
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise CannotOpen(f"{url.drivername} is no kind of database that is known here: write postgresql://…")
    url = url.set(drivername="postgresql+psycopg")
    name = url.render_as_string(hide_password=True)
    writer = _engine(url, WRITERS)
    try:
        bring_up_to_date(writer, name)
    except DBAPIError as error:
        writer.dispose()
        reason = str(error.orig).strip()
        raise CannotOpen(f"{name} cannot be opened: see whether it runs and lets you in ({reason})") from error
    except BaseException:
        writer.dispose()
        raise
    return Backend(
        writer=writer,
        # What one reader sees belongs together, however many statements it takes.
        reader=_engine(url, READERS).execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        writers=WRITERS,
        readers=READERS,
        group=_GROUP,
        check=lambda _: None,
        explain=explain,
        refused=_refused,
    )


def explain(error: BaseException) -> BaseException:
    """What an error means: a conflict, a database that cannot be used, or (the same error) a mistake of ours."""
    if isinstance(error, PoolTimeout):
        return StoreUnavailable("the database is too busy: try again")
    if not isinstance(error, DBAPIError):
        return error
    state = _state(error)
    if state == _KEY_TAKEN:
        return Conflict("somebody else was faster: look again, and try again")
    if state == _READ_ONLY:
        return StoreUnavailable("the database may only be read now: try again later")
    if isinstance(error.orig, psycopg.OperationalError | psycopg.InterfaceError):
        return StoreUnavailable("the database does not answer as it should: try again, and see what its log says")
    return error


def _state(error: BaseException) -> str | None:
    return getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None


def _refused(error: BaseException) -> bool:
    state = _state(error)
    return state is not None and not state.startswith(_CONNECTION_LOST)


def _engine(url: URL, size: int) -> Engine:
    return create_engine(
        url,
        pool_size=size,
        max_overflow=0,
        connect_args={
            "connect_timeout": WAIT_MS // 1000,
            "tcp_user_timeout": WAIT_MS,
            # A commit is acknowledged when it is on the disk, whatever the server's habits are.
            "options": f"-c synchronous_commit=on -c statement_timeout={WAIT_MS} -c lock_timeout={WAIT_MS}",
        },
    )
