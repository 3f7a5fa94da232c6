"""Leases: one worker at a time, until it is gone."""

from sqlalchemy import Connection, select

from postgres import Cluster
from stores import with_store
from taflheim.store import leases, schema
from taflheim.store.store import Store


def test_one_worker_at_a_time(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        assert await store.write(leases.claim, ["house", "bot:1"], "one", 60_000) == ["bot:1", "house"]
        assert await store.write(leases.claim, ["house", "bot:2"], "two", 60_000) == ["bot:2"]
        assert await store.write(leases.claim, ["house"], "one", 60_000) == ["house"]
        assert await store.read(leases.workers, "bot:") == ["one", "two"]
        await store.write(leases.release, "house", "two")  # not theirs
        assert await store.write(leases.claim, ["house"], "two", 60_000) == []
        await store.write(leases.release_all, "one")
        assert await store.write(leases.claim, ["house"], "two", 60_000) == ["house"]

    with_store(postgres.address(), test)


def test_what_has_lapsed_is_taken_over_and_forgotten(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        await store.write(leases.claim, ["house", "worker:one"], "one", -1)
        assert await store.read(leases.workers, "worker:") == []
        assert await store.write(leases.claim, ["house"], "two", 60_000) == ["house"]
        await store.write(leases.forget, 0)
        assert await store.read(leases.workers, "house") == ["two"]

    with_store(postgres.address(), test)


def test_one_lease_is_let_go_of(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        await store.write(leases.claim, ["house", "bot:1"], "one", 60_000)
        await store.write(leases.release, "bot:1", "one")
        assert await store.write(leases.claim, ["house", "bot:1"], "two", 60_000) == ["bot:1"]

    with_store(postgres.address(), test)


def test_only_what_lapsed_long_ago_is_forgotten(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        for name, until_ms in {"held": 60_000, "lately": -10_000, "long ago": -90_000}.items():
            await store.write(leases.claim, [name], "one", until_ms)
        await store.write(leases.forget, 60_000)
        assert sorted(await store.read(kept)) == ["held", "lately"]

    with_store(postgres.address(), test)


def test_a_worker_says_how_many_come_before_what_it_does(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        async def noted() -> list[int]:
            return [await store.read(leases.noted, name) for name in ("bot:1", "bot:2", "bot:3", "nobody's")]

        await store.write(leases.claim, ["bot:1", "bot:2"], "one", 60_000)
        await store.write(leases.claim, ["bot:3"], "two", 60_000)
        assert await noted() == [0, 0, 0, 0]
        await store.write(leases.note, "one", {"bot:1": 5, "bot:3": 9})
        assert await noted() == [5, 0, 0, 0], "the third is not theirs"
        await store.write(leases.note, "two", {"bot:3": 2})
        assert await noted() == [5, 0, 2, 0]

    with_store(postgres.address(), test)


def kept(connection: Connection) -> list[str]:
    return list(connection.execute(select(schema.leases.c.name)).scalars())
