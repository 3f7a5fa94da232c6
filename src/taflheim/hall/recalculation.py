"""All ratings calculated again, from the games alone. The numbers are the same as those that were kept game by game."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from taflheim.hall.rating_games import COMPARED, bot_ratings, rate, stored_game
from taflheim.store import ratings as rows
from taflheim.store.store import Store
from taflheim.table.rated_game import Course, RatedGame
from taflheim.table.rating import Rating

BATCH = 200
"""So many games are written in one transaction: others can write in between."""

Progress = Callable[[int, int], None]
"""Is told how many games are done, of how many."""


class _Game(NamedTuple):
    """A game to be rated, and what its bots were measured at when it was played."""

    played: RatedGame
    anchors: dict[str, float]


class _Standings:
    """The ratings after the games that have been gone through."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], rows.Row] = {}
        self._last: dict[tuple[str, ...], deque[Course]] = {}

    def copy(self) -> "_Standings":
        """Standings of one's own."""
        other = _Standings()
        other.rows = dict(self.rows)
        other._last = {company: last.copy() for company, last in self._last.items()}
        return other

    def add(self, games: Sequence[_Game]) -> list[rows.Change]:
        """What the next games change."""
        return [change for game in games for change in self._add(game)]

    def _add(self, game: _Game) -> list[rows.Change]:
        played, anchors = game
        places = [(place.account or "", place.category) for place in played.places]
        known = {place: Rating(row.mu, row.sigma) for place in places if (row := self.rows.get(place))}
        last = self._last.setdefault(played.company, deque(maxlen=COMPARED))
        changes = rate(played, known, last, anchors)
        last.append(played.course)
        for one in changes:
            if one.account_id is not None:
                place = one.account_id, one.category
                games = self.rows[place].games + 1 if place in self.rows else 1
                self.rows[place] = rows.Row(*place, one.mu_after, one.sigma_after, games, one.ended_ms)
        return changes


async def recalculate(store: Store, progress: Progress = lambda done, of: None) -> int:
    """Calculate all ratings again from the games; how many games were gone through?

    Games may end meanwhile. The new ratings replace the old ones in one step, at the end.
    """
    while True:
        standings = _Standings()
        listed = await store.read(rows.rated_games)
        for first in range(0, len(listed), BATCH):
            some = listed[first : first + BATCH]
            changes = standings.add(await store.read(_games, some))
            await store.write(_replace, some, changes)
            progress(first + len(some), len(listed))
        # If a game that has ended before one of these was written only now, it has to be done again.
        if (more := await store.write(_finish, standings, listed)) is not None:
            return len(listed) + more


def _games(connection: Connection, keys: Sequence[rows.Key]) -> list[_Game]:
    table_ids = [table_id for _, table_id in keys]
    anchors = bot_ratings(rows.changes(connection, table_ids))
    found = ((table_id, stored_game(connection, table_id)) for table_id in table_ids)
    return [_Game(played, anchors.get(table_id, {})) for table_id, played in found if played]


def _replace(connection: Connection, keys: Sequence[rows.Key], changes: Sequence[rows.Change]) -> None:
    rows.remove(connection, [table_id for _, table_id in keys])
    rows.add_changes(connection, changes)


def _finish(connection: Connection, before: _Standings, done: Sequence[rows.Key]) -> int | None:
    """Go through the games that have ended meanwhile and replace the ratings; how many were there?

    None if games were not written in the order of their ends.
    """
    rows.lock(connection)
    listed = rows.rated_games(connection)
    if listed[: len(done)] != list(done):
        return None
    rest, standings = listed[len(done) :], before.copy()
    _replace(connection, rest, standings.add(_games(connection, rest)))
    rows.remove_all_ratings(connection)
    rows.put(connection, list(standings.rows.values()))
    return len(rest)
