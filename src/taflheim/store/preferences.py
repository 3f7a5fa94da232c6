"""Preferences: what somebody has chosen for the pages, as one JSON object. What may be in it is for the hall to say."""

import json
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from taflheim.store.schema import accounts

_THIS = accounts.c.id == bindparam("this_account")
_GET = select(accounts.c.preferences).where(_THIS)
_PUT = update(accounts).where(_THIS).values(preferences=bindparam("chosen"))


def get(connection: Connection, account_id: str) -> dict[str, Any]:
    """The preferences of an account; none of an account that is not there."""
    found = connection.execute(_GET, {"this_account": account_id}).scalar()
    return {} if found is None else dict(json.loads(found))


def put(connection: Connection, account_id: str, preferences: dict[str, Any]) -> None:
    """Keep the preferences of an account, in place of those before."""
    connection.execute(_PUT, {"this_account": account_id, "chosen": json.dumps(preferences)})
