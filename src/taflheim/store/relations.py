"""Relations: whom somebody has muted or blocked."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from taflheim.store.schema import accounts, relations


class Relation(NamedTuple):
    """How somebody wants to have to do with somebody else."""

    account: str
    """The other."""
    name: str
    muted: bool
    blocked: bool


class Apart(NamedTuple):
    """Those from whom somebody is kept apart."""

    muted: frozenset[str]
    blocked: frozenset[str]
    blocked_by: frozenset[str]


_MINE = relations.c.account_id == bindparam("account")
_REMOVE = delete(relations).where(_MINE, relations.c.other_id == bindparam("other"))
_LISTED = (
    select(relations.c.other_id, accounts.c.name, relations.c.muted, relations.c.blocked)
    .join(accounts, accounts.c.id == relations.c.other_id)
    .where(_MINE)
    .order_by(relations.c.since_ms.desc(), relations.c.other_id)
)
_OF = select(relations.c.other_id, relations.c.muted, relations.c.blocked).where(_MINE)
_BLOCKED_BY = select(relations.c.account_id).where(relations.c.other_id == bindparam("account"), relations.c.blocked)


def put(connection: Connection, account: str, other: str, *, muted: bool, blocked: bool, now_ms: int) -> None:
    """Keep how somebody wants to have to do with somebody else; with neither, nothing is kept."""
    connection.execute(_REMOVE, {"account": account, "other": other})
    if muted or blocked:
        row = {"account_id": account, "other_id": other, "muted": muted, "blocked": blocked, "since_ms": now_ms}
        connection.execute(insert(relations), row)


def listed(connection: Connection, account: str) -> list[Relation]:
    """Whom somebody has muted or blocked, the latest first."""
    return [Relation(*row) for row in connection.execute(_LISTED, {"account": account})]


def apart(connection: Connection, account: str) -> Apart:
    """Those from whom somebody is kept apart."""
    mine = connection.execute(_OF, {"account": account}).all()
    return Apart(
        frozenset(row.other_id for row in mine if row.muted),
        frozenset(row.other_id for row in mine if row.blocked),
        frozenset(connection.execute(_BLOCKED_BY, {"account": account}).scalars()),
    )
