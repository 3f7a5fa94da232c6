"""Ratings, and the changes that each game has brought. Values in, values out; no rules."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, or_, select, text, tuple_

from taflheim.store.schema import accounts, events, rating_changes, ratings, seats, tables


class Change(NamedTuple):
    """What a game has changed for one side."""

    table_id: str
    side: str
    account_id: str | None
    """None for a bot of the house."""
    category: str
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float
    rank: int
    ended_ms: int
    bot_rating: float | None = None
    """What such a bot was measured at when the game was played."""


class Row(NamedTuple):
    """Somebody's rating in a category."""

    account_id: str
    category: str
    mu: float
    sigma: float
    games: int
    changed_ms: int


_COLUMNS = [rating_changes.c[name] for name in Change._fields]
_ROW = [ratings.c[name] for name in Row._fields]
_ACCOUNT: BindParameter[str] = bindparam("account")
_ACCOUNTS: BindParameter[Sequence[str]] = bindparam("accounts")
_TABLES: BindParameter[Sequence[str]] = bindparam("these_tables")
_WANTED: BindParameter[Sequence[tuple[str, str]]] = bindparam("wanted")
_LOCK = text("SELECT pg_advisory_xact_lock(7216300)")

# ---- writing ------------------------------------------------------------------------------------------------------


def lock(connection: Connection) -> None:
    """Let nobody else change ratings until this transaction ends: a change depends on the one before it."""
    # SQLite has one writer.
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)


def add(connection: Connection, changes: Sequence[Change]) -> None:
    """Keep the changes that a game has brought, and the ratings that follow. Nobody else may change ratings now."""
    add_changes(connection, changes)
    found = []
    for change in changes:
        if change.account_id is None:
            continue
        row = one(connection, change.account_id, change.category)
        games = row.games + 1 if row else 1
        found.append(
            Row(change.account_id, change.category, change.mu_after, change.sigma_after, games, change.ended_ms)
        )
        remove_rating(connection, change.account_id, change.category)
    put(connection, found)


def add_changes(connection: Connection, changes: Sequence[Change]) -> None:
    """Keep the changes that games have brought; the ratings stay as they are."""
    if changes:
        connection.execute(insert(rating_changes), [change._asdict() for change in changes])


def put(connection: Connection, rows: Sequence[Row]) -> None:
    """Keep ratings of those who have none."""
    if rows:
        connection.execute(insert(ratings), [row._asdict() for row in rows])


def remove(connection: Connection, table_ids: Collection[str]) -> None:
    """Forget what games have changed; the ratings stay as they are."""
    if table_ids:
        connection.execute(delete(rating_changes).where(rating_changes.c.table_id.in_(list(table_ids))))


def remove_rating(connection: Connection, account_id: str, category: str) -> None:
    """Forget somebody's rating."""
    connection.execute(_DELETE_ROW, {"account": account_id, "this_category": category})


def remove_all_ratings(connection: Connection) -> None:
    """Forget all ratings; what games have changed stays."""
    connection.execute(delete(ratings))


_CATEGORY: BindParameter[str] = bindparam("this_category")
_DELETE_ROW = delete(ratings).where(ratings.c.account_id == _ACCOUNT, ratings.c.category == _CATEGORY)

# ---- reading ------------------------------------------------------------------------------------------------------

_OF = select(*_ROW).where(ratings.c.account_id == _ACCOUNT).order_by(ratings.c.category)
_ONE = select(*_ROW).where(ratings.c.account_id == _ACCOUNT, ratings.c.category == _CATEGORY)
_SOME = select(*_ROW).where(tuple_(ratings.c.account_id, ratings.c.category).in_(_WANTED))
_AT = select(*_COLUMNS).where(rating_changes.c.table_id.in_(_TABLES))
_HISTORY = (
    select(*_COLUMNS)
    .where(rating_changes.c.account_id == _ACCOUNT, rating_changes.c.category == _CATEGORY)
    .order_by(rating_changes.c.ended_ms.desc(), rating_changes.c.table_id.desc())
    .limit(bindparam("limit"))
)
_AT_MS: BindParameter[int] = bindparam("at_ms")
_TABLE: BindParameter[str] = bindparam("this_table")


def of(connection: Connection, account_id: str) -> list[Row]:
    """All ratings of somebody."""
    return [Row(*row) for row in connection.execute(_OF, {"account": account_id})]


def one(connection: Connection, account_id: str, category: str) -> Row | None:
    """Somebody's rating in a category, if there is one."""
    row = connection.execute(_ONE, {"account": account_id, "this_category": category}).first()
    return Row(*row) if row else None


def some(connection: Connection, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], tuple[float, float]]:
    """Mu and sigma of those ratings, by account and category, that there are among the wanted ones."""
    rows = connection.execute(_SOME, {"wanted": list(wanted)})
    return {(row.account_id, row.category): (row.mu, row.sigma) for row in rows}


def changes(connection: Connection, table_ids: Iterable[str]) -> dict[str, dict[str, Change]]:
    """What games have changed, by table and side; nothing of games that have changed nothing."""
    found: dict[str, dict[str, Change]] = {}
    if ids := list(table_ids):
        for row in connection.execute(_AT, {"these_tables": ids}):
            change = Change(*row)
            found.setdefault(change.table_id, {})[change.side] = change
    return found


