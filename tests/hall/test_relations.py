"""Muting and blocking: how it is changed, and what follows for seats."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import taflheim
from evenings import evening, me
from taflheim.hall import relations
from taflheim.hall.hall import Hall
from taflheim.hall.relations import CHANGES, InvalidRelation, NoSuchPerson, Relations, find_person
from taflheim.table.actor import Person, Spectator
from taflheim.table.errors import SeatRefused
from taflheim.table.event import Sit
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
        await hall.relations.change(bo, "Cy_3", "block")
        for table in (sits, opens):
            with pytest.raises(SeatRefused, match="choose another"):
                await hall.tables.act(table.id, cy, Sit("b", "Cy_3"))
            await hall.tables.act(table.id, me(hall), Sit("b", "Anna"))

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


def test_what_is_known_is_not_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "_MOST_KNOWN", 2)

    async def work(hall: Hall) -> None:
        bo, cy = await named(hall, "Bo_2"), await named(hall, "Cy_3")
        known = hall.relations
        assert await known.unheard(bo) == frozenset()
        # Another process has written something, of which this one does not know yet.
        await Relations(hall._store).change(bo, "Cy_3", "block")
        assert await known.unheard(bo) == frozenset()
        known.forget()
        assert await known.unheard(bo) == {cy.account} == await known.blocked_with(bo.account)
        for name in ("Di_4", "Ed_5", "Fay_6"):
            await known.unheard(await named(hall, name))
            assert 0 < len(known._known) <= 2, "not everybody is remembered"

    evening(tmp_path, work)


def test_what_was_read_before_a_change_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        bo, cy = await named(hall, "Bo_2"), await named(hall, "Cy_3")
        read, goes_on, has_read = hall._store.read, asyncio.Event(), asyncio.Event()

        async def slow(*args: Any) -> Any:
            found = await read(*args)
            has_read.set()
            await goes_on.wait()
            return found

        with monkeypatch.context() as patch:
            patch.setattr(hall._store, "read", slow)
            reading = asyncio.create_task(hall.relations.unheard(cy))
            await asyncio.wait_for(has_read.wait(), 20)
        await hall.relations.change(bo, "Cy_3", "block")
        goes_on.set()
        await reading
        assert await hall.relations.unheard(cy) == {bo.account}

    evening(tmp_path, work)


def test_a_full_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST", 2)

    async def work(hall: Hall) -> None:
        for name in ("Bo_2", "Cy_3", "Di_4"):
            await named(hall, name)
        await hall.relations.change(me(hall), "Bo_2", "mute")
        await hall.relations.change(me(hall), "Cy_3", "block")
        for change in ("mute", "block"):
            with pytest.raises(InvalidRelation, match="take somebody off"):
                await hall.relations.change(me(hall), "Di_4", change)
        await hall.relations.change(me(hall), "Cy_3", "unblock")
        await hall.relations.change(me(hall), "Di_4", "block")
        assert [(one.muted, one.blocked) for one in await hall.relations.listed(me(hall))] == [
            (False, True),
            (True, False),
        ]

    evening(tmp_path, work)


def test_who_has_left_for_good_is_not_found(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await named(hall, "Bo_2")
        assert (await find_person(hall._store, "bo_2")).id == bo.account
        await hall.delete_account(bo)
        gone = (await hall.accounts.get(bo)).name
        for name in ("Bo_2", gone):
            with pytest.raises(NoSuchPerson, match=name):
                await find_person(hall._store, name)

    evening(tmp_path, work)
