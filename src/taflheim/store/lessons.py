"""Lessons that somebody has done."""

from sqlalchemy import Connection, bindparam, exists, insert, select

from taflheim.store.schema import lessons, seats, tables

_DONE = select(lessons.c.lesson).where(
    lessons.c.account_id == bindparam("account"), lessons.c.game == bindparam("game")
)
_ADD = insert(lessons)
_others = seats.alias("others")
_WON_ALONE = (
    select(seats.c.table_id)
    .join(tables, tables.c.id == seats.c.table_id)
    .where(
        seats.c.account_id == bindparam("account"),
        seats.c.outcome == "won",
        tables.c.game == bindparam("game"),
        # Everybody else there is a bot: who plays both sides wins for certain.
        ~exists().where(
            _others.c.table_id == seats.c.table_id, _others.c.side != seats.c.side, _others.c.level.is_(None)
        ),
    )
    .limit(1)
)


def done(connection: Connection, account_id: str, game: str) -> set[str]:
    """The lessons of a game that somebody has done."""
    return set(connection.execute(_DONE, {"account": account_id, "game": game}).scalars())


def add(connection: Connection, account_id: str, game: str, lesson: str, now_ms: int) -> None:
    """Note that a lesson was done; when it was done first is what counts."""
    if lesson not in done(connection, account_id, game):
        row = {"account_id": account_id, "game": game, "lesson": lesson, "done_ms": now_ms}
        connection.execute(_ADD, row)


def has_won_alone(connection: Connection, account_id: str, game: str) -> bool:
    """Whether somebody has won a game in which no other person sat, against bots or at a board for one."""
    return connection.execute(_WON_ALONE, {"account": account_id, "game": game}).first() is not None
