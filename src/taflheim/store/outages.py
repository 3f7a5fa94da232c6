"""Signs of life of the hall, and the times in which it did not run."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from taflheim.store.schema import heartbeat, outages, tables
from taflheim.table.outage import Outage, outage


class LastSeen(NamedTuple):
    """The last signs of life of a hall."""

    heartbeat_ms: int
    event_ms: int
    """When something last happened at a table where the game lasts; 0 if there is none."""


_BEAT = update(heartbeat).where(heartbeat.c.id == 1).values(at_ms=bindparam("now_ms"))
_LOCKED_BEAT = select(heartbeat.c.at_ms).with_for_update()
_FIRST_BEAT = insert(heartbeat)
_LAST_BEAT = select(heartbeat.c.at_ms)
# By the index of those that last: to look at every table would take long. Only their clocks go on.
_LAST_EVENT = select(func.max(tables.c.changed_ms)).where(tables.c.reason.is_(None))
_ADD = insert(outages)
_ALL = select(outages.c.from_ms, outages.c.to_ms).order_by(outages.c.from_ms)


def last_seen(connection: Connection) -> LastSeen | None:
    """When the hall was last seen running; None if it never was."""
    heartbeat_ms = connection.execute(_LAST_BEAT).scalar()
    if heartbeat_ms is None:
        return None
    return LastSeen(heartbeat_ms, connection.execute(_LAST_EVENT).scalar() or 0)


def beat(connection: Connection, now_ms: int, gap: Outage | None = None) -> None:
    """Note that the hall runs, and the outage that ends with that, if there was one."""
    if not connection.execute(_BEAT, {"now_ms": now_ms}).rowcount:
        connection.execute(_FIRST_BEAT, {"id": 1, "at_ms": now_ms})
    if gap:
        connection.execute(_ADD, gap._asdict())


def beat_shared(connection: Connection, now_ms: int) -> Outage | None:
    """Note that one of several servers runs; gives the outage of all of them that ends with that, if there was one."""
    connection.execute(_LOCKED_BEAT)  # of several that come back at once, one finds the outage
    seen = last_seen(connection)
    gap = outage(*seen, now_ms) if seen else None
    beat(connection, max(now_ms, seen.heartbeat_ms if seen else 0), gap)
    return gap


def known(connection: Connection) -> list[Outage]:
    """All outages, the oldest first."""
    return [Outage(*row) for row in connection.execute(_ALL)]
