"""A name belongs to one account, also when it has another by now."""

from pathlib import Path

import pytest

from stores import NOW, with_store
from taflheim.store import accounts, names
from taflheim.store.errors import Conflict
from taflheim.store.store import Store


def test_a_name_belongs_to_one_account(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await store.write(accounts.add, "registered", "Anna", "anna", NOW, password_hash="h")
        with pytest.raises(Conflict, match="taken"):
            await store.write(accounts.add, "registered", "ANNA", "anna", NOW)
        found = await store.read(accounts.named, "anna")
        assert found == (anna, "h")
        assert await store.read(accounts.named, "bo") is None is await store.read(accounts.named)
        assert await store.read(accounts.named, "bo", "anna") == found
        bo = await store.write(accounts.add, "registered", "Bo", "bo", NOW)
        assert await store.read(accounts.named, "bo", "anna") == (bo, None), "the first that is known"
        assert await store.read(names.taken, "anna")
        assert not await store.read(names.taken, "cy")

    with_store(where, test)


def test_an_old_name_stays_blocked_for_others_only(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await store.write(accounts.add, "guest", "Anna", "anna", NOW)
        cy = await store.write(accounts.add, "registered", "Cy", "cy", NOW, password_hash="h")
        await store.write(accounts.rename, anna.id, "Berta", "berta", NOW + 1, not_since_ms=NOW)
        with pytest.raises(Conflict, match="taken"):
            await store.write(accounts.add, "guest", "Anna", "anna", NOW + 2)
        await store.write(accounts.rename, anna.id, "anna", "anna", NOW + 9, not_since_ms=NOW + 1)
        kept = await store.read(accounts.get, anna.id)
        assert kept and kept.name == "anna"
        assert await store.read(names.last_chosen_ms, anna.id) == NOW + 9, "it is chosen once more"
        assert await store.read(names.last_chosen_ms, cy.id) == NOW

    with_store(where, test)


def test_a_name_that_was_chosen_stays_for_a_while(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await store.write(accounts.add, "guest", "guest-otter-1", "guest-otter-1", NOW)
        assert await store.read(names.last_chosen_ms, anna.id) is None
        # The first choice is free: the name before was made up.
        await store.write(accounts.rename, anna.id, "Anna", "anna", NOW + 1, not_since_ms=NOW - 99)
        assert await store.read(names.last_chosen_ms, anna.id) == NOW + 1
        with pytest.raises(Conflict, match="30 days"):
            await store.write(accounts.rename, anna.id, "Berta", "berta", NOW + 2, not_since_ms=NOW)
        unchanged = await store.read(accounts.get, anna.id)
        assert unchanged and unchanged.name == "Anna"
        assert not await store.read(names.taken, "berta")
        await store.write(accounts.rename, anna.id, "Berta", "berta", NOW + 3, not_since_ms=NOW + 1)

    with_store(where, test)
