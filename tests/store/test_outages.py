"""Signs of life, and the times without any."""

from pathlib import Path

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import outages, tables
from taflheim.store.outages import LastSeen
from taflheim.store.store import Store
from taflheim.store.tables import Ended
from taflheim.table.outage import GRACE_MS, Outage
from taflheim.table.seat import Seat


def test_a_heartbeat_is_one_row(where: Path | str) -> None:
    async def test(store: Store) -> None:
        assert await store.read(outages.last_seen) is None
        for at_ms in (NOW, NOW + 2**33):
            await store.write(outages.beat, at_ms)
            assert await store.read(outages.last_seen) == LastSeen(at_ms, 0)

    with_store(where, test)


def test_the_last_event_of_games_that_last(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for table_id in ("t1", "t2", "over"):
            await new_table(store, table_id, {"a": Seat.person(anna.id, "Anna")})
        await store.write(outages.beat, NOW)
        await store.write(tables.append, "t1", [move(7)])
        await store.write(tables.append, "t2", [move(5)])
        await store.write(tables.append, "over", [move(9)], {}, Ended("a", "resigned", {}))
        assert await store.read(outages.last_seen) == LastSeen(NOW, NOW + 7)

    with_store(where, test)


def test_outages_come_back_in_order(where: Path | str) -> None:
    async def test(store: Store) -> None:
        late, early = Outage(NOW + 900, NOW + 2**33), Outage(NOW, NOW + 50)
        await store.write(outages.beat, NOW, late)
        await store.write(outages.beat, NOW, early)
        await store.write(outages.beat, NOW)
        assert await store.read(outages.known) == [early, late]

    with_store(where, test)


def test_several_servers_have_an_outage_when_none_of_them_runs(where: Path | str) -> None:
    async def test(store: Store) -> None:
        assert await store.write(outages.beat_shared, NOW) is None
        assert await store.read(outages.last_seen) == LastSeen(NOW, 0)
        # One whose clock is behind takes nothing back.
        assert await store.write(outages.beat_shared, NOW - 3_000) is None
        assert await store.read(outages.last_seen) == LastSeen(NOW, 0)
        assert await store.write(outages.beat_shared, NOW + 5_000) is None
        gap = await store.write(outages.beat_shared, NOW + 65_000)
        assert gap == Outage(NOW + 5_000, NOW + 65_000 + GRACE_MS)
        assert await store.read(outages.known) == [gap]
        assert await store.write(outages.beat_shared, NOW + 65_000) is None, "another one finds it no more"

    with_store(where, test)
