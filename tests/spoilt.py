"""Databases that cannot be opened."""

import sqlite3
from pathlib import Path


def newer(file: Path) -> None:
    """One that a newer Taflheim has written."""
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


def damaged(file: Path) -> None:
    """A file that is none."""
    file.write_bytes(b"This is no database." * 1000)
