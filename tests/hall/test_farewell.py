"""Leaving for good: running games end, the name goes, the games stay."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening, me
from taflheim.hall.farewell import OwnerStays
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.store.errors import Conflict
from taflheim.table.actor import Actor, Person, Spectator
from taflheim.table.decision import Decision
from taflheim.table.event import Action, Move, Resign
from taflheim.table.seat import Seat

GOOD = "correct horse"


def test_who_leaves_is_forgotten_but_for_the_games(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", GOOD, "here")
        person = Person(anna.id)
        session = await hall.accounts.begin_session(anna.id)
        assert await hall.accounts.actor(session) == person, "it is known from now on"
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


def test_a_game_that_ends_in_this_moment_keeps_nobody_from_leaving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        person = Person((await hall.logins.register("Anna", GOOD, "here")).id)
        seats = {"a": Seat.person(person.account, "Anna"), "b": Seat.person(hall.accounts.owner.id, "Bo")}
        tables = [await hall.tables.open(taflheim.game("quoridor").start(), seats) for _ in range(3)]
        act = hall.tables.act
        ended: list[str] = []

        async def too_late(table_id: str, actor: Actor, action: Action) -> Decision:
            if not ended:
                ended.append(table_id)
                await act(table_id, me(hall), Resign())
            return await act(table_id, actor, action)

        monkeypatch.setattr(hall.tables, "act", too_late)
        await hall.delete_account(person)
        after = [await hall.tables.get(table.id) for table in tables]
        assert len(ended) == 1 and all(table.state not in ("open", "playing") for table in after)
        assert (await hall.accounts.get(person)).kind == "deleted"

    evening(tmp_path, work)


def test_the_owner_stays(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        with pytest.raises(OwnerStays, match="data folder"):
            await hall.delete_account(me(hall))
        assert (await hall.accounts.get(me(hall))).kind == "owner"

    evening(tmp_path, work)
