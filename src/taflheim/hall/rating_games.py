"""Rating games: what each changes, written in the transaction that ends it.

Games are rated in the order of their end. Two that end at about the same time may be written in the other order; the
later one is then rated again, so that ratings always are what the games alone would give (recalculation.py).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

from sqlalchemy import Connection

from taflheim.games.registry import game
from taflheim.hall.kept import replayed
from taflheim.hall.measured import bot_rating
from taflheim.store import ratings as rows
from taflheim.store import tables
from taflheim.store.ratings import Change
from taflheim.table.rated_game import OPENING, Course, Place, RatedGame, rated_game
from taflheim.table.rating import Category, Player, Rating, after

COMPARED = 2
"""A game is compared with so many of those before it."""

Known = Mapping[tuple[str, str], Rating]
"""Ratings by account and category; who has none is not there."""


def rate(
    played: RatedGame, known: Known, earlier: Iterable[Course], anchors: Mapping[str, float] | None = None
) -> list[Change]:
    """What a game changes, side by side; nothing if it does not count.

    `earlier` are the last games of the same company. `anchors` says by side what its bots were measured at when it
    was played, if that is known.
    """
    if not played.counts or played.repeats(earlier):
        return []
    measured_at = {place.side: _anchor(place, anchors or {}) for place in played.places if place.account is None}
    if None in measured_at.values():
        return []
    players = [_player(place, known, measured_at.get(place.side)) for place in played.places]
    return [
        Change(
            played.table_id,
            place.side,
            place.account,
            place.category,
            *player.rating,
            *new,
            place.rank,
            played.ended_ms,
            measured_at.get(place.side),
        )
        for place, player, new in zip(played.places, players, after(players), strict=True)
    ]


def _player(place: Place, known: Known, measured_at: float | None) -> Player:
    if measured_at is not None:
        return Player(Rating.of_bot(measured_at), place.rank, is_bot=True)
    return Player(known.get((place.account or "", place.category), Rating()), place.rank)


def _anchor(place: Place, anchors: Mapping[str, float]) -> float | None:
    if place.side in anchors or place.level is None:
        return anchors.get(place.side)
    return bot_rating(Category.parse(place.category).game, place.level, place.side)


# ---- in the transaction that ends a game ----------------------------------------------------------------------------


def settle(connection: Connection, played: RatedGame) -> None:
    """Keep what a game that ends now changes."""
    rows.lock(connection)
    late = rows.later(connection, played.accounts, played.key)
    if not late:
        _settle_one(connection, played, {})
        return
    # It has ended before others that were written already: these are rated again.
    anchors = _forget(connection, played.key, [table_id for _, table_id in late])
    _settle_one(connection, played, {})
    for _, table_id in late:
        if again := stored_game(connection, table_id):
            _settle_one(connection, again, anchors.get(table_id, {}))


def stored_game(connection: Connection, table_id: str) -> RatedGame | None:
    """A rated game as it is stored."""
    stored = tables.load(connection, table_id)
    return rated_game(replayed(stored)) if stored else None


def bot_ratings(changes: Mapping[str, Mapping[str, Change]]) -> dict[str, dict[str, float]]:
    """What bots were measured at when these games were played, by table and side."""
    return {
        table_id: {side: one.bot_rating for side, one in by_side.items() if one.bot_rating is not None}
        for table_id, by_side in changes.items()
    }


def _settle_one(connection: Connection, played: RatedGame, anchors: Mapping[str, float]) -> None:
    known, games = {}, dict.fromkeys(played.accounts, 0)
    for place in played.places:
        if place.account and (row := rows.one(connection, place.account, place.category)):
            known[place.account, place.category] = Rating(row.mu, row.sigma)
            games[place.account] = row.games
    rows.add(connection, rate(played, known, _earlier(connection, played, games), anchors))


def _earlier(connection: Connection, played: RatedGame, games: Mapping[str, int]) -> list[Course]:
    places = sorted(played.places, key=lambda place: games.get(place.account or "", 0))
    seated = [(place.account, place.level) for place in places]
    name = Category.parse(played.pool).game.name
    together = rows.played_together(connection, name, seated, played.key)
    same = (one for one in together if Category(game(name, **one.options)).pool == played.pool)
    return [Course(rows.first_moves(connection, one.table_id, OPENING), one.winner) for one in islice(same, COMPARED)]


def _forget(connection: Connection, key: rows.Key, table_ids: Collection[str]) -> dict[str, dict[str, float]]:
    """Take back what these games have changed since a key; gives what their bots were measured at."""
    changed = rows.changes(connection, table_ids)
    rows.remove(connection, table_ids)
    forgotten = Counter(
        (one.account_id, one.category)
        for by_side in changed.values()
        for one in by_side.values()
        if one.account_id is not None
    )
    for (account, category), games in forgotten.items():
        row, last = rows.one(connection, account, category), rows.before(connection, account, category, key)
        rows.remove_rating(connection, account, category)
        if last and row:
            before = rows.Row(account, category, last.mu_after, last.sigma_after, row.games - games, last.ended_ms)
            rows.put(connection, [before])
    return bot_ratings(changed)
