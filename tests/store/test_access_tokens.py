"""Access tokens come back as they were made, and are gone when they were revoked."""

from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.store import access_tokens, accounts, bans
from taflheim.store.access_tokens import AccessToken
from taflheim.store.store import Store


def test_tokens_are_found_listed_and_revoked(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        bo = await store.write(accounts.add, "registered", "Bo", "bo", NOW)
        tokens = [
            AccessToken(f"hash{n}", anna.id, f"nr {n}", frozenset({"play", "read"}), NOW + n, None) for n in range(3)
        ]
        for token in reversed(tokens):
            await store.write(access_tokens.add, token)
        assert await store.read(access_tokens.listed, anna.id) == tokens
        assert await store.read(access_tokens.find, "hash1") == tokens[1]
        assert await store.read(access_tokens.find, "hash9") is None
        await store.write(access_tokens.use, "hash1", NOW + 50)
        assert await store.read(access_tokens.find, "hash1") == tokens[1]._replace(used_ms=NOW + 50)
        assert not await store.write(access_tokens.remove, bo.id, "hash0")
        assert await store.write(access_tokens.remove, anna.id, "hash0")
        assert await store.read(access_tokens.find, "hash0") is None
        await store.write(access_tokens.remove_all, bo.id)
        assert len(await store.read(access_tokens.listed, anna.id)) == 2
        await store.write(access_tokens.remove_all, anna.id)
        assert await store.read(access_tokens.listed, anna.id) == []

    with_store(where, test)


def test_a_banned_account_has_no_tokens(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = [await store.write(accounts.add, "registered", name, name, NOW) for name in ("anna", "bo")]
        for person in (anna, bo):
            token = AccessToken(f"of {person.name}", person.id, "x", frozenset({"read"}), NOW, None)
            await store.write(access_tokens.add, token)
        await store.write(bans.ban, anna.id, NOW)
        assert await store.read(access_tokens.find, "of anna") is None
        assert await store.read(access_tokens.find, "of bo")

    with_store(where, test)


def test_the_programs_of_a_banned_maker_have_no_access(where: Path | str) -> None:
    async def test(store: Store) -> None:
        maker = await store.write(accounts.add, "registered", "Anna", "anna", NOW)
        program = await store.write(accounts.add, "bot", "Loki-bot", "loki-bot", NOW, maker=maker.id)
        token = AccessToken("hash", program.id, "Loki-bot", frozenset({"play"}), NOW, None)
        await store.write(access_tokens.add, token)
        assert await store.read(accounts.made_by, maker.id) == [program]
        assert await store.read(access_tokens.find, "hash") == token
        await store.write(bans.ban, maker.id, NOW)
        assert await store.read(access_tokens.find, "hash") is None

    with_store(where, test)
