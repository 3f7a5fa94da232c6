"""The database says what time it is: on one machine it is the same."""

import time

from postgres import Cluster
from stores import with_store
from taflheim.store import database_time
from taflheim.store.store import Store


def test_it_is_the_same_time_on_one_machine(postgres: Cluster) -> None:
    async def test(store: Store) -> None:
        before = time.time_ns() // 1_000_000
        now = await store.read(database_time.now_ms)
        assert before - 1 <= now <= time.time_ns() // 1_000_000 + 1

    with_store(postgres.address(), test)
