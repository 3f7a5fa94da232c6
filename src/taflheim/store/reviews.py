"""Reviews of games: kept with the table, made again when the engine or the game has changed."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from taflheim.store.schema import reviews


class StoredReview(NamedTuple):
    """A review as it is kept."""

    version: str
    """Of what has made it."""
    plies: int
    """Of the record, when it was made."""
    data: Any
    """Whatever JSON can say."""


_THIS = reviews.c.table_id == bindparam("this_table")
_GET = select(reviews.c.version, reviews.c.plies, reviews.c.data).where(_THIS)
_REMOVE = delete(reviews).where(_THIS)
_ADD = insert(reviews)


def get(connection: Connection, table_id: str) -> StoredReview | None:
    """The review of a table, if there is one."""
    row = connection.execute(_GET, {"this_table": table_id}).first()
    return None if row is None else StoredReview(row.version, row.plies, json.loads(row.data))


def put(connection: Connection, table_id: str, review: StoredReview, now_ms: int) -> None:
    """Keep the review of a table, in place of the one before."""
    connection.execute(_REMOVE, {"this_table": table_id})
    row = {
        "table_id": table_id,
        "version": review.version,
        "plies": review.plies,
        "data": json.dumps(review.data),
        "changed_ms": now_ms,
    }
    connection.execute(_ADD, row)
