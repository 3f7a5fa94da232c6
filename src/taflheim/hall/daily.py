"""Daily boards in a hall: one try that counts for each account and day, and who may look at it."""

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection

from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.hall.clock import now_ms
from taflheim.hall.daily_board import DailyBoard, Streak, daily_games, day_of, make_board, streak
from taflheim.hall.tables import Tables
from taflheim.store import daily as rows
from taflheim.store.daily import Result, State, Try
from taflheim.store.store import Store
from taflheim.table.actor import Actor, account_of
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

_DAY_MS = 24 * 3600 * 1000
_MOST_GIVEN_UP = 20
"""So many tables that were given up before the first move are replaced by another one."""


class NoTryLeft(TaflheimError):
    """The one try that counts is over, or has not been made yet."""


class Daily:
    """The boards of the day. Used in one event loop."""

    def __init__(self, store: Store, tables: Tables, rules_ready: Callable[[str], Awaitable[None]]):
        self._store = store
        self._tables = tables
        self._rules_ready = rules_ready

    def today(self) -> str:
        """The day of now."""
        return day_of(now_ms())

    async def board(self, name: str, day: str) -> DailyBoard:
        """The board of a day."""
        await self._rules_ready(name)
        # It is made in a thread: others must not wait for the proof that it can be won.
        return await asyncio.to_thread(make_board, name, day)

    async def make_ahead(self) -> None:
        """Make today's boards, and tomorrow's, before somebody asks for them."""
        tomorrow = day_of(now_ms() + _DAY_MS)
        for name in daily_games():
            for day in (self.today(), tomorrow):
                await self.board(name, day)

    # ---- the try that counts --------------------------------------------------------------------------------------

    async def play(self, name: str, seat: Seat) -> Table:
        """The table of today's try of somebody: opened, or found again as long as the try lasts. Raises NoTryLeft."""
        assert seat.account is not None
        day = self.today()
        board = await self.board(name, day)
        terms = Terms(counted=True, opener=seat.account)
        for number in range(_MOST_GIVEN_UP):
            seats = dict.fromkeys(board.start.game.seats, seat)
            table = await self._tables.open(board.start, seats, terms, request=f"daily {name} {day} {number}")
            if table.result is None:
                await self._store.write(rows.open_try, name, day, seat.account, table.id, now_ms())
                return table
            if _moves(table):
                break
        raise NoTryLeft("your try of today is over: play the board again, as often as you like, without counting")

    async def check_again(self, name: str, day: str, account: str | None) -> None:
        """Raise NoTryLeft as long as the board of a day is for somebody's try that counts."""
        if not self.shows(day, await self.own(name, day, account) if account else None):
            raise NoTryLeft("make your try that counts first: then play the board again as often as you like")

    async def play_again(self, name: str, day: str, seat: Seat) -> Table:
        """A new table with the board of a day that counts for nothing. Raises NoTryLeft."""
        await self.check_again(name, day, seat.account)
        start = (await self.board(name, day)).start
        return await self._tables.open(start, dict.fromkeys(start.game.seats, seat), Terms(opener=seat.account))

    def shows(self, day: str, own: Try | None) -> bool:
        """Whether the games of others on a day are for somebody with this try of it: it is over, or the day is."""
        return day < self.today() or (own is not None and own.state != "playing")

    def at_end(self, table: Table) -> Callable[[Connection], None] | None:
        """What is to be written in the transaction that ends a game; None if it is no try that counts."""
        if not table.terms.counted:
            return None
        moves = _moves(table)
        if not moves:
            return lambda connection: rows.forget(connection, table.id)  # it had not begun
        (side,) = table.seats
        state: State = "won" if table.outcome(side) == "won" else "lost"
        began_ms, ended_ms = table.events[0].at_ms, table.events[-1].at_ms
        jumps = sum(_is_chance(table.game, move) for move in moves)
        account = table.seats[side].account or ""
        ended = Try(table.game.name, day_of(began_ms), account, table.id, state, len(moves), jumps, began_ms, ended_ms)
        return lambda connection: _end(connection, ended)

    async def may_look(self, table: Table, actor: Actor) -> bool:
        """Whether somebody may see another's try: when the day is over, or their own try of that day."""
        found = await self._store.read(rows.at, table.id)
        if found is None:
            return False
        account = account_of(actor)
        mine = await self._store.read(rows.own, found.game, found.day, account) if account else None
        if mine is not None and mine.state == "playing":
            # Who is in the middle of their own try could still use what they see.
            begun = await self._store.read(rows.moves_made, mine.table_id)
            return not begun and found.day < self.today()
        return found.day < self.today() or mine is not None

    # ---- what pages tell ------------------------------------------------------------------------------------------

    async def own(self, name: str, day: str, account: str) -> Try | None:
        """Somebody's try on a day; None as long as it has not begun."""
        found = await self._store.read(rows.own, name, day, account)
        if found and found.state == "playing" and not await self._store.read(rows.moves_made, found.table_id):
            return None
        return found

    async def results(self, name: str, day: str, limit: int) -> list[Result]:
        """The tries of a day that have ended, the best first; guests are not listed."""
        return await self._store.read(rows.results, name, day, limit)

    async def days(self, name: str, account: str) -> dict[str, State]:
        """How somebody's tries stand, by day."""
        return await self._store.read(rows.days, name, account)

    async def streak(self, name: str, account: str) -> Streak:
        """On how many days in a row somebody has won."""
        return streak(await self.days(name, account), self.today())


def _end(connection: Connection, ended: Try) -> None:
    known = rows.at(connection, ended.table_id)
    if known is None:
        return
    if known.day == ended.day:
        rows.end_try(connection, ended)
    else:
        rows.forget(connection, ended.table_id)  # it was opened in time, but begun too late


def _moves(table: Table) -> list[str]:
    return [event.text for event in table.events if event.kind == "move"]


def _is_chance(game: Game, move: str) -> bool:
    return any(move.startswith(chance) for chance in game.rulebook.chance)
