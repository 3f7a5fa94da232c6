"""Reports: with the line they are about, those that wait first."""

from pathlib import Path

from stores import NOW, new_table, owner, with_store
from taflheim.store import accounts, chat, reports, tables
from taflheim.store.chat import NewLine
from taflheim.store.reports import NewReport, OwnReport
from taflheim.store.store import Store
from taflheim.store.tables import NewTable
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_reports_are_listed_until_they_are_handled_and_after(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        bo = (await store.write(accounts.add, "registered", "Bo", "bo", NOW)).id
        await new_table(store, "t1", {"a": Seat.bot(1, "Bot"), "b": Seat.free()})
        line = await store.write(chat.add, NewLine("t1", "players", bo, "Bo", "you ...", NOW))
        await new_table(store, "t2", {"a": Seat.free()})
        await store.write(
            tables.add, NewTable("t3", "toy", {}, "start", {"a": Seat.free()}, Terms(created_ms=NOW), "a")
        )
        for table_id in ("t1", "t2"):
            await store.write(chat.add, NewLine(table_id, "players", bo, "Bo", "another", NOW))
        first = await store.write(reports.add, NewReport(anna, bo, "rude", NOW, "t1", line.number))
        second = await store.write(reports.add, NewReport(bo, None, "odd", NOW + 1))
        assert await store.read(reports.waiting) == 2
        later, earlier = await store.read(reports.listed, 9)
        assert (later.id, later.text, later.about, later.about_name, later.line, later.table_id) == (
            *(second, "odd", None, None, None, None),
        )
        assert (earlier.id, earlier.name, earlier.about_name, earlier.about_banned) == (first, "Anna", "Bo", False)
        assert (earlier.game, earlier.number, earlier.line, earlier.hidden) == ("quoridor", 1, "you ...", False)
        assert await store.write(reports.handle, second, NOW + 2)
        assert not await store.write(reports.handle, second, NOW + 3)
        assert not await store.write(reports.handle, "nothing", NOW)
        assert [(one.id, one.handled_ms) for one in await store.read(reports.listed, 9)] == [
            (first, None),
            (second, NOW + 2),
        ]
        assert await store.read(reports.waiting) == 1 and len(await store.read(reports.listed, 1)) == 1
        assert await store.read(reports.told_by, anna) == [OwnReport(NOW, "rude", "t1", 1)]
        assert await store.read(reports.told_by, bo) == [OwnReport(NOW + 1, "odd", None, None)]

    with_store(where, test)
