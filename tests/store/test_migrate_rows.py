"""Migrations from the schemas that have nearly all tables: a row of each stays as it was.

What older ones have written is tested with files (test_migrate.py). `tests/data/store-rows.json` has a row for each
table, with no value that a column has by itself.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, MetaData, create_engine, make_url, select

from stores import with_store
from taflheim.store import schema
from taflheim.store.migrate import upgrade
from taflheim.store.store import Store

Rows = dict[str, dict[str, Any]]
ROWS: Rows = json.loads((Path(__file__).parent.parent / "data" / "store-rows.json").read_text(encoding="utf-8"))
_LEFT_EMPTY = {"password_hash", "banned_ms", "maker_id"}


def empty_engine(where: Path | str) -> Engine:
    """A database with nothing in it."""
    if isinstance(where, Path):
        return create_engine(f"sqlite:///{where}")
    return create_engine(make_url(where).set(drivername="postgresql+psycopg"))


def write(engine: Engine) -> Rows:
    """Write the row of every table that the schema of a database has, and give them."""
    old = MetaData()
    old.reflect(engine)
    written: Rows = {}
    with engine.begin() as connection:
        for table in old.sorted_tables:
            if table.name in ROWS:
                known = {column.name for column in table.columns}
                row = {name: value for name, value in ROWS[table.name].items() if name in known}
                connection.execute(table.insert(), row)
                written[table.name] = row
    return written


@pytest.mark.parametrize("revision", schema.REVISIONS[schema.REVISIONS.index("0006") : -1])
def test_a_row_of_every_table_stays_as_it_was(revision: str, where: Path | str) -> None:
    engine = empty_engine(where)
    upgrade(engine, revision)
    written = write(engine)
    engine.dispose()
    assert {"chat", "ratings", "rating_changes", "daily", "relations", "reports"} <= written.keys()
    assert ("seeks" in written) == (revision >= "0008")

    def kept(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        found = {name: connection.execute(select(schema.metadata.tables[name])).mappings().all() for name in written}
        return {name: [{key: row[key] for key in written[name]} for row in rows] for name, rows in found.items()}

    async def test(store: Store) -> None:
        assert await store.read(kept) == {name: [row] for name, row in written.items()}

    with_store(where, test)


def test_there_is_a_row_for_every_table() -> None:
    assert ROWS.keys() == schema.metadata.tables.keys()
    for name, row in ROWS.items():
        assert row.keys() == {column.name for column in schema.metadata.tables[name].columns} - _LEFT_EMPTY, name
