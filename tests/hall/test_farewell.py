"""Leaving for good: running games end, the name goes, the games stay."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening, me
from taflheim.hall.farewell import OwnerStays
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person, Spectator
from taflheim.table.event import Move
from taflheim.table.seat import Seat

GOOD = "correct horse"


def test_who_leaves_is_forgotten_but_for_the_games(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", GOOD, "here")
        person = Person(anna.id)
        session = await hall.accounts.begin_session(anna.id)
        token = await hall.access.add(person, "bot", ["read"])
        seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.person(hall.accounts.owner.id, "Bo")}
        start = taflheim.game("quoridor").start()
        running = await hall.tables.open(start, seats)
        await hall.tables.act(running.id, person, Move(0, "e8"))
        await hall.tables.act(running.id, me(hall), Move(1, "e2"))
        await hall.tables.act(running.id, person, Move(2, "e7"))
        await hall.tables.act(running.id, me(hall), Move(3, "e3"))
        untouched = await hall.tables.open(start, seats)
        await hall.delete_account(person)

        ended = await hall.tables.get(running.id)
        assert ended.result and ended.result.winner == "b"
        assert ended.seats["a"].name.startswith("deleted-") and ended.seats["b"].name == "Bo"
        assert (await hall.tables.get(untouched.id)).record.aborted
        assert (await hall.accounts.get(person)).kind == "deleted"
        assert await hall.accounts.actor(session) == Spectator()
        assert await hall.access.access(token) is None
        with pytest.raises(WrongPassword):
            await hall.logins.log_in("Anna", GOOD, "here")
        with pytest.raises(Conflict):
            await hall.logins.register("Anna", GOOD, "here")

    evening(tmp_path, work)


def test_the_owner_stays(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        with pytest.raises(OwnerStays, match="data folder"):
            await hall.delete_account(me(hall))
        assert (await hall.accounts.get(me(hall))).kind == "owner"

    evening(tmp_path, work)
