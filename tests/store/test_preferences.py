"""Preferences: what was chosen comes back, for each account its own."""

from pathlib import Path

from stores import owner, with_store
from taflheim.store import preferences
from taflheim.store.store import Store


def test_preferences_come_back(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(preferences.get, anna.id) == {}
        for chosen in ({"theme": "dark", "flip": {"quoridor": True}}, {"name": "Ægir"}):
            await store.write(preferences.put, anna.id, chosen)
            assert await store.read(preferences.get, anna.id) == chosen
        await store.write(preferences.put, "nobody", {"theme": "light"})
        assert await store.read(preferences.get, "nobody") == {}
        assert await store.read(preferences.get, anna.id) == {"name": "Ægir"}

    with_store(where, test)
