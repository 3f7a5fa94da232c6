"""Programs that play: who makes them, what they are called, what becomes of them."""

import asyncio
from pathlib import Path

import pytest

from evenings import evening, me
from taflheim.hall.access import SCOPES, Access
from taflheim.hall.hall import Hall
from taflheim.hall.names import InvalidName, checked
from taflheim.hall.programs import MOST, NoProgram
from taflheim.store import accounts
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person


def test_a_program_has_a_name_that_says_so_and_a_token(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made = await hall.programs.add(me(hall), "Loki")
        assert (made.account.name, made.account.kind, made.account.maker) == ("Loki-bot", "bot", me(hall).account)
        access = await hall.access.access(made.token)
        assert access is not None and access.person == Person(made.account.id) and access.scopes == {"read", "play"}
        assert [each.name for each in await hall.programs.listed(me(hall))] == ["Loki-bot"]
        with pytest.raises(Conflict):
            await hall.programs.add(me(hall), "loki-BOT")
        with pytest.raises(InvalidName):
            await hall.programs.add(me(hall), "Odin")
        with pytest.raises(InvalidName, match="those of programs"):
            checked("Thor-Bot")

    evening(tmp_path, work)


def test_who_makes_programs_and_how_many(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        guest = await hall.accounts.actor(await hall.accounts.add_guest())
        assert isinstance(guest, Person)
        with pytest.raises(NoProgram, match="registered"):
            await hall.programs.add(guest, "Loki")
        program = await hall.programs.add(me(hall), "Loki")
        with pytest.raises(NoProgram, match="registered"):
            await hall.programs.add(Person(program.account.id), "Fenrir")
        for number in range(MOST - 1):
            await hall.programs.add(me(hall), f"Loki{number}")
        with pytest.raises(NoProgram, match="let one go"):
            await hall.programs.add(me(hall), "Fenrir")

    evening(tmp_path, work)


def test_a_program_gets_another_token_in_place_of_its_own(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made = await hall.programs.add(me(hall), "Loki")
        closed = asyncio.Event()
        hall.accounts.close_with(made.token, closed.set)
        again = await hall.programs.renew(me(hall), made.account.id)
        await asyncio.wait_for(closed.wait(), 20)
        assert again.account == made.account and again.token != made.token
        assert await hall.access.access(made.token) is None
        assert await hall.access.access(again.token) == Access(Person(made.account.id), frozenset(SCOPES))
        sigrid = Person((await hall.logins.register("Sigrid", "correct horse", "test")).id)
        for person, program in ((sigrid, made.account.id), (me(hall), me(hall).account)):
            with pytest.raises(NoProgram, match="look again"):
                await hall.programs.renew(person, program)
        assert await hall.access.access(again.token)

    evening(tmp_path, work)


def test_programs_go_with_their_maker(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        maker = await hall.logins.register("Sigrid", "correct horse", "test")
        made = await hall.programs.add(Person(maker.id), "Loki")
        await hall.delete_account(Person(maker.id))
        assert await hall.access.access(made.token) is None
        gone = await hall._store.read(accounts.get, made.account.id)
        assert gone is not None and gone.kind == "deleted" and gone.name.startswith("deleted-")

    evening(tmp_path, work)
