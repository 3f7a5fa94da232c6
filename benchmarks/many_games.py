"""A hall with many games in its store: how long its start, menu, profile and leaderboard take (load.py).

Games are written straight into the database. A tenth of them was played by the owner, who then looks at the pages.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from figures import report
from hall_process import hall_process
from sqlalchemy import Connection, insert
from start import start

import taflheim
from taflheim.store import accounts as people
from taflheim.store import schema
from taflheim.store.store import Store
from taflheim.table.rating import Category, Rating
from taflheim.table.terms import Terms

MOST_MS = 150
PEOPLE = 1000
PLIES = 12
GROUP = 2000
REQUESTS = 11
GAMES = ("quoridor", "hnefatafl")
PAGES = {"menu": "/", "profile": "/people/{name}", "leaderboard": "/leaderboards/quoridor"}

Row = Mapping[str, object]
Rows = dict[str, list[Row]]


def measure(folder: Path, database: str, games: int, starts: int) -> None:
    """Print the figures."""
    start(folder, database)  # makes the database
    empty_ms = _start_ms(folder, database, starts)
    name = asyncio.run(fill(database or folder / "taflheim.sqlite", games))
    full_ms = _start_ms(folder, database, starts)
    remark = f"({full_ms:.0f} ms in all)"
    report(f"{games} stored games: start, more than without", full_ms - empty_ms, "ms", MOST_MS, remark)
    with hall_process(folder, database) as hall:
        visitor = hall.visitor()
        for page, path in PAGES.items():
            times = []
            for _ in range(REQUESTS):
                began = time.perf_counter()
                visitor.get(path.format(name=quote(name)))
                times.append((time.perf_counter() - began) * 1000)
            usual = statistics.median(times[1:])
            report(f"{games} stored games: {page}", usual, "ms", MOST_MS, f"(the first: {times[0]:.0f} ms)")


def _start_ms(folder: Path, database: str, starts: int) -> float:
    """The fastest start of some: what else the machine does only makes it longer."""
    return min(start(folder, database).alive_ms for _ in range(starts))


async def fill(where: Path | str, games: int) -> str:
    """Write rated games of many people into a store, the newest of now; gives the owner's name."""
    store = Store.open(where)
    now = int(time.time() * 1000)
    owner = await store.write(people.owner, "Anna", "anna", now)
    others = [f"person-{number}" for number in range(PEOPLE)]
    await store.write(_put, {"accounts": [_account(name, now) for name in others]})
    records = [_record(name) for name in GAMES]
    for first in range(0, games, GROUP):
        rows: Rows = {name: [] for name in ("tables", "seats", "events", "rating_changes")}
        for number in range(first, min(first + GROUP, games)):
            one = owner.id if number % 10 == 0 else others[number % PEOPLE]
            pair = one, others[(number * 7 + 1) % PEOPLE]
            ended_ms = now - (games - number) * 60_000
            _add_game(rows, f"stored-{number}", records[number % len(records)], pair, ended_ms)
        await store.write(_put, rows)
    await store.write(_put, {"ratings": list(_ratings([owner.id, *others], now))})
    await asyncio.to_thread(store.close)
    return owner.name


def _put(connection: Connection, rows: Mapping[str, Sequence[Row]]) -> None:
    for name, some in rows.items():
        connection.execute(insert(schema.metadata.tables[name]), some)


def _account(name: str, now: int) -> Row:
    return {"id": name, "name": name, "kind": "registered", "created_ms": now}


def _record(name: str) -> taflheim.Record:
    """A game by random moves."""
    rng = random.Random(1)
    record = taflheim.game(name).record()
    while len(record.entries) < PLIES:
        record = record.play(rng.choice(record.position.moves()))
    return record


def _add_game(rows: Rows, table_id: str, record: taflheim.Record, pair: tuple[str, str], ended_ms: int) -> None:
    game, sides = record.game, record.game.seats
    rows["tables"].append(
        {
            "id": table_id,
            "game": game.name,
            "options": json.dumps(dict(game.options)),
            "start": str(record.start),
            "terms": str(Terms(rated=True, public=True)),
            "public": True,
            "rated": True,
            "opener_id": pair[0],
            "state": "over",
            "winner": sides[0],
            "reason": "resigned",
            "plies": PLIES,
            "position": str(record.position),
            "turn": record.turn,
            "played_ms": 420_000,
            "created_ms": ended_ms - 420_000,
            "changed_ms": ended_ms,
        }
    )
    for side, account, outcome in zip(sides, pair, ("won", "lost"), strict=True):
        seat = {"table_id": table_id, "side": side, "account_id": account}
        rows["seats"].append(seat | {"name": account, "outcome": outcome, "ended_ms": ended_ms})
        rating = dict.fromkeys(("mu_before", "mu_after"), Rating().mu) | dict.fromkeys(
            ("sigma_before", "sigma_after"), 1.0
        )
        rank = 1 if outcome == "won" else 2
        rows["rating_changes"].append(
            seat | rating | {"category": str(Category.of(game, side)), "rank": rank, "ended_ms": ended_ms}
        )
    for number, (position, move) in enumerate(zip(record.positions, record.entries, strict=False), 1):
        event = {"table_id": table_id, "number": number, "kind": "move", "side": position.turn, "text": str(move)}
        rows["events"].append(event | {"at_ms": ended_ms - 1000 * (PLIES - number)})


def _ratings(accounts: Sequence[str], now: int) -> Iterator[Row]:
    """One of everybody in every category of the games."""
    rng = random.Random(1)
    categories = {str(Category.of(game, side)) for game in map(taflheim.game, GAMES) for side in game.seats}
    for category in sorted(categories):
        for account in accounts:
            found = {"account_id": account, "category": category, "mu": rng.gauss(Rating().mu, 4), "sigma": 1.0}
            yield found | {"games": 100, "changed_ms": now}
