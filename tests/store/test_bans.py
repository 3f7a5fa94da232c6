"""Bans by account and by address."""

from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.store import accounts, bans, seeks, sessions
from taflheim.store.bans import AddressBan
from taflheim.store.seeks import Row
from taflheim.store.store import Store


def test_a_banned_account_has_no_session_until_it_is_pardoned(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await owner(store)
        bo = (await store.write(accounts.add, "registered", "Bo", "bo", NOW)).id
        await store.write(sessions.add, "hash", bo, NOW)
        assert await store.read(bans.banned) == frozenset()
        cy = (await store.write(accounts.add, "registered", "Cy", "cy", NOW)).id
        for account in (bo, cy):
            await store.write(seeks.put, Row(account, "quoridor", {}, "5+3", False, 1500.0, NOW))
        await store.write(bans.ban, bo, NOW)
        assert [row.account for row in await store.read(seeks.everybody)] == [cy], "who is banned is not paired"
        assert await store.read(bans.banned) == {bo}
        found = await store.read(accounts.get, bo)
        assert found and found.banned and await store.read(sessions.account_of, "hash", NOW) is None
        await store.write(bans.pardon, bo)
        assert await store.read(bans.banned) == frozenset()

    with_store(where, test)


def test_addresses_are_banned_once_each(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await store.write(bans.add_address, AddressBan("203.0.113.7/32", NOW, "spam"))
        await store.write(bans.add_address, AddressBan("2001:db8::/64", NOW + 1, ""))
        await store.write(bans.add_address, AddressBan("203.0.113.7/32", NOW + 2, "spam again"))
        assert await store.read(bans.addresses) == [
            AddressBan("203.0.113.7/32", NOW + 2, "spam again"),
            AddressBan("2001:db8::/64", NOW + 1, ""),
        ]
        assert await store.write(bans.remove_address, "2001:db8::/64")
        assert not await store.write(bans.remove_address, "2001:db8::/64")
        assert len(await store.read(bans.addresses)) == 1

    with_store(where, test)
