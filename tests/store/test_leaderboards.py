"""Leaderboards: people and programs apart, only certain ratings, nobody who is not to be listed."""

from pathlib import Path

from sqlalchemy import Connection, update

from stores import NOW, with_store
from taflheim.store import accounts, leaderboards, ratings
from taflheim.store.ratings import Row
from taflheim.store.schema import accounts as accounts_table
from taflheim.store.store import Store

CERTAIN = 3.0


def _put(connection: Connection, account: str, mu: float, sigma: float = CERTAIN, category: str = "toy") -> None:
    ratings.put(connection, [Row(account, category, mu, sigma, 7, NOW)])


def test_the_best_come_first_and_kinds_apart(where: Path | str) -> None:
    async def test(store: Store) -> None:
        ids = {}
        for name, kind, mu, sigma in (
            ("anna", "owner", 27.0, CERTAIN),
            ("bo", "registered", 29.0, 3.5),  # just certain enough
            ("cy", "registered", 40.0, 8.0),  # not certain yet
            ("dee", "deleted", 41.0, CERTAIN),
            ("eve", "registered", 42.0, CERTAIN),  # banned
            ("fox", "bot", 30.0, CERTAIN),
        ):
            ids[name] = (await store.write(accounts.add, kind, name.title(), name, NOW)).id  # type: ignore[arg-type]
            await store.write(_put, ids[name], mu, sigma)
        await store.write(_put, ids["bo"], 20.0, CERTAIN, "other")
        ban = update(accounts_table).where(accounts_table.c.id == ids["eve"]).values(banned_ms=NOW)
        await store.write(lambda connection: connection.execute(ban))

        people = await store.read(leaderboards.leaders, "toy", 3.5, False, 10)
        assert [(one.name, one.mu, one.games) for one in people] == [("Bo", 29.0, 7), ("Anna", 27.0, 7)]
        assert [one.name for one in await store.read(leaderboards.leaders, "toy", 3.5, True, 10)] == ["Fox"]
        assert [one.name for one in await store.read(leaderboards.leaders, "toy", 3.5, False, 1)] == ["Bo"]
        for name, place in (("bo", 1), ("anna", 2), ("fox", 1), ("cy", None), ("dee", None)):
            assert await store.read(leaderboards.place, ids[name], "toy", 3.5) == place
        assert await store.read(leaderboards.place, ids["anna"], "other", 3.5) is None

    with_store(where, test)
