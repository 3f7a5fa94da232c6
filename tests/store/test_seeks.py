"""Who waits to be paired, as it is stored."""

from pathlib import Path

import pytest

from stores import NOW, new_table, with_store
from taflheim.store import accounts, seeks, tables
from taflheim.store.errors import Conflict
from taflheim.store.seeks import Row
from taflheim.store.store import Store
from taflheim.table.event import Event
from taflheim.table.seat import Seat

ANNA, BO = (Row(name, "quoridor", {"players": 2}, "5+3", False, 1500.0, NOW) for name in ("anna", "bo"))
WISHES = [("anna", NOW), ("bo", NOW)]


def test_wishes_come_true_together_or_not_at_all(where: Path | str) -> None:
    async def test(store: Store) -> None:
        for row in (ANNA, BO):
            await store.write(seeks.put, row)
        assert sorted(await store.read(seeks.everybody)) == [ANNA, BO]
        for wishes in ([*WISHES, ("cy", NOW)], [("anna", NOW), ("bo", NOW - 1)]):
            with pytest.raises(Conflict):
                await store.write(seeks.pair, wishes, "t1", NOW + 5)
        assert sorted(await store.read(seeks.everybody)) == [ANNA, BO]
        await store.write(seeks.pair, WISHES, "t1", NOW + 5)
        with pytest.raises(Conflict):
            await store.write(seeks.pair, WISHES, "t2", NOW + 6)
        await store.write(seeks.told, "bo", "t1")
        paired = [row._replace(table_id="t1", paired_ms=NOW + 5, told=row is BO) for row in (ANNA, BO)]
        assert sorted(await store.read(seeks.everybody)) == paired
        assert not await store.write(seeks.remove, "anna"), "who was paired does not wait"
        await store.write(seeks.put, ANNA._replace(clock="none", since_ms=NOW + 7))
        await store.write(seeks.forget, NOW + 5)
        assert await store.read(seeks.everybody) == [ANNA._replace(clock="none", since_ms=NOW + 7)]
        await store.write(seeks.drop, [("anna", NOW)])
        assert len(await store.read(seeks.everybody)) == 1, "that is another wish"
        assert await store.write(seeks.remove, "anna") and not await store.read(seeks.everybody)
        await store.write(seeks.put, ANNA)
        await store.write(seeks.put, BO)
        await store.write(seeks.drop, [("anna", ANNA.since_ms)])
        assert await store.read(seeks.everybody) == [BO]

    with_store(where, test)


def test_games_that_somebody_left_before_they_began(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo = [
            (await store.write(accounts.add, "registered", name, name.lower(), NOW)).id for name in ("Anna", "Bo")
        ]
        both = {"a": Seat.person(anna, "Anna"), "b": Seat.person(bo, "Bo")}
        with_bot = {"a": Seat.person(anna, "Anna"), "b": Seat.bot(1, "Bot")}
        end = tables.Ended(None, "aborted", {"a": None, "b": None}, "aborted")
        left = [(both, "a", "abort"), (both, "a", "late"), (both, "b", "claimed"), (both, "a", "")]
        left.append((with_bot, "a", "abort"))
        for number, (people, side, why) in enumerate(left):
            table_id, at_ms = f"t{number}", NOW + number
            await new_table(store, table_id, people)
            await store.write(tables.append, table_id, [Event(1, "aborted", side, why, at_ms)], {}, end)
        assert sorted(await store.read(seeks.aborts, anna, 0)) == [NOW, NOW + 1]
        assert await store.read(seeks.aborts, anna, NOW) == [NOW + 1]
        assert await store.read(seeks.aborts, bo, 0) == [NOW + 2]

    with_store(where, test)
