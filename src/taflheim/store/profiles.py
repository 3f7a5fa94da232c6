"""Profiles: what somebody has played, against whom. Values in, values out; no rules."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, and_, bindparam, select

from taflheim.store.schema import accounts, seats, tables


class Opponent(NamedTuple):
    """Somebody else at a table."""

    account_id: str | None
    """None for a bot of the house."""
    name: str
    """The name of today."""
    level: int | None
    kind: str | None
    """Of the account."""


class Met(NamedTuple):
    """A game that has ended with a result for somebody who had one seat there."""

    game: str
    side: str
    outcome: str
    ended_ms: int
    played_ms: int
    opponents: tuple[Opponent, ...]


_my, _other = seats.alias("my"), seats.alias("other")
_ACCOUNT: BindParameter[str] = bindparam("account")
_NEWEST = (
    # One's own seats are found by an index, the newest first.
    select(_my.c.table_id, _my.c.side, _my.c.outcome, _my.c.ended_ms)
    .where(_my.c.account_id == _ACCOUNT, _my.c.ended_ms.is_not(None), _my.c.outcome.is_not(None))
    .order_by(_my.c.ended_ms.desc())
    .limit(bindparam("games"))
    .subquery("newest")
)
_MET = (
    select(
        tables.c.id,
        tables.c.game,
        tables.c.played_ms,
        _NEWEST.c.side,
        _NEWEST.c.outcome,
        _NEWEST.c.ended_ms,
        _other.c.account_id,
        _other.c.name.label("called"),
        _other.c.level,
        accounts.c.name,
        accounts.c.kind,
    )
    .select_from(_NEWEST)
    .join(tables, tables.c.id == _NEWEST.c.table_id)
    .join(_other, and_(_other.c.table_id == tables.c.id, _other.c.side != _NEWEST.c.side), isouter=True)
    .join(accounts, accounts.c.id == _other.c.account_id, isouter=True)
    .order_by(_NEWEST.c.ended_ms, tables.c.id, _NEWEST.c.side, _other.c.side)
)
_PUBLIC = _MET.where(tables.c.public)


def met(connection: Connection, account_id: str, games: int, *, public: bool) -> list[Met]:
    """Somebody's last games with a result, the oldest first: all of them, or the public ones among them.

    Not those at which this person had several seats.
    """
    found = []
    rows = connection.execute(_PUBLIC if public else _MET, {"account": account_id, "games": games})
    for _, group in groupby(rows, attrgetter("id", "side")):
        beside = list(group)
        first = beside[0]
        if any(row.account_id == account_id for row in beside):
            continue
        opponents = tuple(
            Opponent(row.account_id, row.name or row.called, row.level, row.kind)
            for row in beside
            if row.account_id is not None or row.level is not None
        )
        found.append(Met(first.game, first.side, first.outcome, first.ended_ms, first.played_ms or 0, opponents))
    return found
