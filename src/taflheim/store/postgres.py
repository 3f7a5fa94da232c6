"""PostgreSQL: a pool of connections, and what its errors mean to people. Several processes may share one database:
one that serves, and others that look on or help."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from taflheim.store.backend import Backend
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.migrate import bring_up_to_date
from taflheim.store.only_server import OnlyServer

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


def open_address(address: str, *, alone: bool = False, shared: bool = False) -> Backend:
    """Open the database that an address such as postgresql://user:password@host/name stands for.

    `alone`: as a server, of which there may be one; `shared`: as one of several.
    """
    with or_cannot_open(address) as url:
        name = url.render_as_string(hide_password=True)
        only = OnlyServer(engine(url, 1), name, shared=shared) if alone or shared else None
        writer = engine(url, WRITERS)
        try:
            bring_up_to_date(writer, name)
        except BaseException:
            writer.dispose()
            if only:
                only.close()
            raise
    return Backend(
        writer=writer,
        reader=reader(url, READERS),
        writers=WRITERS,
        readers=READERS,
        group=_GROUP,
        check=only.check if only else lambda _: None,
        close=only.close if only else lambda: None,
        explain=explain,
        refused=_refused,
    )


@contextmanager
def or_cannot_open(address: str) -> Iterator[URL]:
    """The database that an address stands for; CannotOpen for whatever keeps it from being opened."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise CannotOpen("this is no address of a database: write postgresql://user:password@host/name") from None
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise CannotOpen(f"{url.drivername} is no kind of database that is known here: write postgresql://…")
    try:
        yield url.set(drivername="postgresql+psycopg")
    except DBAPIError as error:
        name = url.render_as_string(hide_password=True)
        reason = str(error.orig).strip()
        raise CannotOpen(f"{name} cannot be opened: see whether it runs and lets you in ({reason})") from error


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


def reader(url: URL, size: int, *, wait_ms: int = WAIT_MS) -> Engine:
    """Connections that only read. What one of them sees belongs together, however many statements it takes."""
    only_read = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return engine(url, size, wait_ms=wait_ms).execution_options(**only_read)


def engine(url: URL, size: int, *, wait_ms: int = WAIT_MS, schema: str = "") -> Engine:
    """Connections to a database: at most so many, which wait for an answer so long (0: for ever)."""
    # A commit is acknowledged when it is on the disk, whatever the server's habits are.
    options = {"synchronous_commit": "on", "statement_timeout": wait_ms, "lock_timeout": WAIT_MS}
    if schema:
        options["search_path"] = schema
    return create_engine(
        url,
        pool_size=size,
        max_overflow=0,
        connect_args={
            "connect_timeout": WAIT_MS // 1000,
            "tcp_user_timeout": WAIT_MS,
            "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        },
    )
