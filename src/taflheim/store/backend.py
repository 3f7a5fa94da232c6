"""What the store has to know of a kind of database."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Engine


class Backend(NamedTuple):
    """A database that is open."""

    writer: Engine
    reader: Engine
    writers: int
    """How many threads write."""
    readers: int
    """How many threads read."""
    group: int
    """How many writes are committed together at most."""
    check: Callable[[Connection], None]
    """Called before each commit; raises if what is committed would be lost."""
    explain: Callable[[BaseException], BaseException]
    """What an error means: Conflict, StoreUnavailable, or (the same error) something unexpected."""
    close: Callable[[], None]
    """Called when the store is closed."""
    refused: Callable[[BaseException], bool]
    """Whether an error of a commit is the database's own word that nothing was committed."""
