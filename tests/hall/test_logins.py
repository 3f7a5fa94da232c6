"""People come in by name and password, or by a code when they have forgotten it."""

import re
from pathlib import Path

import pytest

from evenings import evening, me
from taflheim.hall.attempts import TooOften
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.hall.names import InvalidName
from taflheim.hall.passwords import InvalidPassword
from taflheim.store import accounts
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person, Spectator

HERE = "192.0.2.1"
GOOD = "correct horse"


def test_register_and_log_in(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", GOOD, HERE)
        assert (anna.name, anna.kind) == ("Anna", "registered")
        assert await hall.accounts.get(Person(anna.id)) == anna
        assert await hall.logins.log_in(" ANNA ", GOOD, HERE) == anna
        for name, password in (("Anna", "wrong horse"), ("Bo", GOOD), ("", ""), (hall.accounts.owner.name, "")):
            with pytest.raises(WrongPassword, match="do not belong together"):
                await hall.logins.log_in(name, password, HERE)

    evening(tmp_path, work)


def test_who_was_entered_under_other_digits_comes_in_as_before(tmp_path: Path) -> None:
    old = "Anna\N{ARABIC-INDIC DIGIT ONE}"

    async def work(hall: Hall) -> None:
        await hall.logins.register("Anna1", GOOD, HERE)
        kept = await hall.logins._passwords.hash("battery staple")
        before = await hall._store.write(accounts.add, "registered", old, old.casefold(), 1, password_hash=kept)
        assert await hall.logins.log_in(old, "battery staple", HERE) == before
        assert (await hall.logins.log_in("Anna1", GOOD, HERE)).name == "Anna1"
        codes = await hall.logins.new_codes(Person(before.id))
        assert await hall.logins.recover(old, codes[0], "stapled battery", HERE) == before
        assert await hall.accounts.named(old) == before == await hall.profiles.called(old)
        with pytest.raises(InvalidName):
            await hall.logins.register(f"{old}x", GOOD, HERE)

    evening(tmp_path, work)


def test_what_is_refused_makes_no_account(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall.logins.register("Anna", GOOD, HERE)
        with pytest.raises(Conflict, match="taken"):
            await hall.logins.register("ánna".replace("á", "a"), GOOD, HERE)
        with pytest.raises(InvalidName):
            await hall.logins.register("Odin", GOOD, HERE)
        with pytest.raises(InvalidPassword):
            await hall.logins.register("Berta", "berta123", HERE)
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Berta", "berta123", HERE)

    evening(tmp_path, work)


def test_a_guest_keeps_the_account_but_not_the_session(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        session = await hall.accounts.add_guest("Firefox")
        guest = await hall.accounts.actor(session)
        assert isinstance(guest, Person)
        assert re.fullmatch(r"guest-[a-z]+-\d+", (await hall.accounts.get(guest)).name)
        anna = await hall.logins.register("Anna", GOOD, HERE, guest)
        assert anna.id == guest.account
        assert (await hall.accounts.get(guest)).name == "Anna"
        assert await hall.accounts.actor(session) == Spectator()
        with pytest.raises(Conflict, match="already"):
            await hall.logins.register("Berta", GOOD, HERE, guest)
        assert await hall.logins.log_in("Anna", GOOD, HERE) == anna

    evening(tmp_path, work)


def test_guessing_is_limited_for_an_account_also_if_there_is_none(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall.logins.register("Anna", GOOD, HERE)
        for name in ("Anna", "Nobody-here"):
            for n in range(5):
                with pytest.raises(WrongPassword):
                    await hall.logins.log_in(name, f"wrong {n}", f"192.0.2.{n}")
            with pytest.raises(TooOften):
                await hall.logins.log_in(name, GOOD, "192.0.2.99")
        await hall.logins.register("Berta", GOOD, HERE)
        for _ in range(12):  # who knows the password is not kept out by it
            await hall.logins.log_in("Berta", GOOD, HERE)
        berta = Person((await hall.logins.log_in("Berta", GOOD, HERE)).id)
        for n in range(6):  # nor from her own account
            await hall.logins.check(berta, GOOD, f"192.0.2.{n}")
        for n in range(5):
            with pytest.raises(WrongPassword):
                await hall.logins.check(berta, "wrong", f"192.0.2.{n}")
        with pytest.raises(TooOften):
            await hall.logins.check(berta, GOOD, "192.0.2.99")

    evening(tmp_path, work)


def test_a_new_password_ends_all_sessions(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        closed: list[str] = []
        anna = await hall.logins.register("Anna", GOOD, HERE)
        person = Person(anna.id)
        sessions = [await hall.accounts.begin_session(anna.id, browser) for browser in ("Firefox", "Safari")]
        hall.accounts.close_with(sessions[0], lambda: closed.append("Firefox"))
        taken_back = hall.accounts.close_with(sessions[1], lambda: closed.append("Safari"))
        taken_back()
        with pytest.raises(WrongPassword, match="not your password"):
            await hall.logins.check(person, "wrong horse", HERE)
        await hall.logins.check(person, GOOD, HERE)
        await hall.logins.set_password(person, "battery staple")
        assert [await hall.accounts.actor(session) for session in sessions] == [Spectator(), Spectator()]
        assert closed == ["Firefox"]
        assert await hall.logins.log_in("Anna", "battery staple", HERE) == anna
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Anna", GOOD, HERE)

    evening(tmp_path, work)


def test_the_owner_has_a_password_when_wanted(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert not await hall.logins.has_password(me(hall))
        await hall.logins.check(me(hall), "anything", HERE)
        session = await hall.accounts.begin_session(me(hall).account)
        await hall.logins.set_password(me(hall), GOOD)
        assert await hall.logins.has_password(me(hall))
        assert await hall.accounts.actor(session) == me(hall), "a first password ends nothing"
        assert await hall.logins.log_in(hall.accounts.owner.name, GOOD, HERE) == hall.accounts.owner

    evening(tmp_path, work)


def test_a_recovery_code_is_good_once_and_ends_everything(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", GOOD, HERE)
        person = Person(anna.id)
        session = await hall.accounts.begin_session(anna.id)
        token = await hall.access.add(person, "my program", ["read"])
        program = await hall.programs.add(person, "Robo")
        codes = await hall.logins.new_codes(person)
        assert len(set(codes)) == 10 and all(re.fullmatch(r"([a-z2-7]{4}-){3}[a-z2-7]{4}", code) for code in codes)
        for name, code in (("Anna", "aaaa-aaaa-aaaa-aaaa"), ("Bo", codes[0]), ("Anna", "")):
            with pytest.raises(WrongPassword, match="name and code"):
                await hall.logins.recover(name, code, "battery staple", HERE)
        with pytest.raises(InvalidPassword):
            await hall.logins.recover("Anna", codes[0], "short", HERE)
        assert await hall.logins.codes_left(person) == 10
        assert await hall.logins.recover("anna", codes[0].upper().replace("-", " "), "battery staple", HERE) == anna
        assert await hall.logins.codes_left(person) == 9
        assert await hall.accounts.actor(session) == Spectator()
        assert await hall.access.access(token) is None is await hall.access.access(program.token)
        assert await hall.logins.log_in("Anna", "battery staple", HERE) == anna
        with pytest.raises(WrongPassword):
            await hall.logins.recover("Anna", codes[0], "another horse", HERE)

    evening(tmp_path, work)


def test_registering_is_limited(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        for n in range(5):
            await hall.logins.register(f"Anna-{n}", GOOD, HERE)
        with pytest.raises(TooOften):
            await hall.logins.register("Berta", GOOD, HERE)
        await hall.logins.register("Berta", GOOD, "192.0.2.2")

    evening(tmp_path, work)


def test_guessing_codes_is_limited_until_one_was_right(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        async def guess(times: int) -> None:
            for n in range(times):
                with pytest.raises(WrongPassword):
                    await hall.logins.recover("Anna", "aaaa-aaaa-aaaa-aaaa", GOOD, f"192.0.2.{n}")

        person = Person((await hall.logins.register("Anna", GOOD, HERE)).id)
        codes = await hall.logins.new_codes(person)
        await guess(4)
        await hall.logins.recover("Anna", codes[0], "battery staple", HERE)
        await guess(5)
        with pytest.raises(TooOften):
            await hall.logins.recover("Anna", codes[1], GOOD, "192.0.2.99")

    evening(tmp_path, work)


def test_nobody_comes_in_any_more_after_closing(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        hall.logins.close()
        with pytest.raises(RuntimeError, match="shutdown"):
            await hall.logins.register("Anna", GOOD, HERE)

    evening(tmp_path, work)
