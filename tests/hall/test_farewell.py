"""Leaving for good: running games end, the name goes, the games stay."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

import taflheim
from evenings import evening, me
from taflheim import Position
from taflheim.hall.farewell import OwnerStays
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.hall.pairing import Wanted
from taflheim.hall.settings import Settings
from taflheim.store.errors import Conflict
from taflheim.table.actor import Actor, Person, Spectator
from taflheim.table.decision import Decision
from taflheim.table.event import Action, Move, Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

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


async def people(hall: Hall, *names: str) -> list[Person]:
    """People who register."""
    return [Person((await hall.logins.register(name, GOOD, "here")).id) for name in names]


async def table(hall: Hall, start: Position, seats: Mapping[str, Person | None], terms: Terms) -> Table:
    """A new table with these people, by side, and free seats."""
    sat = {
        side: Seat.person(who.account, (await hall.accounts.get(who)).name) if who else Seat.free()
        for side, who in seats.items()
    }
    return await hall.tables.open(start, sat, terms)


def test_tables_that_somebody_has_opened_are_withdrawn_also_where_they_do_not_sit(
    where: Path | str, tmp_path: Path
) -> None:
    async def work(hall: Hall) -> None:
        anna, bo, cy = await people(hall, "Anna", "Bo_2", "Cy_3")
        start = taflheim.game("quoridor").start()
        hers = Terms(opener=anna.account, public=True)
        waiting = await table(hall, start, {"a": bo, "b": None}, hers)
        begun = await table(hall, start, {"a": bo, "b": cy}, hers)
        others = await table(hall, start, {"a": bo, "b": None}, Terms(opener=bo.account))
        await hall.delete_account(anna)
        now = [await hall.tables.get(one.id) for one in (waiting, begun, others)]
        assert [one.state for one in now] == ["aborted", "playing", "open"]
        assert now[0].events[-1].text == "withdrawn" and now[0].events[-1].account is None
        assert waiting.id not in {one.id for one in hall.lobby.open_tables()}

    async def run() -> None:
        hall = await Hall.open(tmp_path, Settings(tmp_path, database_url=str(where)), idle=True)
        try:
            await work(hall)
        finally:
            await hall.close()

    asyncio.run(run())


def test_in_the_lobby_who_has_left_has_no_name_any_more(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, bo, cy = await people(hall, "Anna", "Bo_2", "Cy_3")
        start = taflheim.game("quoridor", players=3).start()
        seats = dict(zip(start.game.seats, (anna, bo, cy), strict=True))
        running = await table(hall, start, seats, Terms(public=True, watchable=True))
        for person in (anna, bo, cy):
            now = await hall.tables.get(running.id)
            await hall.tables.act(running.id, person, Move(now.position_number, now.record.position.moves()[0]))
        with hall.lobby.visiting(None) as changed:
            changed.clear()
            await hall.delete_account(anna)
            assert changed.is_set(), "who looks at the lobby is told"
        (listed,) = hall.lobby.running()
        names = [listed.table.seats[side].name for side in start.game.seats]
        assert names[0].startswith("deleted-") and names[1:] == ["Bo_2", "Cy_3"]

    evening(tmp_path, work)


def test_who_leaves_or_is_banned_or_shown_out_is_paired_with_nobody(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        wanted = Wanted(taflheim.game("quoridor"), TimeControl.parse("5+3"), False)
        anna, bo, cy, dee = await people(hall, "Anna", "Bo_2", "Cy_3", "Dee_4")
        pairing = hall.lobby.pairing
        await pairing.seek(anna, wanted)
        await hall.delete_account(anna)
        await pairing.seek(bo, wanted)
        await hall.bans.ban(bo.account)
        await pairing.seek(cy, wanted)
        await hall.accounts.end_everything(cy)
        await pairing.seek(dee, wanted)
        assert all(pairing.table_for(person.account, 0) is None for person in (anna, bo, cy, dee))
        assert pairing.sought(dee.account) == wanted
        assert not any(pairing.sought(person.account) for person in (anna, bo, cy))

    evening(tmp_path, work)


def test_the_owner_stays(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        with pytest.raises(OwnerStays, match="data folder"):
            await hall.delete_account(me(hall))
        assert (await hall.accounts.get(me(hall))).kind == "owner"

    evening(tmp_path, work)
