"""Somebody's games: listed with filters, a page at a time, and taken off the list. Values in, values out; no rules."""

import json
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from taflheim.store.schema import chat, daily, events, reports, reviews, seats, tables

Result = Literal["won", "lost", "drawn", "aborted", "unfinished"]


class Seated(NamedTuple):
    """Who sits at a table, and how the game has ended for that side."""

    name: str
    account: str | None
    level: int | None
    outcome: str | None


class Line(NamedTuple):
    """A line in a list of games."""

    id: str
    game: str
    options: Mapping[str, object]
    seats: Mapping[str, Seated]
    """By side, in no particular order."""
    position: str | None
    """None where it is not known yet how the table stands."""
    plies: int | None
    turn: str | None
    winner: str | None
    reason: str | None
    """None while the game lasts."""
    changed_ms: int


class Wanted(NamedTuple):
    """Which games are to be listed; None wherever any will do."""

    game: str | None = None
    opponent: str | None = None
    """The name of a bot or of another person."""
    one_screen: bool = False
    """Only those at which this person had several seats."""
    result: Result | None = None
    """Won, lost and drawn are games in which this person had one seat."""
    public: bool = False
    """Only those that everybody may know of."""
    hidden: bool = False
    """Those as well that this person has hidden."""


# ---- reading ------------------------------------------------------------------------------------------------------

# Each query begins with one's own seats, by their index. Of several seats at a table the first one stands for it.
_mine, _before, _beside = seats.alias("mine"), seats.alias("before"), seats.alias("beside")
_other, _people = seats.alias("other"), seats.alias("people")
_ACCOUNT: BindParameter[str] = bindparam("account")
_FIRST = ~exists().where(
    _before.c.table_id == _mine.c.table_id, _before.c.account_id == _ACCOUNT, _before.c.side < _mine.c.side
)
_SEVERAL = exists().where(
    _beside.c.table_id == _mine.c.table_id, _beside.c.account_id == _ACCOUNT, _beside.c.side > _mine.c.side
)
_ACTED = exists().where(events.c.table_id == tables.c.id, events.c.account_id.is_not(None))
"""Whether anybody but the house has done anything at a table."""
_SHARED = exists().where(_people.c.table_id == tables.c.id, _people.c.account_id != _ACCOUNT)
_IDS = select(tables.c.id).join(_mine, _mine.c.table_id == tables.c.id).where(_mine.c.account_id == _ACCOUNT, _FIRST)
_UNFINISHED = _IDS.where(_mine.c.ended_ms.is_(None), or_(_ACTED, _SHARED, tables.c.state == "open")).order_by(
    tables.c.changed_ms.desc(), tables.c.created_ms.desc(), tables.c.id
)
_FINISHED = _IDS.where(_mine.c.ended_ms.is_not(None))
_NEWEST = (_mine.c.ended_ms.desc(), tables.c.id)
_LINES = (
    select(tables, seats.c.side, seats.c.name, seats.c.account_id, seats.c.level, seats.c.outcome)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(tables.c.id.in_(bindparam("ids")))
)
_OPPONENTS = (
    select(seats.c.name, func.min(seats.c.level).label("level"))
    .join(_mine, _mine.c.table_id == seats.c.table_id)
    .where(
        _mine.c.account_id == _ACCOUNT,
        _mine.c.hidden.is_(False),
        seats.c.account_id.is_distinct_from(_ACCOUNT),
        seats.c.name != "",
    )
    .group_by(seats.c.name)
)


def listed(connection: Connection, account_id: str, wanted: Wanted, limit: int, offset: int = 0) -> list[Line]:
    """Somebody's games: first those that last, then those that have ended, each the last played first.

    Not those that nobody has touched and that wait for nobody.
    """
    going_on = _going_on(connection, account_id, wanted)
    ids = going_on[offset : offset + limit]
    if len(ids) < limit and wanted.result != "unfinished":
        ended = _FINISHED.where(*_conditions(wanted)).order_by(*_NEWEST)
        place = {"account": account_id, "limit": limit - len(ids), "offset": max(offset - len(going_on), 0)}
        ids += connection.execute(ended.limit(bindparam("limit")).offset(bindparam("offset")), place).scalars()
    found = lines(connection, ids)
    return [found[table_id] for table_id in ids]


def count(connection: Connection, account_id: str, wanted: Wanted) -> int:
    """How many games there are of this kind."""
    going_on = len(_going_on(connection, account_id, wanted))
    if wanted.result == "unfinished":
        return going_on
    ended = select(func.count()).select_from(_FINISHED.where(*_conditions(wanted)).subquery())
    return going_on + int(connection.execute(ended, {"account": account_id}).scalar_one())


