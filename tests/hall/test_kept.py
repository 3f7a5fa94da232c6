"""Tables as the store keeps them: what was decided comes back as the same table."""

from dataclasses import replace
from pathlib import Path

import taflheim
from seated import ANNA, BO, DEE, move, moves, seated
from stores import NOW, with_store
from taflheim.hall import kept
from taflheim.store import listing, schema, tables
from taflheim.store.store import Store
from taflheim.table.decision import Decision
from taflheim.table.event import Abort, MakeOffer, Resign, Sit
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

OPEN = Terms(TimeControl.parse("5+3"), public=True, opener="anna", created_ms=NOW)


async def people(store: Store) -> None:
    rows = [{"id": name, "name": name, "kind": "registered", "created_ms": NOW} for name in ("anna", "bo", "dee")]
    await store.write(lambda connection: connection.execute(schema.accounts.insert(), rows))


async def told(store: Store) -> tuple[object, ...]:
    """What lists say of the one public table."""
    for state in ("open", "playing", "over", "aborted"):
        for one in await store.read(listing.public, state, None, 10):
            return one.state, one.turn, one.winner, one.reason, one.changed_ms - NOW
    return ()


def test_what_is_decided_comes_back(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await people(store)
        table = seated(terms=OPEN, b=Seat.free())
        await store.write(kept.opened(table))

        async def same(after: Decision) -> Table:
            await store.write(kept.decided(table, after))
            stored = await store.read(tables.load, table.id)
            assert stored and kept.replayed(stored) == after.table
            return after.table

        assert await told(store) == ("open", "a", None, None, 0)
        table = await same(table.decide(Sit("b", "Dee"), DEE, NOW + 1))
        assert table.seats["b"] == Seat.person("dee", "Dee")
        assert await told(store) == ("playing", "a", None, None, 1)
        for at_ms in (2, 3):
            table = await same(Decision((after := move(table, NOW + at_ms)).events[-1:], after))
        assert await told(store) == ("playing", "a", None, None, 3)
        table = await same(table.decide(Resign(), DEE, NOW + 4))
        assert await told(store) == ("over", "a", "a", "resigned", 4)
        # What is said afterwards is kept, and changes nothing of the end.
        table = await same(table.decide(MakeOffer("rematch"), ANNA, NOW + 5))
        assert (await told(store))[:4] == ("over", "a", "a", "resigned")
        seats = await store.read(lambda connection: connection.execute(schema.seats.select()).all())
        assert {(seat.side, seat.outcome, seat.ended_ms - NOW) for seat in seats} == {("a", "won", 4), ("b", "lost", 4)}
        (row,) = await store.read(lambda connection: connection.execute(schema.tables.select()).all())
        assert (row.plies, row.played_ms, row.position) == (2, 3, str(table.record.position))

    with_store(where, test)


def test_a_table_with_another_free_seat_still_waits(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await people(store)
        table = seated(3, terms=OPEN, b=Seat.free(), c=Seat.free())
        await store.write(kept.opened(table))
        await store.write(kept.decided(table, table.decide(Sit("b", "Dee"), DEE, NOW + 1)))
        assert (await told(store))[0] == "open"

    with_store(where, test)


def test_an_aborted_game_has_no_outcome(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await people(store)
        table = seated(terms=OPEN)
        await store.write(kept.opened(table))
        decided = table.decide(Abort(), BO, NOW + 1)
        assert kept.ended(decided.table).outcomes == {"a": None, "b": None}
        await store.write(kept.decided(table, decided))
        assert (await told(store))[0] == "aborted"

    with_store(where, test)


def test_the_same_wish_has_the_same_digest() -> None:
    table = seated(terms=OPEN)
    new = kept.new(table, "request")
    assert (new.request, new.digest, new.turn) == ("request", kept.new(table, "other").digest, "a")
    assert new.digest and len(new.digest) == 16
    assert kept.new(table).request is kept.new(table).digest is None
    swapped = replace(table, seats={"a": table.seats["b"], "b": table.seats["a"]})
    later = replace(table, terms=replace(OPEN, created_ms=NOW + 1))
    assert {kept.new(one, "request").digest for one in (swapped, later)} == {new.digest}
    others = [
        seated(terms=OPEN, b=Seat.bot(1, "Bot")),
        seated(terms=OPEN, b=Seat.bot(2, "Bot")),
        seated(terms=replace(OPEN, public=False)),
        seated(3, terms=OPEN),
        Table.new(
            "t",
            taflheim.game("hnefatafl").start(),
            dict(zip(("attackers", "defenders"), table.seats.values(), strict=True)),
            OPEN,
        ),
    ]
    digests = {kept.new(one, "request").digest for one in others}
    assert len(digests) == len(others) and new.digest not in digests


def test_how_a_table_stands() -> None:
    table = moves(seated(), 3, NOW)
    standing = kept.standing(table, table.events)
    assert (standing.plies, standing.turn, standing.more_ms) == (3, "b", 0)
    assert standing.position == str(table.record.position)


def test_work_is_done_in_order() -> None:
    done: list[object] = []
    kept.in_order(None, [lambda _: done.append(1), lambda connection: done.append(connection)])  # type: ignore[arg-type]
    assert done == [1, None]


def test_a_game_that_is_gone_on_with_is_kept_with_its_moves(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await people(store)
        begun = seated(terms=OPEN, b=Seat.person("bo", "Bo"))
        along: list[object] = []
        table = kept.with_moves(begun, begun.record.play("e8").play("e2"))
        assert [(event.text, event.account) for event in table.events] == [("e8", "anna"), ("e2", "bo")]
        await store.write(kept.add, kept.new(begun), table, along.append)
        stored = await store.read(tables.load, table.id)
        assert stored and kept.replayed(stored) == table and len(along) == 1, "in the same transaction"
        empty = replace(begun, id="another")
        await store.write(kept.add, kept.new(empty), empty)
        stored = await store.read(tables.load, empty.id)
        assert stored and stored.events == []

    with_store(where, test)
