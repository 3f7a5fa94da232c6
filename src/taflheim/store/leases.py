"""Leases: which of the processes that serve a hall does what has to be done once. PostgreSQL alone, by its clock."""

from collections.abc import Collection, Mapping

from sqlalchemy import BigInteger, Connection, Text, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from taflheim.store.database_time import NOW_MS
from taflheim.store.schema import leases

_NAMES = func.unnest(bindparam("names", type_=ARRAY(Text))).column_valued("a_name")
_NEW = insert(leases).from_select(
    ["name", "worker", "until_ms"],
    select(_NAMES, bindparam("worker", type_=Text), NOW_MS + bindparam("lifetime_ms", type_=BigInteger)),
)
_CLAIM = _NEW.on_conflict_do_update(
    index_elements=[leases.c.name],
    set_={"worker": _NEW.excluded.worker, "until_ms": _NEW.excluded.until_ms},
    where=(leases.c.worker == _NEW.excluded.worker) | (leases.c.until_ms < NOW_MS),
).returning(leases.c.name)
_RELEASE = delete(leases).where(leases.c.name == bindparam("this_name"), leases.c.worker == bindparam("this_worker"))
_RELEASE_ALL = delete(leases).where(leases.c.worker == bindparam("this_worker"))
_LAPSED = delete(leases).where(leases.c.until_ms < NOW_MS - bindparam("for_ms", type_=BigInteger))
_NOTE = (
    update(leases)
    .where(leases.c.name == bindparam("this_name"), leases.c.worker == bindparam("this_worker"))
    .values(before=bindparam("this_many"))
)
_NOTED = select(leases.c.before).where(leases.c.name == bindparam("this_name"))
_HELD = select(leases.c.worker).where(
    leases.c.name.startswith(bindparam("prefix"), autoescape=False), leases.c.until_ms >= NOW_MS
)


def claim(connection: Connection, names: Collection[str], worker: str, lifetime_ms: int) -> list[str]:
    """Take or renew leases, each named once, as far as no other worker holds them; gives those that are held now."""
    # Always in one order: no two workers wait for each other.
    given = {"names": sorted(names), "worker": worker, "lifetime_ms": lifetime_ms}
    return list(connection.execute(_CLAIM, given).scalars())


def release(connection: Connection, name: str, worker: str) -> None:
    """Let go of a lease."""
    connection.execute(_RELEASE, {"this_name": name, "this_worker": worker})


def release_all(connection: Connection, worker: str) -> None:
    """Let go of everything that a worker holds."""
    connection.execute(_RELEASE_ALL, {"this_worker": worker})


def note(connection: Connection, worker: str, before: Mapping[str, int]) -> None:
    """Say how many others come before what a worker's leases are for, by their names."""
    connection.execute(
        _NOTE,
        [{"this_name": name, "this_worker": worker, "this_many": before[name]} for name in sorted(before)],
    )


def noted(connection: Connection, name: str) -> int:
    """How many others come before what a lease is for, as its holder says."""
    return connection.execute(_NOTED, {"this_name": name}).scalar() or 0


def workers(connection: Connection, prefix: str) -> list[str]:
    """Who holds leases whose names begin so."""
    return list(connection.execute(_HELD, {"prefix": prefix + "%"}).scalars())


def forget(connection: Connection, for_ms: int) -> None:
    """Forget leases that have lapsed for so long."""
    connection.execute(_LAPSED, {"for_ms": for_ms})
