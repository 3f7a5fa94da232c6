"""A hall with a past: many games of its owner, of all kinds, written straight into the store."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import taflheim
from stores import opened
from taflheim.engine.bots.levels import levels
from taflheim.hall.clock import now_ms
from taflheim.store import accounts, tables
from taflheim.store.accounts import Account
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Standing
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

_DAY_MS = 24 * 3600 * 1000
_OUTCOMES = ("won", "lost", "won", "drawn", "won")
_GROUP = 500
_PLIES = 12


@cache
def _record(name: str) -> taflheim.Record:
    """A game by random moves, which does not come to an end by itself."""
    rng = random.Random(name)
    game = taflheim.game(name)
    record = game.record(game.start(7) if game.rulebook.seeded else None)
    for _ in range(5 * _PLIES):
        if len(record.entries) == _PLIES:
            break
        moves = [record.play(record.position.draw_lot(move, rng)) for move in _some(record, rng)]
        lasting = [after for after in moves if not after.result]
        record = lasting[0] if lasting else record.undo() if record.entries else record
    return record


def _some(record: taflheim.Record, rng: random.Random) -> list[str]:
    moves = record.position.moves()
    return rng.sample(moves, min(4, len(moves)))


async def add_game(store: Store, owner: Account, name: str, number: int, at_ms: int, kind: str) -> None:
    """One game: `bot` (ended, in turn won, lost and drawn), `friend` (ended, at one screen) or `unfinished`."""
    record = _record(name)
    sides = record.game.seats
    mine = sides[number % len(sides)]
    bot = levels(record.game)[number % 10]
    me = Seat.person(owner.id, owner.name)
    seats = {side: me if side == mine or kind == "friend" else Seat.bot(bot.number, bot.name) for side in sides}
    table_id = f"{name}-{number}"
    terms = Terms(opener=owner.id, created_ms=at_ms)
    new = NewTable(table_id, name, dict(record.game.options), str(record.start), seats, terms, record.start.turn)
    moves = [
        Event(n, "move", position.turn, move, at_ms + n * 1000, 0, owner.id if position.turn == mine else None)
        for n, (position, move) in enumerate(zip(record.positions, record.entries, strict=False), 1)
    ]
    ended = None
    if kind != "unfinished":
        outcome = _OUTCOMES[number % len(_OUTCOMES)]
        other = {"won": "lost", "lost": "won", "drawn": "drawn"}[outcome]
        outcomes = {side: outcome if side == mine else other for side in sides}
        winner = next((side for side, how in outcomes.items() if how == "won"), None)
        ended = Ended(winner, "resigned" if winner else "repetition", outcomes)
    standing = Standing(len(moves), str(record.position), record.turn, 7 * 60_000)
    await store.write(tables.add, new)
    await store.write(tables.append, table_id, moves, {}, ended, standing)


async def fill(store: Store, count: int) -> Account:
    """Many games of the owner, the newest of today."""
    owner = await store.write(accounts.owner, "Anna", "anna", now_ms() - 900 * _DAY_MS)
    names = ("hnefatafl", "quoridor", "halatafl", "hivolts")
    now = now_ms()
    for first in range(0, count, _GROUP):
        numbers = range(first, min(first + _GROUP, count))
        await asyncio.gather(
            *(
                add_game(store, owner, names[n % 4], n, now - 120_000 - n * _DAY_MS // 3, _kind(n, count))
                for n in numbers
            )
        )
    return owner


def _kind(number: int, count: int) -> str:
    if number < 3:
        return "unfinished"
    return "friend" if number % 7 == 0 and number % 4 != 3 else "bot"


def filled(home: Path, count: int) -> Path:
    """A data folder with many games in it."""

    async def work() -> None:
        async with opened(home / "taflheim.sqlite") as store:
            await fill(store, count)

    # In a thread of its own: Playwright may have an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()
    return home
