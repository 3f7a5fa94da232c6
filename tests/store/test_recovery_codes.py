"""A recovery code is good once, for its own account."""

from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.store import accounts, recovery_codes
from taflheim.store.store import Store


def test_a_code_is_used_once(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        bo = await store.write(accounts.add, "registered", "Bo", "bo", NOW)
        await store.write(recovery_codes.replace, anna.id, ["one", "two", "three"])
        assert not await store.write(recovery_codes.use, bo.id, "one")
        assert await store.write(recovery_codes.use, anna.id, "one")
        assert not await store.write(recovery_codes.use, anna.id, "one")
        assert (await store.read(recovery_codes.left, anna.id), await store.read(recovery_codes.left, bo.id)) == (2, 0)

    with_store(where, test)


def test_new_codes_take_the_place_of_all_before(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(recovery_codes.replace, anna.id, ["one", "two"])
        await store.write(recovery_codes.replace, anna.id, ["three"])
        assert not await store.write(recovery_codes.use, anna.id, "one")
        assert await store.read(recovery_codes.left, anna.id) == 1
        await store.write(recovery_codes.replace, anna.id, [])
        assert await store.read(recovery_codes.left, anna.id) == 0

    with_store(where, test)
