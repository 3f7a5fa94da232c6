"""Ratings of the people in a hall: changed with the end of a game, and asked for by everybody."""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from taflheim.engine.bots.levels import levels
from taflheim.games.game import Game
from taflheim.games.registry import game as game_named
from taflheim.hall import rating_games
from taflheim.hall.balance import Band, played_here
from taflheim.hall.clock import now_ms
from taflheim.hall.measured import bot_rating, measured
from taflheim.store import leaderboards
from taflheim.store import ratings as rows
from taflheim.store.leaderboards import Leader
from taflheim.store.ratings import Change, Row
from taflheim.store.store import Store
from taflheim.table.rated_game import rated_game
from taflheim.table.rating import MOST_SIGMA, Category, Rating, categories
from taflheim.table.table import Table

_MANY = 10_000
_KEEP_BALANCE_MS = 600_000


class Ratings:
    """The ratings of the people in a hall."""

    def __init__(self, store: Store):
        self._store = store
        self._balances: dict[Game, tuple[int, list[Band]]] = {}
        """When they were counted, and what was found."""

    def at_end(self, table: Table) -> Callable[[Connection], None] | None:
        """What is to be written in the transaction that ends a game; None if it is not rated."""
        played = rated_game(table)
        return None if played is None else lambda connection: rating_games.settle(connection, played)

    async def of(self, account: str, category: Category) -> Rating | None:
        """Somebody's rating, if there is one."""
        row = await self._store.read(rows.one, account, str(category))
        return Rating(row.mu, row.sigma) if row else None

    async def all_of(self, account: str) -> list[Row]:
        """All ratings of somebody."""
        return await self._store.read(rows.of, account)

    async def history(self, account: str, category: str, limit: int) -> list[Change]:
        """The last changes of a rating of somebody, the oldest of them first."""
        return await self._store.read(rows.history, account, category, limit)

    async def changes(self, table_ids: Iterable[str]) -> dict[str, dict[str, Change]]:
        """What games have changed, by table and side; nothing of games that have changed nothing."""
        return await self._store.read(rows.changes, list(table_ids))

    async def at_table(self, table: Table) -> dict[str, Rating]:
        """The ratings of the people at a table, by side; not of those who have none."""
        wanted = {
            side: (seat.account, str(Category.of(table.game, side)))
            for side, seat in table.seats.items()
            if seat.account is not None
        }
        found = await self._store.read(rows.some, wanted.values())
        return {side: Rating(*found[place]) for side, place in wanted.items() if place in found}

    async def strength(self, account: str, game: Game) -> float | None:
        """About how strong somebody is at a game, at whichever side, on the scale of Elo; None if that is not known."""
        wanted = [(account, str(category)) for category in categories(game)]
        values = [Rating(*one).value for one in (await self._store.read(rows.some, wanted)).values()]
        return sum(values) / len(values) if values else None

    async def stand_in(self, game: Game, side: str, account: str) -> int | None:
        """The level of a bot that plays a side about as well as somebody does; None if that is not known."""
        usual = game_named(game.name)
        own = await self.of(account, Category.of(game, side)) or await self.of(account, Category.of(usual, side))
        if own is None or not measured(usual):
            return None
        return min(
            (bot.number for bot in levels(usual)),
            key=lambda level: abs((bot_rating(usual, level, side) or 0) - own.value),
        )

    async def leaders(self, category: Category, *, programs: bool, limit: int) -> list[Leader]:
        """Those who are best in a category, programs or people; only those whose rating is certain."""
        return await self._store.read(leaderboards.leaders, str(category), MOST_SIGMA, programs, limit)

    async def place(self, account: str, category: Category) -> int | None:
        """Where somebody stands among those of the same kind whose rating is certain; None if theirs is not."""
        return await self._store.read(leaderboards.place, account, str(category), MOST_SIGMA)

    async def balance(self, game: Game) -> list[Band]:
        """Which side of a game has won how often here, by the ratings of the players."""
        at_ms, known = self._balances.get(game, (0, []))
        # Among many games the last ones change little, and to count all of them takes a tenth of a second.
        if sum(band.games for band in known) < _MANY or now_ms() > at_ms + _KEEP_BALANCE_MS:
            known = await played_here(self._store, game)
            self._balances[game] = now_ms(), known
        return known
