"""Bans: sessions and connections end at once, and addresses are known without asking."""

import asyncio
from pathlib import Path

import pytest

from evenings import evening, me
from taflheim.hall import bans
from taflheim.hall.bans import CannotBan, network
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.table.actor import Person, Spectator

GOOD = "correct horse"


def test_a_banned_account_is_shown_out(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", GOOD, "here")
        session = await hall.accounts.begin_session(bo.id)
        token = await hall.access.add(Person(bo.id), "bot", ["read"])
        assert await hall.accounts.actor(session) == Person(bo.id)
        closed = asyncio.Event()
        hall.accounts.close_with(session, closed.set)
        await hall.bans.ban(bo.id)
        await asyncio.wait_for(closed.wait(), 20)
        assert await hall.accounts.actor(session) == Spectator() and await hall.access.access(token) is None
        assert (await hall.accounts.get(Person(bo.id))).banned
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Bo_2", GOOD, "here")
        await bans.pardon_account(hall._store, bo.id)
        await hall.bans.refresh()
        assert not (await hall.accounts.get(Person(bo.id))).banned
        assert await hall.accounts.actor(session) == Spectator()
        await hall.logins.log_in("Bo_2", GOOD, "here")

    evening(tmp_path, work)


def test_a_ban_by_another_process_is_noticed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", GOOD, "here")
        session = await hall.accounts.begin_session(bo.id)
        await hall.accounts.actor(session)
        await bans.ban_account(hall._store, bo.id)
        assert await bans.ban_address(hall._store, "203.0.113.7", "spam" * 100) == "203.0.113.7/32"
        assert not hall.bans.refuses("203.0.113.7")
        await hall.bans.refresh()
        assert await hall.accounts.actor(session) == Spectator() and hall.bans.refuses("203.0.113.7")
        (ban,) = await bans.banned_addresses(hall._store)
        assert len(ban.reason) == 200

    evening(tmp_path, work)


def test_nobody_bans_the_owner(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        for account in (me(hall).account, "nobody"):
            with pytest.raises(CannotBan):
                await hall.bans.ban(account)

    evening(tmp_path, work)


def test_an_address_is_banned_with_its_account_if_it_is_known(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = [await hall.logins.register(name, GOOD, "here") for name in ("Bo_2", "Cy_3")]
        hall.bans.seen(bo.id, "2001:db8::1:2")
        await hall.bans.ban(cy.id, address_too=True)
        assert await bans.banned_addresses(hall._store) == []
        await hall.bans.ban(bo.id, address_too=True, reason="spam")
        assert [one.address for one in await bans.banned_addresses(hall._store)] == ["2001:db8::/64"]
        assert hall.bans.refuses("2001:db8::ffff") and not hall.bans.refuses("2001:db8:0:1::1")
        assert not hall.bans.refuses("no address") and not hall.bans.refuses("")
        assert await bans.pardon_address(hall._store, "2001:db8::5")
        await hall.bans.refresh()
        assert not hall.bans.refuses("2001:db8::ffff")

    evening(tmp_path, work)


def test_an_address_on_this_machine_is_not_banned_with_its_account(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", GOOD, "here")
        hall.bans.seen(bo.id, "127.0.0.1")
        await hall.bans.ban(bo.id, address_too=True)
        assert await bans.banned_addresses(hall._store) == []
        assert (await hall.accounts.get(Person(bo.id))).banned

    evening(tmp_path, work)


def test_old_addresses_in_new_clothes(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await bans.ban_address(hall._store, "203.0.113.0/24", "")
        await hall.bans.refresh()
        assert hall.bans.refuses("::ffff:203.0.113.9") and not hall.bans.refuses("::ffff:203.0.114.9")
        assert str(network("::ffff:203.0.113.9")) == "203.0.113.9/32"

    evening(tmp_path, work)


@pytest.mark.parametrize(
    "address", ["", "me", "1.2.3", "127.0.0.1", "::1", "0.0.0.0/0", "::/0", "10.0.0.0/7", "0.0.0.0"]
)
def test_what_cannot_be_banned(address: str) -> None:
    with pytest.raises(CannotBan):
        network(address)
