"""Stats: games that have ended, as what somebody's stats are made of."""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, and_, bindparam, exists, select

from taflheim.store.schema import seats, tables


class Ended(NamedTuple):
    """A game that has ended with a result."""

    game: str
    side: str
    """The side this person played; of several, one of them."""
    sides: int
    """How many sides this person played."""
    outcome: str
    """Of that side: won, lost or drawn."""
    winner: str | None
    """The side that has won."""
    level: int | None
    """The level of the bot that it was played against, if there was one bot and no other opponent."""
    bot: str | None
    """Its name."""
    ended_ms: int
    played_ms: int


_my, _earlier, _other = seats.alias("my"), seats.alias("earlier"), seats.alias("other")
_ACCOUNT: BindParameter[str] = bindparam("account")
_ENDED = (
    # A row for everybody else at the table. Of several own seats the first one stands for the table.
    select(
        tables.c.id,
        tables.c.game,
        _my.c.side,
        _my.c.outcome,
        tables.c.winner,
        _my.c.ended_ms,
        tables.c.played_ms,
        _other.c.account_id,
        _other.c.level,
        _other.c.name,
    )
    .join(_my, _my.c.table_id == tables.c.id)
    .join(_other, and_(_other.c.table_id == tables.c.id, _other.c.side != _my.c.side), isouter=True)
    .where(
        _my.c.account_id == _ACCOUNT,
        _my.c.outcome.is_not(None),
        _my.c.ended_ms.is_not(None),
        ~exists().where(
            _earlier.c.table_id == _my.c.table_id, _earlier.c.account_id == _ACCOUNT, _earlier.c.side < _my.c.side
        ),
    )
    .order_by(_my.c.ended_ms, tables.c.id)
)


def ended(connection: Connection, account_id: str) -> list[Ended]:
    """Somebody's games that have ended, the oldest first; games that last or were aborted do not count."""
    found: list[Ended] = []
    rows = connection.execute(_ENDED, {"account": account_id})
    for _, group in groupby(rows, itemgetter(0)):
        (_, game, side, outcome, winner, ended_ms, played_ms, account, level, name), *more = group
        sides = 1 + (account == account_id) + sum(row.account_id == account_id for row in more)
        bot = name if level is not None and not more else None
        found.append(Ended(game, side, sides, outcome, winner, level if bot else None, bot, ended_ms, played_ms or 0))
    return found


class LastGame(NamedTuple):
    """One of the last games of somebody against one bot."""

    game: str
    level: int
    outcome: str


_bot = seats.alias("bot")
_third = seats.alias("third")
_NEWEST = (
    select(_my.c.table_id, _my.c.side, _my.c.outcome, _my.c.ended_ms)
    .where(_my.c.account_id == _ACCOUNT, _my.c.ended_ms.is_not(None))
    .order_by(_my.c.ended_ms.desc())
    .limit(bindparam("games"))
    .subquery("newest")
)
_LAST = (
    select(tables.c.game, _bot.c.level, _NEWEST.c.outcome)
    .join(_NEWEST, _NEWEST.c.table_id == tables.c.id)
    .join(_bot, and_(_bot.c.table_id == tables.c.id, _bot.c.level.is_not(None)))
    .where(
        _NEWEST.c.outcome.is_not(None),
        ~exists().where(_third.c.table_id == tables.c.id, _third.c.side.not_in((_NEWEST.c.side, _bot.c.side))),
    )
    .order_by(_NEWEST.c.ended_ms.desc(), tables.c.id)
)


def last_against_bots(connection: Connection, account_id: str, games: int) -> list[LastGame]:
    """Those of somebody's last games that were against one bot and have a result, the newest first."""
    return [LastGame(*row) for row in connection.execute(_LAST, {"account": account_id, "games": games})]