def history(connection: Connection, account_id: str, category: str, limit: int) -> list[Change]:
    """The last changes of somebody's rating, the oldest of them first."""
    asked = {"account": account_id, "this_category": category, "limit": limit}
    return [Change(*row) for row in connection.execute(_HISTORY, asked)][::-1]


# ---- the games that are rated ---------------------------------------------------------------------------------------

_RATED = tables.c.rated & (tables.c.state == "over")
_ALL = (
    select(seats.c.ended_ms, tables.c.id)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(_RATED, seats.c.ended_ms.is_not(None))
    .group_by(seats.c.ended_ms, tables.c.id)
    .order_by(seats.c.ended_ms, tables.c.id)
)
_SINCE = or_(seats.c.ended_ms > _AT_MS, (seats.c.ended_ms == _AT_MS) & (tables.c.id > _TABLE))
_IS_LATER = (seats.c.ended_ms >= _AT_MS) & _SINCE & _RATED  # the first condition is what an index can be asked for
# Those people and whom they have met since, and so on: each once, so that it ends.
_met = select(accounts.c.id).where(accounts.c.id.in_(_ACCOUNTS)).cte("met", recursive=True)
_beside = seats.alias("beside")
_met = _met.union(
    select(_beside.c.account_id)
    .select_from(_met)
    .join(seats, seats.c.account_id == _met.c.id)
    .join(tables, tables.c.id == seats.c.table_id)
    .join(_beside, _beside.c.table_id == tables.c.id)
    .where(_IS_LATER, _beside.c.account_id.is_not(None))
)
_LATER = (
    select(seats.c.ended_ms, tables.c.id)
    .distinct()
    .select_from(_met)
    .join(seats, seats.c.account_id == _met.c.id)
    .join(tables, tables.c.id == seats.c.table_id)
    .where(_IS_LATER)
    .order_by(seats.c.ended_ms, tables.c.id)
)
_LAST_BEFORE = (
    select(*_COLUMNS)
    .where(
        rating_changes.c.account_id == _ACCOUNT,
        rating_changes.c.category == _CATEGORY,
        rating_changes.c.ended_ms <= _AT_MS,
        or_(rating_changes.c.ended_ms < _AT_MS, rating_changes.c.table_id < _TABLE),
    )
    .order_by(rating_changes.c.ended_ms.desc(), rating_changes.c.table_id.desc())
    .limit(1)
)

_FIRST_MOVES = (
    select(events.c.text)
    .where(events.c.table_id == _TABLE, events.c.kind == "move")
    .order_by(events.c.number)
    .limit(bindparam("limit"))
)


class Together(NamedTuple):
    """A game that some people have played."""

    table_id: str
    options: dict[str, object]
    winner: str | None


Key = tuple[int, str]
"""When a game has ended, and its table: the order in which games are rated."""


def rated_games(connection: Connection) -> list[Key]:
    """All games that may count, in the order in which they are rated."""
    return [(row.ended_ms, row.id) for row in connection.execute(_ALL)]


def later(connection: Connection, accounts: Collection[str], after: Key) -> list[Key]:
    """The rated games after one of them that have to do with some people, with their opponents there, and so on."""
    asked = {"accounts": list(accounts), "at_ms": after[0], "this_table": after[1]}
    return [(row.ended_ms, row.id) for row in connection.execute(_LATER, asked)]


def before(connection: Connection, account_id: str, category: str, key: Key) -> Change | None:
    """The last change of somebody's rating before a game."""
    asked = {"account": account_id, "this_category": category, "at_ms": key[0], "this_table": key[1]}
    row = connection.execute(_LAST_BEFORE, asked).first()
    return Change(*row) if row else None


def played_together(
    connection: Connection, game: str, seated: Sequence[tuple[str | None, int | None]], key: Key
) -> Iterator[Together]:
    """The rated games before one, of this game with any options, at which these sat, by account or level of a bot.

    The last comes first. The games of the first person are looked through: best of the one who has played least.
    """
    wanted = (
        select(tables.c.id, tables.c.options, tables.c.winner)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(
            _RATED,
            tables.c.game == game,
            seats.c.ended_ms <= key[0],
            or_(seats.c.ended_ms < key[0], tables.c.id < key[1]),
        )
        .order_by(seats.c.ended_ms.desc(), tables.c.id.desc())
    )
    # Somebody's seats are found by an index, those of a bot are not.
    for place, (account, level) in enumerate(sorted(seated, key=lambda each: each[0] is None)):
        seat = seats if place == 0 else seats.alias(f"seat_{place}")
        if place:
            wanted = wanted.join(seat, seat.c.table_id == tables.c.id)
        is_bot = seat.c.account_id.is_(None) & (seat.c.level == level)
        wanted = wanted.where(is_bot if account is None else seat.c.account_id == account)
    for row in connection.execute(wanted):
        yield Together(row.id, json.loads(row.options), row.winner)


def first_moves(connection: Connection, table_id: str, limit: int) -> tuple[str, ...]:
    """The first moves of a game in which nothing was taken back."""
    return tuple(connection.execute(_FIRST_MOVES, {"this_table": table_id, "limit": limit}).scalars())
