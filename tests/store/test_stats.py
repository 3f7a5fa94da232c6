"""Stats count games that have ended, by game and side."""

from pathlib import Path

from stores import NOW, move, owner, with_store
from taflheim.store import tables
from taflheim.store.stats import stats
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable
from taflheim.table.seat import Seat

GAMES = [
    ("halatafl", "sheep", Ended("foxes", "resigned", {"sheep": "lost", "foxes": "won"})),
    ("halatafl", "sheep", Ended("sheep", "resigned", {"sheep": "won", "foxes": "lost"})),
    ("halatafl", "foxes", Ended(None, "repetition", {"sheep": "drawn", "foxes": "drawn"})),
    ("halatafl", "foxes", Ended(None, "aborted", {"sheep": None, "foxes": None})),
    ("halatafl", "foxes", None),
    ("toy", "foxes", Ended("foxes", "resigned", {"sheep": "lost", "foxes": "won"})),
]


def test_stats_count_what_has_ended(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for number, (game, mine, ended) in enumerate(GAMES):
            seats = {side: Seat.bot(1, "Bot") for side in ("sheep", "foxes")}
            seats[mine] = Seat.person(anna.id, "Anna")
            await store.write(tables.add, NewTable(f"t{number}", game, {}, "start", seats, NOW))
            await store.write(tables.append, f"t{number}", [move(1)], {}, ended)
        assert [tuple(stat) for stat in await store.read(stats, anna.id)] == [
            ("halatafl", "foxes", 1, 0, 0, 1),
            ("halatafl", "sheep", 2, 1, 1, 0),
            ("toy", "foxes", 1, 1, 0, 0),
        ]
        assert await store.read(stats, "nobody") == []

    with_store(where, test)
