"""Restoring a backup: into a database beside the one that is in use, which is then put in its place, or not at all."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, text

from taflheim.store import backup, sqlite
from taflheim.store.backup import Told
from taflheim.store.errors import CannotOpen
from taflheim.store.migrate import upgrade
from taflheim.store.only_server import OnlyServer

_BESIDE = "taflheim_restore"
"""The schema in PostgreSQL that a backup is restored into, before it takes the place of `public`."""


def back_up(where: Path | str, file: Path, made_ms: int) -> Told:
    """Write everything in a database into a file, also while a server uses it."""
    return _reading(where, lambda connection: backup.write(connection, file, made_ms))


def check(file: Path) -> Told:
    """Restore a backup into a scratch database, compare, and throw that away; raises InvalidBackup."""
    told = backup.read(file)
    with tempfile.TemporaryDirectory() as folder:
        _make_file(Path(folder) / "taflheim.sqlite", file, told)
    return told


def restore(where: Path | str, file: Path) -> Told:
    """Make a database what a backup says; raises InvalidBackup, and then nothing has changed.

    Nobody else may use the database meanwhile. A file that was there is kept beside, as `….before-restore`.
    """
    told = backup.read(file)
    if isinstance(where, str):
        _restore_address(where, file, told)
    else:
        _restore_file(where, file, told)
    return told


def _make_file(path: Path, file: Path, told: Told) -> None:
    with sqlite.or_cannot_open(path):
        sqlite.make_private(path)
        engine = sqlite.engine(path, "migrate")
        try:
            _make(engine, file, told)
        finally:
            engine.dispose()


def _make(engine: Engine, file: Path, told: Told) -> None:
    upgrade(engine, told.revision)
    with engine.begin() as connection:
        backup.fill(connection, file, told)
    upgrade(engine, "head")


def _restore_file(path: Path, file: Path, told: Told) -> None:
    path = path.absolute()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="restore-") as folder:
        made = Path(folder) / path.name
        _make_file(made, file, told)
        if path.exists():
            _put_aside(path)
        made.replace(path)


def _put_aside(path: Path) -> None:
    """Keep a database that is replaced, with what is still in its log."""
    kept = path.with_name(f"{path.name}.before-restore")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="restore-") as folder:
        copy = Path(folder) / path.name
        sqlite.make_private(copy)
        sqlite.copy(path, copy)
        copy.replace(kept)
    for name in ("-wal", "-shm", ""):
        Path(f"{path}{name}").unlink(missing_ok=True)


def _reading(where: Path | str, work: Callable[[Connection], Told]) -> Told:
    if isinstance(where, str):
        from taflheim.store import postgres  # its driver is an extra

        with postgres.or_cannot_open(where) as url:
            return _read(postgres.reader(url, 1, wait_ms=0), work)
    if not where.exists():
        raise CannotOpen(f"there is no {where}: nothing was played there yet")
    return _read(sqlite.engine(where.absolute(), "read"), work)


def _read(reader: Engine, work: Callable[[Connection], Told]) -> Told:
    try:
        with reader.begin() as connection:
            return work(connection)
    finally:
        reader.dispose()


def _restore_address(address: str, file: Path, told: Told) -> None:
    from taflheim.store import postgres

    with postgres.or_cannot_open(address) as url:
        only = OnlyServer(postgres.engine(url, 1), url.render_as_string(hide_password=True))
        engine = postgres.engine(url, 1, wait_ms=0)
        beside = postgres.engine(url, 1, wait_ms=0, schema=_BESIDE)
        try:
            with engine.begin() as connection:
                connection.execute(text(f"DROP SCHEMA IF EXISTS {_BESIDE} CASCADE"))
                connection.execute(text(f"CREATE SCHEMA {_BESIDE}"))
            _make(beside, file, told)
            with engine.begin() as connection:
                _take_place(connection)
        finally:
            beside.dispose()
            only.close()
            engine.dispose()


def _take_place(connection: Connection) -> None:
    """Let the tables that were made take the place of those that are there, all at once."""
    of_schema = text("SELECT tablename FROM pg_tables WHERE schemaname = :schema")
    here = connection.execute(text("SELECT current_schema()")).scalar()
    made = list(connection.execute(of_schema, {"schema": _BESIDE}).scalars())
    for name in connection.execute(of_schema, {"schema": here}).scalars().all():
        if name in made:
            connection.execute(text(f'DROP TABLE "{name}" CASCADE'))
    for name in made:
        connection.execute(text(f'ALTER TABLE {_BESIDE}."{name}" SET SCHEMA "{here}"'))
    connection.execute(text(f"DROP SCHEMA {_BESIDE} CASCADE"))
