"""Feeds: one address for each person, of which only the last is of use."""

from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.store import feeds
from taflheim.store.store import Store


def test_feeds(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(feeds.since, anna.id) is None
        await store.write(feeds.put, "one", anna.id, NOW)
        assert await store.read(feeds.account_of, "one") == anna.id
        await store.write(feeds.put, "two", anna.id, NOW + 1)
        assert await store.read(feeds.account_of, "one") is None, "the old address is of no use any more"
        assert await store.read(feeds.since, anna.id) == NOW + 1
        await store.write(feeds.remove, anna.id)
        assert await store.read(feeds.account_of, "two") is None
        assert await store.read(feeds.since, anna.id) is None

    with_store(where, test)
