"""Statements for what is written at every move: compiled once, and handed to the driver as they are.

SQLAlchemy would go through its cache of compiled statements and convert every value; ours are texts and numbers that
need no conversion.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.sql.dml import Insert, Update

Row = Mapping[str, object]
Run = Callable[[Connection, Sequence[Row]], int]


def prepared(statement: Insert | Update) -> Run:
    """A function that runs a statement with each of some rows. A row has a value for each of its parameters.

    It gives how many rows of the database were written.
    """
    known: dict[str, Run] = {}

    def run(connection: Connection, rows: Sequence[Row]) -> int:
        dialect = connection.dialect
        if dialect.name not in known:
            compiled = statement.compile(dialect=dialect)
            fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
            known[dialect.name] = _runner(str(compiled), compiled.positiontup if compiled.positional else None, fixed)
        return known[dialect.name](connection, rows)

    return run


def _runner(sql: str, order: Sequence[str] | None, fixed: Row) -> Run:
    def values(row: Row) -> Any:
        given = {**fixed, **row}
        return given if order is None else tuple([given[name] for name in order])

    def run(connection: Connection, rows: Sequence[Row]) -> int:
        given = [values(row) for row in rows]
        return connection.exec_driver_sql(sql, given[0] if len(given) == 1 else given).rowcount

    return run
