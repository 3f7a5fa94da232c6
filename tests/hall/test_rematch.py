"""The table of a rematch."""

from pathlib import Path

import pytest

import taflheim
from evenings import evening, me
from seated import ANNA, BO, BOT, act, seated
from taflheim.hall.hall import Hall
from taflheim.hall.rematch import rematch_of
from taflheim.store import tables as rows
from taflheim.store.errors import StoreUnavailable
from taflheim.table.circumstances import Circumstances
from taflheim.table.decision import Decision
from taflheim.table.event import Answer, MakeOffer, Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

NEW = Circumstances(new_table="t2")


def agreed(table: Table) -> Decision:
    """Anna has resigned, offers a rematch, and Bo accepts."""
    table, _ = act(table, Resign("a"), ANNA)
    table, _ = act(table, MakeOffer("rematch", "a"), ANNA, 5, NEW)
    return table.decide(Answer(table.number, True), BO, 9, NEW)


def test_sides_are_swapped_and_terms_stay() -> None:
    terms = Terms(TimeControl.parse("5+3"), watchable=True, public=True, opener="bo", created_ms=0)
    new = rematch_of(agreed(seated(terms=terms)))
    assert new and new.id == "t2" and new.state == "playing"
    assert {side: seat.account for side, seat in new.seats.items()} == {"a": "bo", "b": "anna"}
    assert new.terms == Terms(TimeControl.parse("5+3"), watchable=True, public=True, opener="bo", created_ms=9)


def test_nothing_else_opens_a_table() -> None:
    decision = seated().decide(Resign("a"), ANNA, 0)
    assert rematch_of(decision) is None
    assert rematch_of(decision.table.decide(MakeOffer("rematch", "a"), ANNA, 5, NEW)) is None


def test_a_try_that_counts_is_made_once_and_who_offers_is_the_opener_where_nobody_is() -> None:
    alone = seated(b=BOT, terms=Terms(opener="somebody", counted=True))
    alone, _ = act(alone, Resign("a"), ANNA)
    new = rematch_of(alone.decide(MakeOffer("rematch", "a"), ANNA, 5, NEW))
    assert new and new.terms == Terms(opener="anna", created_ms=5) and new.seats["a"] == BOT


def test_the_new_table_is_stored_with_the_event_that_begins_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        seat = Seat.person(me(hall).account, "Anna")
        table = await hall.tables.open(taflheim.game("quoridor").start(), {"a": seat, "b": seat})
        await hall.tables.act(table.id, me(hall), Resign("a"))

        def fail(*_: object) -> None:
            raise StoreUnavailable("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(rows, "add", fail)
            with pytest.raises(StoreUnavailable):
                await hall.tables.act(table.id, me(hall), MakeOffer("rematch"))
        assert (await hall.tables.get(table.id)).number == 1, "neither the event nor the table"
        after = (await hall.tables.act(table.id, me(hall), MakeOffer("rematch"))).table
        assert after.next_table
        new = await hall.tables.get(after.next_table)
        assert new.state == "playing" and new.number == 0
        hall.tables.evict(0, lambda _: False)
        assert await hall.tables.get(new.id) == new

    evening(tmp_path, work)
