"""Accounts come back, and there is one owner."""

from pathlib import Path

import pytest

from stores import NOW, opened, owner, run, with_store
from taflheim.store import accounts, names
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
            assert await store.write(accounts.register, account_id, "Cleo", "cleo", NOW + 3, "another") is False
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


def test_an_account_is_found_by_the_names_it_had(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await store.write(accounts.add, "registered", "Anna", "anna", NOW, password_hash="hers")
        bo = await store.write(accounts.add, "guest", "Bo", "bo", NOW)
        await store.write(accounts.rename, anna.id, "Ann", "ann", NOW + 1, not_since_ms=NOW)
        for key in ("anna", "ann"):
            assert await store.read(accounts.named, key) == (anna._replace(name="Ann"), "hers")
        assert await store.read(accounts.named, "bo") == (bo, None)
        assert await store.read(accounts.named, "Anna") is None
        assert await store.read(names.last_chosen_ms, anna.id) == NOW + 1
        assert await store.read(names.last_chosen_ms, bo.id) is None, "guests choose no name"

    with_store(where, test)


def test_who_registers_has_chosen_a_name(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await store.write(accounts.add, "registered", "Anna", "anna", NOW, password_hash="hers")
        assert await store.read(names.last_chosen_ms, anna.id) == NOW
        with pytest.raises(Conflict, match="30 days"):
            await store.write(accounts.rename, anna.id, "Ann", "ann", NOW + 1, not_since_ms=NOW - 1)
        assert await store.read(accounts.get, anna.id) == anna

    with_store(where, test)


def test_accounts_are_listed(where: Path | str) -> None:
    async def test(store: Store) -> None:
        cy = await store.write(accounts.add, "registered", "Cy", "cy", NOW + 1)
        anna = await owner(store)
        await store.write(accounts.add, "deleted", "deleted-1", "deleted-1", NOW)
        programs = [
            await store.write(accounts.add, "bot", f"{n}-bot", f"{n}-bot", NOW + 9 - n, maker=cy.id) for n in range(3)
        ]
        await store.write(accounts.add, "bot", "other-bot", "other-bot", NOW + 20, maker=anna.id)
        await store.write(accounts.add, "deleted", "deleted-2", "deleted-2", NOW, maker=cy.id)
        assert await store.read(accounts.made_by, cy.id) == programs[::-1]
        listed = await store.read(accounts.listed)
        assert listed[:-1] == [anna, cy, *programs[::-1]] and listed[-1].name == "other-bot"
        await store.write(accounts.set_host, cy.id, True)
        assert await store.read(accounts.get, cy.id) == cy._replace(host=True)
        assert await store.read(accounts.get, anna.id) == anna
        await store.write(accounts.set_host, cy.id, False)
        assert await store.read(accounts.get, cy.id) == cy

    with_store(where, test)
