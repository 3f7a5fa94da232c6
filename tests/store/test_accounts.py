"""Accounts come back, and there is one owner."""

from pathlib import Path

from stores import NOW, opened, owner, run, with_store
from taflheim.store import accounts
from taflheim.store.store import Store


def test_there_is_one_owner(where: Path | str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await store.write(accounts.owner, "Ánna", NOW)
            assert anna.name == "Ánna"
            assert await store.write(accounts.owner, "Bo", NOW + 1) == anna
        async with opened(where) as again:
            assert await again.write(accounts.owner, "Bo", NOW - 1) == anna

    run(test())


def test_an_account_is_found_by_its_id(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(accounts.get, anna.id) == anna
        assert await store.read(accounts.get, "nobody") is None

    with_store(where, test)
