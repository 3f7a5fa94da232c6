"""Backups: everything that is kept, in one file that any database here can be made from again.

A zip with `backup.json` (which schema, which columns, how many rows) and a file of JSON lines for each table, all
read in one transaction, so that it belongs together while others write. Sessions and tokens are left out: whoever gets
hold of a backup gets in nowhere, and after restoring all log in anew.
"""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, MetaData, Table, insert, select, text, update

from taflheim.games.errors import TaflheimError
from taflheim.store.schema import REVISIONS

FORMAT = 1
LEFT_OUT = frozenset({"alembic_version", "sessions", "access_tokens", "feeds", "leases", "attendance", "seeks"})
_MANIFEST = "backup.json"
_ROWS_AT_ONCE = 1000


class InvalidBackup(TaflheimError):
    """A file is no backup that can be restored here."""


class Told(NamedTuple):
    """What is in a backup."""

    revision: str
    """Of the schema."""
    columns: dict[str, list[str]]
    """By table, in the order in which they can be filled."""
    rows: dict[str, int]
    digests: dict[str, str]
    """Of all rows of a table, in whatever order."""


def write(connection: Connection, file: Path, made_ms: int) -> Told:
    """Write everything that a connection sees into a file that only its owner may read."""
    beside = file.with_name(f"{file.name}.new")
    beside.unlink(missing_ok=True)
    with (
        os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as raw,
        zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        told = _told(connection)
        for table in kept_tables(connection):
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as out:
                digest = Digest()
                for line in _lines(connection, table):
                    out.write(line)
                    digest.add(line)
            told.rows[table.name], told.digests[table.name] = digest.rows, digest.text()
        about = {"format": FORMAT, "made_ms": made_ms, **told._asdict()}
        archive.writestr(_MANIFEST, json.dumps(about, indent=1))
        archive.close()
        raw.flush()
        os.fsync(raw.fileno())
    beside.replace(file)
    return told


def read(file: Path) -> Told:
    """What is in a backup; raises InvalidBackup."""
    try:
        with zipfile.ZipFile(file) as archive:
            about = json.loads(archive.read(_MANIFEST))
            told = Told(**{name: about[name] for name in Told._fields})
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError):
        raise InvalidBackup(f"{file} is no backup of Taflheim, or not all of one: choose another") from None
    if about.get("format") != FORMAT or told.revision not in REVISIONS:
        raise InvalidBackup(f"{file} was made by a newer Taflheim: update this one, then restore it")
    return told


def fill(connection: Connection, file: Path, told: Told) -> None:
    """Put everything of a backup into a database of its schema that is empty."""
    tables = {table.name: table for table in kept_tables(connection)}
    try:
        with zipfile.ZipFile(file) as archive:
            for name in told.columns:
                with archive.open(f"{name}.jsonl") as raw:
                    _fill_table(connection, tables[name], told.columns[name], TextIOWrapper(raw, "utf-8"))
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise InvalidBackup(f"{file} is damaged ({error}): choose another") from None
    differing = [table.name for table in tables.values() if _digest(connection, table) != told.digests[table.name]]
    if differing:
        raise InvalidBackup(f"{file} is damaged: what it says of {', '.join(differing)} is not what is in it")


def kept_tables(connection: Connection) -> list[Table]:
    """The tables that are in backups, as they are in this database, in the order in which they can be filled."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in LEFT_OUT]


def _fill_table(connection: Connection, table: Table, columns: list[str], lines: TextIOWrapper) -> None:
    # Rows of a table may point at others of the same table, which come later.
    own = {key.parent.name for key in table.foreign_keys if key.column.table is table}
    waiting: list[dict[str, Any]] = []
    batch: list[dict[str, Any]] = []
    for line in lines:
        row = dict(zip(columns, json.loads(line), strict=True))
        if any(row[name] is not None for name in own):
            waiting.append(row)
            row = {**row, **dict.fromkeys(own)}
        batch.append(row)
        if len(batch) == _ROWS_AT_ONCE:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)
    for row in waiting:
        this = [column == row[column.name] for column in table.primary_key]
        connection.execute(update(table).where(*this).values({name: row[name] for name in own}))


def _told(connection: Connection) -> Told:
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    columns = {table.name: [column.name for column in _columns(table)] for table in kept_tables(connection)}
    return Told(str(revision), columns, {}, {})


def _lines(connection: Connection, table: Table) -> Iterator[bytes]:
    for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(*_columns(table))):
        yield json.dumps(list(row), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _columns(table: Table) -> list[Column[Any]]:
    """By name: databases that were migrated in other ways have them in another order."""
    return sorted(table.columns, key=lambda column: str(column.name))


def _digest(connection: Connection, table: Table) -> str:
    digest = Digest()
    for line in _lines(connection, table):
        digest.add(line)
    return digest.text()


class Digest:
    """Of lines in any order: databases sort texts differently.

    >>> one, other = Digest(), Digest()
    >>> one.add(b"a"), one.add(b"b"), other.add(b"b"), other.add(b"a")
    (None, None, None, None)
    >>> one.text() == other.text(), one.text() == Digest().text(), one.rows
    (True, False, 2)
    """

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: bytes) -> None:
        """Another line."""
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(line).digest(), "big")

    def text(self) -> str:
        """The digest of all lines so far."""
        return f"{self._sum % 2**256:064x}"
