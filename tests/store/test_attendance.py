"""Who is connected where, as the workers of a hall tell each other."""

from postgres import Cluster
from stores import with_store
from taflheim.store import attendance
from taflheim.store.attendance import Seen
from taflheim.store.store import Store


def test_workers_see_what_others_see(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        anna, bo = Seen("t1", "anna", 2, 1000, 0), Seen("t2", "bo", 1, 2000, 500)
        await store.write(attendance.put, "one", [anna, bo], [])
        assert await store.read(attendance.others, "one") == []
        assert sorted(await store.read(attendance.others, "two")) == [anna, bo]
        assert await store.read(attendance.at, "two", "t2") == [bo]
        gone = anna._replace(connections=0, since_ms=3000, away_ms=3000)
        await store.write(attendance.put, "one", [gone], [("t2", "bo")])
        assert await store.read(attendance.others, "two") == [gone]

    with_store(postgres.address(), test)


def test_who_was_connected_to_a_worker_that_died_is_gone(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        await store.write(attendance.put, "dead", [Seen("t1", "anna", 1, 1000, 0)], [])
        await store.write(attendance.put, "alive", [Seen("t1", "bo", 1, 1000, 0)], [])
        await store.write(attendance.end, ["alive"], 5000, 0)
        assert await store.read(attendance.at, "", "t1") == [
            Seen("t1", "bo", 1, 1000, 0),
            Seen("t1", "anna", 0, 5000, 5000),
        ]
        await store.write(attendance.end, ["alive"], 9000, 5000)
        assert len(await store.read(attendance.at, "", "t1")) == 2
        await store.write(attendance.end, ["alive"], 9000, 5001)
        assert await store.read(attendance.at, "", "t1") == [Seen("t1", "bo", 1, 1000, 0)]

    with_store(postgres.address(), test)
