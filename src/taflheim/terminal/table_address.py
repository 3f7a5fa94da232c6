"""Which table a link or an id names, and in which hall."""

import re

from taflheim.client.credentials import credential_for
from taflheim.client.http import Address
from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError

_LINK = re.compile(r"(?P<origin>https?://[^/\s]+)/tables/(?P<id>[A-Za-z0-9_-]+)", re.IGNORECASE)
_ID = re.compile(r"[A-Za-z0-9_-]+")


def read_address(line: str, here: Remote) -> tuple[str, Remote]:
    """The id of a table and its hall; an id alone is that of a table here. Raises TaflheimError."""
    origin, table_id = split_address(line)
    if origin is None or Address.parse(origin).origin == here.address.origin:
        return table_id, here
    return table_id, Remote(origin, credential_for(origin))


def split_address(line: str) -> tuple[str | None, str]:
    """The address of the hall, if it is said, and the id of the table; raises TaflheimError.

    >>> split_address("https://games.example/tables/7fK2"), split_address("7fK2")
    (('https://games.example', '7fK2'), (None, '7fK2'))
    """
    if found := _LINK.match(line.strip()):
        return found["origin"], found["id"]
    if _ID.fullmatch(line.strip()):
        return None, line.strip()
    raise TaflheimError("this is no link of a table: it looks like https://games.example/tables/7fK2…")
