"""Muting and blocking: how it is changed, and what follows for seats."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening, me
from taflheim.hall import relations
from taflheim.hall.hall import Hall
from taflheim.hall.relations import CHANGES, InvalidRelation, NoSuchPerson
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import SeatRefused
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


async def named(hall: Hall, name: str) -> Person:
    return Person((await hall.logins.register(name, "correct horse", "here")).id)


def test_each_change_changes_one_thing(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await named(hall, "Bo_2")
        states = []
        for change in ("mute", "block", "unmute", "block", "unblock", "unblock"):
            await hall.relations.change(me(hall), "bo_2", change)
            states.append([(one.muted, one.blocked) for one in await hall.relations.listed(me(hall))])
        assert states == [[(True, False)], [(True, True)], [(False, True)], [(False, True)], [], []]
        assert await hall.relations.unheard(me(hall)) == frozenset() == await hall.relations.unheard(bo)
        assert await hall.relations.unheard(Spectator()) == frozenset()

    evening(tmp_path, work)


def test_blocking_holds_in_both_directions(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = await named(hall, "Bo_2"), await named(hall, "Cy_3")
        assert not await hall.relations.blocked_between(bo.account, cy.account)
        await hall.relations.change(bo, "Cy_3", "mute")
        assert not await hall.relations.blocked_between(bo.account, cy.account)
        await hall.relations.change(bo, "Cy_3", "block")
        assert await hall.relations.blocked_between(bo.account, cy.account)
        assert await hall.relations.blocked_between(cy.account, bo.account)
        assert not await hall.relations.blocked_between(cy.account, me(hall).account)
        assert await hall.relations.unheard(cy) == {bo.account}

    evening(tmp_path, work)


def test_who_is_blocked_does_not_sit_down(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = await named(hall, "Bo_2"), await named(hall, "Cy_3")
        start = taflheim.game("quoridor").start()
        sits = await hall.tables.open(start, {"a": Seat.person(bo.account, "Bo_2"), "b": Seat.free()})
        opens = await hall.tables.open(start, {"a": Seat.free(), "b": Seat.free()}, Terms(opener=bo.account))
        for table in (sits, opens):
            await hall.relations.check_seat(table, cy)
        await hall.relations.change(bo, "Cy_3", "block")
        for table in (sits, opens):
            with pytest.raises(SeatRefused):
                await hall.relations.check_seat(table, cy)
            await hall.relations.check_seat(table, me(hall))

    evening(tmp_path, work)


def test_what_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        await named(hall, "Bo_2")
        await named(hall, "Cy_3")
        for name in ("nobody-else", "", "\x00", "\ud83d", "x" * 10_000, "'; --"):
            with pytest.raises(NoSuchPerson):
                await hall.relations.change(me(hall), name, "mute")
        with pytest.raises(InvalidRelation, match="yourself"):
            await hall.relations.change(me(hall), hall.accounts.owner.name, "block")
        with pytest.raises(InvalidRelation, match=" or ".join(CHANGES[-2:])):
            await hall.relations.change(me(hall), "Bo_2", "love")
        monkeypatch.setattr(relations, "MOST", 1)
        await hall.relations.change(me(hall), "Bo_2", "mute")
        with pytest.raises(InvalidRelation, match="take somebody off"):
            await hall.relations.change(me(hall), "Cy_3", "mute")
        await hall.relations.change(me(hall), "Bo_2", "unmute")

    evening(tmp_path, work)
