"""Daily boards: the one try of each account that counts. Values in, values out; no rules."""

from typing import Literal, NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, case, delete, insert, select, update

from taflheim.store.leaderboards import PEOPLE, PROGRAMS
from taflheim.store.schema import accounts, daily, tables

State = Literal["playing", "won", "lost"]


class Try(NamedTuple):
    """Somebody's try that counts."""

    game: str
    day: str
    account_id: str
    table_id: str
    state: State
    moves: int
    jumps: int
    began_ms: int
    ended_ms: int | None


class Result(NamedTuple):
    """A try that has ended, as others see it."""

    account_id: str
    name: str
    state: State
    moves: int
    jumps: int
    table_id: str


_GAME: BindParameter[str] = bindparam("this_game")
_DAY: BindParameter[str] = bindparam("this_day")
_ACCOUNT: BindParameter[str] = bindparam("account")
_TABLE: BindParameter[str] = bindparam("this_table")
_COLUMNS = [daily.c[name] for name in Try._fields]
_OWN = select(*_COLUMNS).where(daily.c.game == _GAME, daily.c.day == _DAY, daily.c.account_id == _ACCOUNT)
_AT = select(*_COLUMNS).where(daily.c.table_id == _TABLE)
_FORGET = delete(daily).where(daily.c.game == _GAME, daily.c.day == _DAY, daily.c.account_id == _ACCOUNT)
_FORGET_AT = delete(daily).where(daily.c.table_id == _TABLE)
_END = (
    update(daily)
    .where(daily.c.table_id == _TABLE)
    .values(
        state=bindparam("new_state"),
        moves=bindparam("new_moves"),
        jumps=bindparam("new_jumps"),
        began_ms=bindparam("new_began_ms"),
        ended_ms=bindparam("new_ended_ms"),
    )
)
_RESULTS = (
    select(daily.c.account_id, accounts.c.name, daily.c.state, daily.c.moves, daily.c.jumps, daily.c.table_id)
    .join(accounts, accounts.c.id == daily.c.account_id)
    .where(
        daily.c.game == _GAME,
        daily.c.day == _DAY,
        daily.c.state != "playing",
        accounts.c.kind.in_((*PEOPLE, *PROGRAMS)),
        accounts.c.banned_ms.is_(None),
    )
    .order_by(
        case((daily.c.state == "won", 0), else_=1), daily.c.moves, daily.c.jumps, daily.c.ended_ms, daily.c.account_id
    )
    .limit(bindparam("limit"))
)
_DAYS = (
    select(daily.c.day, daily.c.state)
    .where(daily.c.account_id == _ACCOUNT, daily.c.game == _GAME)
    .order_by(daily.c.day)
)
_BEGUN = select(tables.c.plies).where(tables.c.id == _TABLE)


def open_try(connection: Connection, game: str, day: str, account_id: str, table_id: str, now_ms: int) -> None:
    """Let a table be somebody's try that counts, unless there is one already that has not been given up."""
    own = {"this_game": game, "this_day": day, "account": account_id}
    row = connection.execute(_OWN, own).first()
    if row is not None and row.table_id == table_id:
        return
    connection.execute(_FORGET, own)
    connection.execute(insert(daily), Try(game, day, account_id, table_id, "playing", 0, 0, now_ms, None)._asdict())


def end_try(connection: Connection, ended: Try) -> None:
    """Keep how a try has ended, if it counts for its day."""
    values = {f"new_{name}": getattr(ended, name) for name in ("state", "moves", "jumps", "began_ms", "ended_ms")}
    connection.execute(_END, {"this_table": ended.table_id, **values})


def forget(connection: Connection, table_id: str) -> None:
    """Let a table be nobody's try."""
    connection.execute(_FORGET_AT, {"this_table": table_id})


def own(connection: Connection, game: str, day: str, account_id: str) -> Try | None:
    """Somebody's try on a day."""
    row = connection.execute(_OWN, {"this_game": game, "this_day": day, "account": account_id}).first()
    return Try(*row) if row else None


def at(connection: Connection, table_id: str) -> Try | None:
    """The try that a table is, if it is one."""
    row = connection.execute(_AT, {"this_table": table_id}).first()
    return Try(*row) if row else None


def moves_made(connection: Connection, table_id: str) -> int:
    """How many moves were made at a table; a try has begun with the first."""
    return connection.execute(_BEGUN, {"this_table": table_id}).scalar() or 0


def results(connection: Connection, game: str, day: str, limit: int) -> list[Result]:
    """The tries of a day that have ended: won first, then by moves and jumps. Guests are not listed."""
    return [Result(*row) for row in connection.execute(_RESULTS, {"this_game": game, "this_day": day, "limit": limit})]


def days(connection: Connection, game: str, account_id: str) -> dict[str, State]:
    """How somebody's tries stand, by day."""
    return {row.day: row.state for row in connection.execute(_DAYS, {"this_game": game, "account": account_id})}
