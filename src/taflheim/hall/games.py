"""The games of a person: listed, taken off the list, and removed if no move was ever made."""

import logging
from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlalchemy import Connection

from taflheim.games.errors import TaflheimError
from taflheim.hall.clock import now_ms
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.store import games, stats
from taflheim.store.games import Line, Wanted
from taflheim.store.stats import Ended, LastGame
from taflheim.store.store import Store
from taflheim.table.actor import Person

log = logging.getLogger(__name__)

UNTOUCHED_MS = 24 * 3600 * 1000
"""A table of one person at which nothing was played is kept for so long."""
_LATELY = 60
"""So many of the last games are looked at."""


class Wins(NamedTuple):
    """How somebody has lately fared against the bots of a game."""

    level: int
    """Of the last bot."""
    in_a_row: int
    """How often it was beaten without a break, as far as it was looked at."""


class Glance(NamedTuple):
    """Somebody's games at a glance."""

    lines: list[Line]
    """Some of them: first those that last, then those that have ended, each the last played first."""
    lately: dict[str, Wins]
    """By game."""


def wins(last: Iterable[LastGame]) -> dict[str, Wins]:
    """By game: whom somebody has played against last, and how often that bot was beaten without a break.

    >>> wins([LastGame("toy", 2, "won"), LastGame("toy", 2, "won"), LastGame("toy", 1, "won")])
    {'toy': Wins(level=2, in_a_row=2)}
    """
    found: dict[str, Wins] = {}
    over: set[str] = set()
    for game, level, outcome in last:
        before = found.setdefault(game, Wins(level, 0))
        if outcome != "won" or level != before.level:
            over.add(game)
        if game not in over:
            found[game] = Wins(level, before.in_a_row + 1)
    return found


class Games:
    """The games of the people in a hall."""

    def __init__(self, store: Store, tables: Tables):
        self._store = store
        self._tables = tables

    async def listed(self, person: Person, wanted: Wanted, limit: int, offset: int = 0) -> list[Line]:
        """Somebody's games: first those that last, then those that have ended, each the last played first."""
        return await self._store.read(games.listed, person.account, wanted, limit, offset)

    async def count(self, person: Person, wanted: Wanted) -> int:
        """How many games there are of this kind."""
        return await self._store.read(games.count, person.account, wanted)

    async def opponents(self, person: Person) -> list[str]:
        """The names of all whom somebody has sat at a table with."""
        return await self._store.read(games.opponents, person.account)

    async def ended(self, person: Person) -> list[Ended]:
        """Somebody's games that have ended with a result, the oldest first."""
        return await self._store.read(stats.ended, person.account)

    async def at_a_glance(self, person: Person, limit: int) -> Glance:
        """What a menu says of somebody's games."""
        lines, last = await self._store.read(_glance, person.account, limit)
        return Glance(lines, wins(last))

    async def shared(self, person: Person, table_id: str) -> bool:
        """Whether a game of somebody's was played with other people: it is hidden then, not removed."""
        found = await self._store.read(games.shared, table_id, person.account)
        if found is None:
            raise _no_such_game()
        return found

    async def remove(self, person: Person, table_id: str) -> Literal["removed", "hidden"]:
        """Take a game off a person's list: deleted if no other person played, else hidden for this one."""
        done = await self._tables.remove(table_id, games.remove, person.account)
        if done is None:
            raise _no_such_game()
        return done

    async def put_back(self, person: Person, table_id: str) -> None:
        """Show a game again that was hidden."""
        await self._store.write(games.hide, table_id, person.account, False)

    async def let_go(self) -> int:
        """Remove tables of one person at which nothing was played for a day, and that are not watched. How many?"""
        before_ms = now_ms() - UNTOUCHED_MS
        gone = 0
        for table_id in await self._store.read(games.untouched, before_ms):
            if self._tables.watchers(table_id):
                continue
            try:
                gone += await self._tables.remove(table_id, games.remove_untouched, before_ms)
            except TaflheimError as error:
                log.warning("table %s, which nobody has played at, stays for now: %s", table_id, error)
        return gone


def _glance(connection: Connection, account_id: str, limit: int) -> tuple[list[Line], list[LastGame]]:
    lines = games.listed(connection, account_id, Wanted(), limit)
    return lines, stats.last_against_bots(connection, account_id, _LATELY)


def _no_such_game() -> NoSuchTable:
    return NoSuchTable("there is no such game of yours: look at your list again")
