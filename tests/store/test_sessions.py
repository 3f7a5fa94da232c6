"""Sessions: a hash of a token stands for an account until it is removed or was not used for long."""

from datetime import timedelta
from pathlib import Path

import pytest

from stores import NOW, owner, with_store
from taflheim.store import access_tokens, accounts, sessions
from taflheim.store.errors import Conflict
from taflheim.store.store import Store


def test_a_session_stands_for_its_account(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(sessions.add, "hash", anna.id, NOW)
        assert await store.read(sessions.account_of, "hash", NOW) == anna.id
        assert await store.read(sessions.account_of, "other", NOW) is None
        with pytest.raises(Conflict):
            await store.write(sessions.add, "hash", anna.id, NOW)
        await store.write(sessions.remove, "hash")
        assert await store.read(sessions.account_of, "hash", NOW) is None

    with_store(where, test)


def test_a_session_that_is_not_used_for_ninety_days_ends(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        for token_hash in ("used", "unused"):
            await store.write(sessions.add, token_hash, anna.id, NOW)
        await store.write(sessions.use, "used", NOW + 1)
        last = NOW + timedelta(days=90) // timedelta(milliseconds=1)
        assert await store.read(sessions.account_of, "unused", last - 1) == anna.id
        assert await store.read(sessions.account_of, "unused", last) is None
        assert await store.read(sessions.account_of, "used", last) == anna.id
        assert await store.read(sessions.account_of, "used", last + 1) is None

    with_store(where, test)


def test_sessions_are_listed_and_others_ended(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        bo = await store.write(accounts.add, "guest", "Bo", "bo", NOW)
        await store.write(sessions.add, "bos", bo.id, NOW)
        for n, token_hash in enumerate(("old", "one", "two", "three")):
            await store.write(sessions.add, token_hash, anna.id, NOW + n, f"browser {n}")
        now = NOW + sessions.UNUSED_MS
        listed = await store.read(sessions.listed, anna.id, now)
        assert [(one.id, one.label) for one in listed] == [
            ("three", "browser 3"),
            ("two", "browser 2"),
            ("one", "browser 1"),
        ]
        await store.write(sessions.remove_others, anna.id, "two")
        assert [one.id for one in await store.read(sessions.listed, anna.id, NOW)] == ["two"]
        await store.write(sessions.remove_others, anna.id)
        assert await store.read(sessions.listed, anna.id, NOW) == []
        assert await store.read(sessions.account_of, "bos", NOW) == bo.id

    with_store(where, test)


def test_unused_sessions_are_forgotten(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(sessions.add, "old", anna.id, NOW)
        await store.write(sessions.add, "new", anna.id, NOW + 1)
        assert await store.write(sessions.remove_unused, NOW + sessions.UNUSED_MS) == 1
        assert [one.id for one in await store.read(sessions.listed, anna.id, NOW)] == ["new"]

    with_store(where, test)


def test_which_sessions_and_tokens_are_still_good(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(sessions.add, "session", anna.id, NOW)
        token = access_tokens.AccessToken("token", anna.id, "script", frozenset({"play"}), NOW, None)
        await store.write(access_tokens.add, token)
        assert await store.read(sessions.living, ["session", "token", "gone"]) == {"session", "token"}
        assert await store.read(sessions.living, []) == set()

    with_store(where, test)
