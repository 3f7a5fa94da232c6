"""SQLite: a file of one's own, durable and strict, and what its errors mean to people."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, QueuePool, create_engine
from sqlalchemy.exc import DBAPIError

from taflheim.store.backend import Backend
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.migrate import bring_up_to_date

BUSY_MS = 10_000
"""For so long a lock of another program is waited for."""

READERS = 3

_CHECKED_BYTES = 64_000_000
"""A file up to this size is looked through at the start; a bigger one would take too long."""

_KEY_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

# By SQLite's primary error codes. What to do comes after the colon.
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "{file} is locked by another program: close that program, and try again",
    sqlite3.SQLITE_LOCKED: "{file} is locked by another program: close that program, and try again",
    sqlite3.SQLITE_FULL: "the disk with {file} is full: make room on it, and try again",
    sqlite3.SQLITE_IOERR: "the disk with {file} fails: see whether it is full or broken, and try again",
    sqlite3.SQLITE_READONLY: "{file} may not be written: make sure that you may write to it and its folder",
    sqlite3.SQLITE_PERM: "{file} may not be used: make sure that you may write to it and its folder",
    sqlite3.SQLITE_CANTOPEN: "{file} cannot be opened: see whether it is there and you may write to its folder",
    sqlite3.SQLITE_CORRUPT: "{file} is damaged: move it away, or put a copy of it in its place",
    sqlite3.SQLITE_NOTADB: "{file} is no database, or damaged: move it away, or put a copy of it in its place",
}


def open_file(file: Path) -> Backend:
    """Open the database in a file, make it when there is none, and bring its schema up to date."""
    file = file.absolute()
    with or_cannot_open(file):
        make_private(file)
        _look_through(file)
        migrating = engine(file, "migrate")
        try:
            bring_up_to_date(migrating, str(file))
        finally:
            migrating.dispose()
    return Backend(
        writer=engine(file, "write"),
        reader=engine(file, "read"),
        writers=1,
        readers=READERS,
        group=500,
        check=_Identity(file).check,
        explain=partial(explain, file=file),
        close=lambda: None,
        refused=lambda error: _code(error) is not None,
    )


def explain(error: BaseException, file: Path) -> BaseException:
    """What an error means: a conflict, a database that cannot be used, or (the same error) a mistake of ours."""
    code = _code(error)
    if code in _KEY_TAKEN:
        return Conflict("somebody else was faster: look again, and try again")
    sentence = _SENTENCES.get(code & 0xFF) if code is not None else None
    if sentence is None:
        return error
    return StoreUnavailable(sentence.format(file=file))


def _code(error: BaseException) -> int | None:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", None)


def engine(file: Path, use: Literal["write", "read", "migrate"]) -> Engine:
    """Connections to a file that is there, for one use."""

    def connect() -> sqlite3.Connection:
        # Never make the file here: one that was deleted meanwhile would come back empty.
        connection = sqlite3.connect(
            f"{file.as_uri()}?mode=rw",
            uri=True,
            timeout=BUSY_MS / 1000,
            # The driver must not begin transactions by itself: with its deferred ones, read-then-write loses updates.
            isolation_level=None,
            check_same_thread=False,
        )
        pragmas = ["synchronous=FULL", f"foreign_keys={'OFF' if use == 'migrate' else 'ON'}"]
        if use == "read":
            pragmas.append("query_only=ON")
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    made = create_engine(
        URL.create("sqlite", database=str(file)),
        creator=connect,
        poolclass=QueuePool,
        pool_size=READERS if use == "read" else 1,
        max_overflow=0,
    )
    begin = "BEGIN" if use == "read" else "BEGIN IMMEDIATE"

    # Not a listener for "begin": an engine with listeners looks for more of them at every statement.
    def do_begin(dbapi_connection: PoolProxiedConnection) -> None:
        dbapi_connection.cursor().execute(begin)

    made.dialect.do_begin = do_begin  # type: ignore[method-assign]
    return made


def copy(file: Path, to: Path) -> None:
    """Copy a database as it is now, with what is still in its log, into a file that is empty."""
    with (
        closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target)


def make_private(file: Path) -> None:
    """A file that only its owner may read; SQLite gives the files beside it the same rights."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for name in ("", "-wal", "-shm"):
        path = Path(f"{file}{name}")
        if path.exists():
            path.chmod(0o600)


def _look_through(file: Path) -> None:
    """Set the file up, and find out now whether it can be read."""
    connection = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        if file.stat().st_size <= _CHECKED_BYTES:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise CannotOpen(_SENTENCES[sqlite3.SQLITE_CORRUPT].format(file=file))
    finally:
        connection.close()


@contextmanager
def or_cannot_open(file: Path) -> Iterator[None]:
    """Raise CannotOpen for whatever keeps a file from being opened or migrated."""
    try:
        yield
    except OSError as error:
        raise CannotOpen(f"{file} cannot be opened ({error.strerror}): see whether you may write there") from error
    except (sqlite3.Error, DBAPIError) as error:
        meaning = explain(error, file)
        if meaning is error:
            what = f"{file} could not be brought up to date ({getattr(error, 'orig', error)})"
            raise CannotOpen(
                f"{what}: put an older copy of it in its place, or use the Taflheim that wrote it"
            ) from error
        raise CannotOpen(str(meaning)) from error


class _Identity:
    """Which files were opened. One that was deleted or replaced could still be written to, but not be opened again."""

    def __init__(self, file: Path):
        self._file = file
        self._log = Path(f"{file}-wal")
        self._opened = _inode(file)

    def check(self, connection: Connection) -> None:
        """Before a commit."""
        # The log may be another one when the connection is: it is made anew when nobody has it open.
        log = connection.info.setdefault("log", _inode(self._log))
        if _inode(self._file) != self._opened or _inode(self._log) != log:
            what = f"{self._file} was deleted or replaced while it was in use"
            raise StoreUnavailable(f"{what}: stop Taflheim, put the file back, and start again")


def _inode(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