def _going_on(connection: Connection, account_id: str, wanted: Wanted) -> list[str]:
    if wanted.result not in (None, "unfinished"):
        return []
    return list(connection.execute(_UNFINISHED.where(*_conditions(wanted)), {"account": account_id}).scalars())


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [] if wanted.hidden else [_mine.c.hidden.is_(False)]
    if wanted.game is not None:
        conditions.append(tables.c.game == wanted.game)
    if wanted.public:
        conditions.append(tables.c.public)
    if wanted.one_screen:
        conditions.append(_SEVERAL)
    if wanted.opponent is not None:
        named = (_other.c.table_id == tables.c.id) & (_other.c.name == wanted.opponent)
        conditions.append(exists().where(named, _other.c.account_id.is_distinct_from(_ACCOUNT)))
    if wanted.result == "aborted":
        conditions.append(_mine.c.outcome.is_(None))
    elif wanted.result in ("won", "lost", "drawn"):
        conditions += [_mine.c.outcome == wanted.result, ~_SEVERAL]
    return conditions


def lines(connection: Connection, ids: Sequence[str]) -> dict[str, Line]:
    """The lines of tables by their ids."""
    found: dict[str, Line] = {}
    seated: dict[str, dict[str, Seated]] = {}
    for row in connection.execute(_LINES, {"ids": ids}) if ids else ():
        if row.id not in found:
            seated[row.id] = {}
            found[row.id] = Line(
                row.id,
                row.game,
                json.loads(row.options),
                seated[row.id],
                row.position,
                row.plies,
                row.turn,
                row.winner,
                row.reason,
                row.changed_ms,
            )
        seated[row.id][row.side] = Seated(row.name, row.account_id, row.level, row.outcome)
    return found


def opponents(connection: Connection, account_id: str) -> list[str]:
    """The names of all whom somebody has sat at a table with: bots by their strength, then people."""
    rows = connection.execute(_OPPONENTS, {"account": account_id})
    return [row.name for row in sorted(rows, key=lambda row: (row.level is None, row.level, row.name))]


# ---- taking away --------------------------------------------------------------------------------------------------

_THIS: BindParameter[str] = bindparam("this_table")
_REMOVE = [
    delete(of).where(column == _THIS)
    for of, column in (
        (reports, reports.c.table_id),
        (chat, chat.c.table_id),
        (daily, daily.c.table_id),
        (reviews, reviews.c.table_id),
        (events, events.c.table_id),
        (seats, seats.c.table_id),
        (tables, tables.c.id),
    )
]
_SEATS = select(seats.c.account_id).where(seats.c.table_id == _THIS)
_COUNTS = select(tables.c.id).where(
    tables.c.id == _THIS, or_(tables.c.rated, exists().where(daily.c.table_id == tables.c.id))
)
_ACTORS = select(events.c.account_id).where(events.c.table_id == _THIS).distinct()
_HIDE = (
    update(seats)
    .where(seats.c.table_id == _THIS, seats.c.account_id == bindparam("account"))
    .values(hidden=bindparam("hide"))
)
_one_account = (
    select(seats.c.table_id)
    .where(seats.c.account_id.is_not(None))
    .group_by(seats.c.table_id)
    .having(func.count(seats.c.account_id.distinct()) == 1)
)
_UNTOUCHED = select(tables.c.id).where(
    tables.c.reason.is_(None),
    tables.c.created_ms < bindparam("before_ms"),
    tables.c.state != "open",  # those wait for somebody, and expire by themselves
    ~_ACTED,
    tables.c.id.in_(_one_account),
)


def shared(connection: Connection, table_id: str, account_id: str) -> bool | None:
    """Whether somebody else sits at a table, or has done something there; None if this person does not sit there."""
    people = set(connection.execute(_SEATS, {"this_table": table_id}).scalars())
    if account_id not in people:
        return None
    people |= set(connection.execute(_ACTORS, {"this_table": table_id}).scalars())
    return bool(people - {None, account_id})


def remove(connection: Connection, table_id: str, account_id: str) -> Literal["removed", "hidden"] | None:
    """Take a game off somebody's list: for good if nobody else sat there and it counts nowhere, else only for them."""
    among_others = shared(connection, table_id, account_id)
    if among_others is None:
        return None
    if among_others or connection.execute(_COUNTS, {"this_table": table_id}).first():
        hide(connection, table_id, account_id, True)
        return "hidden"
    _remove(connection, table_id)
    return "removed"


def hide(connection: Connection, table_id: str, account_id: str, hidden: bool) -> None:
    """Hide a game from somebody's list, or show it there again."""
    connection.execute(_HIDE, {"this_table": table_id, "account": account_id, "hide": hidden})


def untouched(connection: Connection, before_ms: int) -> list[str]:
    """Tables of one person, opened before this time, at which only bots have done anything."""
    return list(connection.execute(_UNTOUCHED, {"before_ms": before_ms}).scalars())


def remove_untouched(connection: Connection, table_id: str, before_ms: int) -> bool:
    """Remove such a table, if it still is one."""
    still = connection.execute(_UNTOUCHED.where(tables.c.id == _THIS), {"before_ms": before_ms, "this_table": table_id})
    if still.first() is None:
        return False
    _remove(connection, table_id)
    return True


def _remove(connection: Connection, table_id: str) -> None:
    for statement in _REMOVE:
        connection.execute(statement, {"this_table": table_id})
