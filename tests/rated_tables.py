"""Rated games, made by their events and written straight into a store, as the hall would."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

import taflheim
from seated import OPENING
from stores import NOW, opened
from taflheim.engine.bots.levels import find_bot
from taflheim.hall.clock import now_ms
from taflheim.hall.rating_games import settle
from taflheim.store import accounts, tables
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Standing
from taflheim.table.event import Event, Kind
from taflheim.table.rated_game import rated_game
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

RATED = Terms(TimeControl.parse("5+3"), rated=True, public=True, created_ms=NOW)
_MOVES = {
    "quoridor": OPENING,
    "hnefatafl": {
        "attackers": ("a4-b4", "b4-a4", "a4-b4", "b4-a4", "a5-b5"),
        "defenders": ("f4-g4", "g4-f4", "f4-h4", "h4-f4", "f4-i4"),
    },
}
"""Moves of each side that end no game."""


class Played(NamedTuple):
    """A game that has been played."""

    id: str
    seats: Sequence[str | int]
    """Accounts, and levels of bots, in the order of their turns."""
    ended_ms: int
    leaves: Sequence[int] = (1,)
    """The places of those who resign, in that order; one player is left."""
    rounds: int = 2
    game: str = "quoridor"
    agreed: bool = False
    """Whether it is drawn by agreement instead."""
    terms: Terms = RATED


def table_of(played: Played, names: Mapping[str, str] | None = None) -> Table:
    """The table of a game that has been played."""
    options = {"players": len(played.seats)} if played.game == "quoridor" else {}
    start = taflheim.game(played.game, **options).start()
    seats = {
        side: Seat.person(who, (names or {}).get(who, who))
        if isinstance(who, str)
        else Seat.bot(who, find_bot(start.game, who).name)
        for side, who in zip(start.game.seats, played.seats, strict=True)
    }
    happened: list[tuple[Kind, str, str]] = [
        ("move", side, _MOVES[played.game][side][number])
        for number in range(played.rounds)
        for side in start.game.seats
    ]
    if played.agreed:
        happened.append(("agreed", start.game.seats[0], ""))
    else:
        happened += [("resign", start.game.seats[place], "") for place in played.leaves]
    begun_ms = played.ended_ms - len(happened)
    events = [
        Event(number, *what, begun_ms + number, 0, seats[what[1]].account) for number, what in enumerate(happened, 1)
    ]
    terms = replace(played.terms, created_ms=begun_ms)
    return Table.replay(played.id, start, seats, events, terms)


def write(connection: Connection, table: Table) -> None:
    """Write a game that has been played, as the end of a game is written."""
    terms, game = table.terms, table.game
    new = NewTable(table.id, game.name, dict(game.options), str(table.record.start), table.seats, terms, "a")
    tables.add(connection, new)
    assert table.result
    ended = Ended(
        table.result.winner, table.result.reason, {side: table.outcome_for_player(side) for side in table.seats}
    )
    standing = Standing(table.record.moves_made, str(table.record.position), table.record.turn, 60_000)
    tables.append(connection, table.id, table.events, {}, ended, standing)
    if played := rated_game(table):
        settle(connection, played)


async def people(store: Store, *names: str) -> dict[str, str]:
    """The accounts of new people, by their names."""
    return {
        name: (await store.write(accounts.add, "registered", name.title(), name, NOW, password_hash="x")).id
        for name in names
    }


def random_history(rng: random.Random, accounts: Sequence[str], count: int) -> list[Played]:
    """Games in the order in which they were written, which is not quite that of their ends."""
    found = []
    for number in range(count):
        players = rng.choice([2, 2, 2, 3, 4])
        seats: list[str | int] = [*rng.sample(accounts, rng.randint(1, min(players, len(accounts))))]
        # The ladder was measured for two players only.
        levels = rng.sample(range(1, 11), players - len(seats))
        seats += levels if players == 2 else rng.sample([one for one in accounts if one not in seats], len(levels))
        rng.shuffle(seats)
        places = list(range(len(seats)))
        game = rng.choice(["quoridor", "hnefatafl"]) if players == 2 else "quoridor"
        found.append(
            Played(
                # Ids in no order, and now and then two games that end in the same moment.
                f"t{rng.randrange(10**6):06}-{number}",
                seats,
                NOW + 1000 + (number + rng.randint(-3, 3)) * rng.choice([1, 10]),
                rng.sample(places, len(places) - 1),
                rng.choice([1, 2, 2, 3, 4]),
                game,
                rng.random() < 0.2,
            )
        )
    return found


async def fill(store: Store, count: int) -> None:
    """Many rated games of the owner, three people and a program, and some casual ones, the newest of today."""
    rng = random.Random(1)
    owner = await store.write(accounts.owner, "Anna", "anna", NOW)
    known = [owner.id, *(await people(store, "bo", "cyrill", "dee")).values()]
    program = await store.write(accounts.add, "bot", "Stockfox", "stockfox", NOW, password_hash="x")
    await store.write(accounts.add, "guest", "guest-otter-17", "guest-otter-17", now_ms())
    names = dict(zip([*known, program.id], ["Anna", "Bo", "Cyrill", "Dee", "Stockfox"], strict=True))
    now = now_ms()
    for number in range(count):
        game = "hnefatafl" if number % 3 == 0 else "quoridor"
        one, other = rng.sample([*known, owner.id, owner.id, program.id], 2)
        seats: list[str | int] = [one, other if other != one else 1 + number % 10]
        stronger = min(range(2), key=lambda place: str(seats[place]))
        loser = stronger if rng.random() < 0.3 else 1 - stronger
        played = Played(
            f"rated-{number}",
            seats,
            now - (count - number) * 5 * 3600 * 1000,
            [loser],
            2 + number % 4,
            game,
            number % 11 == 0,
            RATED if number % 7 else replace(RATED, rated=False),
        )
        await store.write(write, table_of(played, names))


def filled(home: Path, count: int) -> Path:
    """A data folder with rated games in it."""

    async def work() -> None:
        async with opened(home / "taflheim.sqlite") as store:
            await fill(store, count)

    # In a thread of its own: Playwright may have an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()
    return home
