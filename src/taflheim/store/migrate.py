"""Bringing a database to the schema that this version knows."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from taflheim.store.errors import CannotOpen
from taflheim.store.schema import REVISIONS, metadata

_LOCK = 0x7AF1  # any number that is always the same


def bring_up_to_date(engine: Engine, name: str) -> None:
    """Make or migrate the schema, if it is not the one this version knows. `name` is what people call the database."""
    with engine.begin() as connection:
        revision = _revision(connection, name)
    if revision != REVISIONS[-1]:
        upgrade(engine, "head")


def upgrade(engine: Engine, revision: str) -> None:
    """Migrate to a revision: all of the way or not at all."""
    # Alembic takes its time to load: only when there is something to do.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Of several processes that start at once one migrates.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        # SQLite makes tables anew, with foreign keys off meanwhile.
        if engine.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise CannotOpen("the database has rows that belong to nothing: put an older copy of it back")


def _revision(connection: Connection, name: str) -> str | None:
    found = set(inspect(connection).get_table_names())
    if "alembic_version" in found:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if revision in REVISIONS:
            return str(revision)
        raise CannotOpen(f"{name} was written by a newer Taflheim: update this one, or choose another data folder")
    if found & set(metadata.tables):
        raise CannotOpen(f"{name} is a database of another program: move it away, or choose another data folder")
    return None
