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
    "address",
    [
        *("", "me", "1.2.3", "127.0.0.1", "::1", "0.0.0.0/0", "::/0", "10.0.0.0/7", "0.0.0.0"),
        *("2001:d00::/31", "::ffff:0:0/96", "::ffff:127.0.0.1"),
    ],
)
def test_what_cannot_be_banned(address: str) -> None:
    with pytest.raises(CannotBan):
        network(address)


@pytest.mark.parametrize(
    ("address", "banned"),
    [
        ("10.0.0.0/8", "10.0.0.0/8"),
        (" 10.1.2.3/16 ", "10.1.0.0/16"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("2001:db8::/48", "2001:db8::/48"),
        ("2001:db8::1:0:0:0:1", "2001:db8:0:1::/64"),
        ("::ffff:203.0.113.9/120", "203.0.113.0/24"),
    ],
)
def test_what_is_banned_with_an_address(address: str, banned: str) -> None:
    assert str(network(address)) == banned


def test_addresses_in_a_running_hall(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall._tasks.finish()  # it looks who is banned at its start, too
        closed: list[str] = []
        for address in ("203.0.113.7", "203.0.113.8", "198.51.100.1"):
            hall.bans.close_with(address, lambda address=address: closed.append(address))  # type: ignore[misc]
        hall.bans.close_with("203.0.113.7", lambda: closed.append("closed by itself"))()
        assert hall.bans.refuses("203.0.113.7") is False
        assert await hall.bans.ban_address("203.0.113.7", "spam") == "203.0.113.7/32"
        assert closed == ["203.0.113.7"]
        await hall.bans.ban_address("192.0.2.0/24")
        assert hall.bans.refuses("203.0.113.7") and hall.bans.refuses("192.0.2.255")
        assert hall.bans.refuses("203.0.113.8") is False is hall.bans.refuses("nowhere")
        listed = await hall.bans.listed()
        assert {(ban.address, ban.reason) for ban in listed} == {("203.0.113.7/32", "spam"), ("192.0.2.0/24", "")}
        assert await hall.bans.pardon_address("203.0.113.7") is True
        assert await hall.bans.pardon_address("203.0.113.7") is False
        assert not hall.bans.refuses("203.0.113.7") and hall.bans.refuses("192.0.2.1")

    evening(tmp_path, work)


def test_a_ban_is_of_the_account_alone_unless_it_is_said(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", GOOD, "here")
        hall.bans.seen(bo.id, "203.0.113.7")
        await hall.bans.ban(bo.id)
        assert await hall.bans.listed() == []
        await hall.bans.pardon(bo.id)
        assert not (await hall.accounts.get(Person(bo.id))).banned
        await hall.logins.log_in("Bo_2", GOOD, "here")

    evening(tmp_path, work)


def test_the_programs_of_who_is_banned_are_hung_up(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", GOOD, "here")
        made = await hall.programs.add(Person(bo.id), "Robo")
        closed = asyncio.Event()
        hall.accounts.close_with(made.token, closed.set)
        await hall.bans.ban(bo.id)
        await asyncio.sleep(0)
        assert closed.is_set()

    evening(tmp_path, work)


def test_not_too_many_addresses_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bans, "_MOST_SEEN", 2)

    async def work(hall: Hall) -> None:
        bo, cy = [await hall.logins.register(name, GOOD, "here") for name in ("Bo_2", "Cy_3")]

        async def banned(account: str) -> list[str]:
            """The addresses that are banned with an account, which are pardoned then."""
            await hall.bans.ban(account, address_too=True)
            found = [ban.address for ban in await hall.bans.listed()]
            for address in found:
                await hall.bans.pardon_address(address)
            return found

        hall.bans.seen(bo.id, "203.0.113.1")
        hall.bans.seen(cy.id, "203.0.113.2")
        hall.bans.seen(cy.id, "203.0.113.3")
        assert await banned(bo.id) == ["203.0.113.1/32"] and await banned(cy.id) == ["203.0.113.3/32"]
        hall.bans.seen("a third", "203.0.113.4")
        assert await banned(bo.id) == [] == await banned(cy.id)

    evening(tmp_path, work)
