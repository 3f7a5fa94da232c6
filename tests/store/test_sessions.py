"""Sessions: a hash of a token stands for an account until it is removed or was not used for long."""

from pathlib import Path

import pytest

from stores import NOW, owner, with_store
from taflheim.store import sessions
from taflheim.store.errors import Conflict
from taflheim.store.store import Store


def test_a_session_stands_for_its_account(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(sessions.add, "hash", anna.id, NOW)
        assert await store.read(sessions.account_of, "hash", NOW) == anna
        assert await store.read(sessions.account_of, "other", NOW) is None
        with pytest.raises(Conflict):
            await store.write(sessions.add, "hash", anna.id, NOW)
        await store.write(sessions.remove, "hash")
        assert await store.read(sessions.account_of, "hash", NOW) is None

    with_store(where, test)


def test_a_session_that_is_not_used_ends(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for token_hash in ("used", "unused"):
            await store.write(sessions.add, token_hash, anna.id, NOW)
        await store.write(sessions.use, "used", NOW + 1)
        last = NOW + sessions.UNUSED_MS
        assert await store.read(sessions.account_of, "unused", last - 1) == anna
        assert await store.read(sessions.account_of, "unused", last) is None
        assert await store.read(sessions.account_of, "used", last) == anna
        assert await store.read(sessions.account_of, "used", last + 1) is None

    with_store(where, test)
