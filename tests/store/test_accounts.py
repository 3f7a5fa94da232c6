"""Accounts come back, and there is one owner."""

from pathlib import Path

import pytest

from stores import NOW, opened, owner, run, with_store
from taflheim.store import accounts
from taflheim.store.accounts import Account
from taflheim.store.errors import Conflict
from taflheim.store.store import Store


def test_there_is_one_owner(where: Path | str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await store.write(accounts.owner, "Ánna", "ánna", NOW)
            assert anna.name == "Ánna"
            assert await store.write(accounts.owner, "Bo", "bo", NOW + 1) == anna
        async with opened(where) as again:
            assert await again.write(accounts.owner, "Bo", "bo", NOW - 1) == anna

    run(test())


def test_an_account_is_found_by_its_id(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(accounts.get, anna.id) == anna
        assert await store.read(accounts.get, "nobody") is None

    with_store(where, test)


def test_a_guest_becomes_a_registered_person_once(where: Path | str) -> None:
    async def test(store: Store) -> None:
        guest = await store.write(accounts.add, "guest", "guest-otter-1", "guest-otter-1", NOW)
        bo = await store.write(accounts.add, "registered", "Bo", "bo", NOW, password_hash="his")
        with pytest.raises(Conflict, match="taken"):
            await store.write(accounts.register, guest.id, "BO", "bo", NOW + 1, "hers")
        assert await store.read(accounts.get, guest.id) == guest, "nothing of it is kept"
        assert await store.write(accounts.register, guest.id, "Anna", "anna", NOW + 2, "hers")
        anna = Account(guest.id, "Anna", "registered")
        assert await store.read(accounts.credentials, guest.id) == (anna, "hers")
        for account_id in (anna.id, bo.id, "nobody"):
            assert not await store.write(accounts.register, account_id, "Cleo", "cleo", NOW + 3, "another")
        assert await store.read(accounts.credentials, bo.id) == (bo, "his")
        assert await store.read(accounts.credentials, "nobody") is None

    with_store(where, test)


def test_a_password_is_changed(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = await owner(store), await store.write(accounts.add, "guest", "Bo", "bo", NOW)
        await store.write(accounts.set_password, anna.id, "new")
        assert await store.read(accounts.credentials, anna.id) == (anna, "new")
        assert await store.read(accounts.credentials, bo.id) == (bo, None)

    with_store(where, test)
