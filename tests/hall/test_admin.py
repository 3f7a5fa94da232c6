"""What a host does by command: each is done in the running hall, and says what was done."""

from pathlib import Path

import pytest

from chatting import guest, texts, with_a_friend
from evenings import evening, me, table_with
from rated_tables import Played, people, table_of, write
from stores import NOW
from taflheim import game
from taflheim.games.errors import TaflheimError
from taflheim.hall.accounts import NoSuchAccount
from taflheim.hall.admin import CannotDo, new_password, perform
from taflheim.hall.hall import Hall
from taflheim.hall.host_commands import HOST_COMMANDS
from taflheim.hall.logins import WrongPassword
from taflheim.table.actor import Person, Spectator

GOOD, OTHER = "correct horse", "another horse"


async def told(hall: Hall, command: str, **given: str) -> str:
    return "\n".join(await perform(hall, command, given))


def test_people_are_made_and_get_passwords(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await told(hall, "users create", name="Bo_2", password=GOOD) == "Bo_2 can log in now."
        bo = await hall.logins.log_in("Bo_2", GOOD, "here")
        assert await told(hall, "users list") == f"{hall.accounts.owner.name} owner\nBo_2 registered"

        first, _, password = (await told(hall, "users create", name="Cy_3", password="")).partition("\nPassword: ")
        assert first == "Cy_3 can log in now."
        await hall.logins.log_in("Cy_3", password, "here")

        session, token = await hall.accounts.begin_session(bo.id), await hall.access.add(Person(bo.id), "bot", ["read"])
        program = await hall.programs.add(Person(bo.id), "Robo")
        given = {"name": "bo_2", "password": OTHER}
        assert await told(hall, "users reset-password", **given) == (
            "Bo_2 has a new password; all sessions and tokens have ended."
        )
        assert await hall.accounts.actor(session) == Spectator() and await hall.access.access(token) is None
        assert await hall.access.access(program.token) is None
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Bo_2", GOOD, "here")
        await hall.logins.log_in("Bo_2", OTHER, "here")
        *_, password = (await told(hall, "users reset-password", name="Bo_2", password="")).partition("\nPassword: ")
        await hall.logins.log_in("Bo_2", password, "here")

    evening(tmp_path, work)


def test_passwords_that_are_made_here_are_not_guessed() -> None:
    passwords = {new_password() for _ in range(100)}
    assert len(passwords) == 100 and {len(password) for password in passwords} == {16}


def test_names_bans_and_hosts(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.add("Bo_2", GOOD)
        assert await told(hall, "users rename", name="Bo_2", new_name="Bob") == "Bo_2 is Bob now."
        assert await told(hall, "users rename", name="Bob", new_name="Rob") == "Bob is Rob now.", "hosts need not wait"
        assert await told(hall, "users ban", name="Rob") == "Rob is banned; all sessions and tokens have ended."
        assert "Rob registered banned" in await told(hall, "users list")
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Rob", GOOD, "here")
        assert await told(hall, "users unban", name="Rob") == "Rob may come in again."
        await hall.logins.log_in("Rob", GOOD, "here")
        assert await told(hall, "users give-host", name="Rob") == "Rob is a host now."
        assert "Rob registered host" in (await told(hall, "users list")).splitlines()
        assert (await hall.accounts.get(Person(bo.id))).host
        assert await told(hall, "users take-host", name="Rob") == "Rob is no host any more."
        assert "Rob registered" in (await told(hall, "users list")).splitlines()
        assert await told(hall, "users give-host", name=hall.accounts.owner.name)
        name = (await hall.accounts.get(await guest(hall))).name
        with pytest.raises(CannotDo, match="no registered person"):
            await told(hall, "users give-host", name=name)

    evening(tmp_path, work)


def test_tokens_are_listed_and_revoked(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        name = hall.accounts.owner.name
        tokens = [await hall.access.add(me(hall), f"bot {n}", ["read", "play"]) for n in range(2)]
        listed = (await told(hall, "tokens list", name=name)).splitlines()
        ids = [line.split()[0] for line in listed]
        assert [line.partition(" ")[2] for line in listed] == ["play read: bot 0", "play read: bot 1"]
        assert {len(one) for one in ids} == {12}
        for wrong in ("", "x", ids[0] + "x"):
            with pytest.raises(CannotDo, match="tokens list NAME"):
                await told(hall, "tokens revoke", name=name, token=wrong)
        assert await told(hall, "tokens revoke", name=name, token=ids[0]) == "The token for bot 0 is revoked."
        assert await hall.access.access(tokens[0]) is None and await hall.access.access(tokens[1])
        with pytest.raises(CannotDo):  # to name none does not mean the only one
            await told(hall, "tokens revoke", name=name, token="")

    evening(tmp_path, work)


def test_addresses_are_banned(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await told(hall, "addresses list") == ""
        assert await told(hall, "addresses ban", address="203.0.113.7") == (
            "Nothing is changed from 203.0.113.7/32 any more."
        )
        assert hall.bans.refuses("203.0.113.7")
        await hall.bans.ban_address("198.51.100.0/24", "spam")
        assert set((await told(hall, "addresses list")).splitlines()) == {"203.0.113.7/32", "198.51.100.0/24 spam"}
        assert await told(hall, "addresses unban", address="203.0.113.7") == "203.0.113.7 is not banned any more."
        assert not hall.bans.refuses("203.0.113.7")
        with pytest.raises(CannotDo, match=r"'203\.0\.113\.7' is not banned"):
            await told(hall, "addresses unban", address="203.0.113.7")

    evening(tmp_path, work)


def test_lines_are_hidden_and_tables_closed(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        await hall.chat.say(table.id, friend, "bad words")
        for wrong in ("one", "\N{ARABIC-INDIC DIGIT ONE}", "-1", "²"):
            with pytest.raises(CannotDo, match="number of a line"):
                await told(hall, "chat hide", table=table.id, number=wrong)
        assert await told(hall, "chat hide", table=table.id, number="1") == "The line is hidden."
        assert (await hall.chat.line(table.id, friend, 1)).hidden and await texts(hall, table, friend) == ["bad words"]

        other = await table_with(hall, game("quoridor"), "a")
        assert await told(hall, "tables close", table=other.id) == f"Table {other.id} is closed."
        assert (await hall.tables.get(other.id)).state == "aborted"

    evening(tmp_path, work)


def test_ratings_are_calculated_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        known = await people(hall._store, "anna", "bo")
        await hall._store.write(write, table_of(Played("t", list(known.values()), NOW)))
        assert await told(hall, "recalculate") == "All ratings were calculated again from 1 game."

    evening(tmp_path, work)


def test_what_is_no_command_is_refused(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        for command, given in (("rm", {}), ("users list", {"name": "x"}), ("users ban", {})):
            with pytest.raises(CannotDo, match="another version"):
                await perform(hall, command, given)
        for known in HOST_COMMANDS:
            # Each is known; what it is given here is nothing that there is.
            if "name" in known.takes and known.name != "users create":
                with pytest.raises(NoSuchAccount, match="'nobody-2'"):
                    await perform(hall, known.name, dict.fromkeys(known.takes, "nobody-2"))
            elif known.takes:
                with pytest.raises(TaflheimError):
                    await perform(hall, known.name, dict.fromkeys(known.takes, ""))

    evening(tmp_path, work)
