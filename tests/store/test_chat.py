"""Lines of chat: numbered for each table, read by room, kept once for each request."""

from pathlib import Path

import pytest

from stores import NOW, new_table, owner, with_store
from taflheim.store import accounts, chat
from taflheim.store.chat import NewLine
from taflheim.store.errors import Conflict
from taflheim.store.store import Store
from taflheim.table.chat import ROOMS, Room
from taflheim.table.seat import Seat

SEATS = {"a": Seat.bot(1, "Bot"), "b": Seat.free()}


def said(account: str, text: str, room: Room = "players", request: str | None = None, table: str = "t1") -> NewLine:
    return NewLine(table, room, account, "Anna", text, NOW, request, request and f"digest of {text}")


def test_lines_are_numbered_for_each_table_and_read_by_room(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        await new_table(store, "t1", SEATS)
        await new_table(store, "t2", SEATS)
        for number, (text, room) in enumerate((("one", "players"), ("two", "spectators"), ("three", "players")), 1):
            line = await store.write(chat.add, said(anna, text, room))  # type: ignore[arg-type]
            assert (line.number, line.room, line.text, line.hidden) == (number, room, text, False)
        assert (await store.write(chat.add, said(anna, "elsewhere", table="t2"))).number == 1

        async def texts(after: int, *rooms: Room, most: int = 9) -> list[str]:
            return [line.text for line in await store.read(chat.after, "t1", after, rooms, most)]

        assert await texts(0, *ROOMS) == ["one", "two", "three"]
        assert await texts(0, "players") == ["one", "three"]
        assert await texts(1, "players") == ["three"]
        assert await texts(0, *ROOMS, most=2) == ["two", "three"]
        assert await texts(3, *ROOMS) == []
        assert [line.text for line in await store.read(chat.of_account, anna)] == ["one", "two", "three", "elsewhere"]

    with_store(where, test)


def test_a_request_is_kept_once(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        bo = (await store.write(accounts.add, "registered", "Bo", "bo", NOW)).id
        await new_table(store, "t1", SEATS)
        assert await store.read(chat.requested, "t1", anna, "r1") is None
        line = await store.write(chat.add, said(anna, "hello", request="r1"))
        assert await store.read(chat.requested, "t1", anna, "r1") == (line, "digest of hello")
        with pytest.raises(Conflict):
            await store.write(chat.add, said(anna, "other", request="r1"))
        # Requests of others, and lines without one, are others.
        assert (await store.write(chat.add, said(bo, "hi", request="r1"))).number == 2
        assert [(await store.write(chat.add, said(anna, "again"))).number for _ in range(2)] == [3, 4]

    with_store(where, test)


def test_any_text_is_kept_as_it_is(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        await new_table(store, "t1", SEATS)
        for text in ("'; DROP TABLE chat; --", "<script>", "\N{GRINNING FACE}" * 300, "%s {0} \\n \\u0000", "\uffff"):
            line = await store.write(chat.add, said(anna, text))
            assert await store.read(chat.get, "t1", line.number) == line and line.text == text

    with_store(where, test)


def test_a_line_is_hidden_and_shown_again(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        await new_table(store, "t1", SEATS)
        await store.write(chat.add, said(anna, "hello"))
        assert await store.write(chat.hide, "t1", 1, True)
        (line,) = await store.read(chat.after, "t1", 0, ROOMS, 9)
        assert line.hidden
        assert await store.write(chat.hide, "t1", 1, False)
        found = await store.read(chat.get, "t1", 1)
        assert found and not found.hidden
        assert not await store.write(chat.hide, "t1", 2, True)
        assert await store.read(chat.get, "t1", 2) is None

    with_store(where, test)


def test_how_far_the_chat_of_tables_is(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        for table in ("t1", "t2", "t3", "quiet"):
            await new_table(store, table, SEATS)
        for text in ("one", "two", "three"):
            for table in ("t1", "t2", "t3"):
                await store.write(chat.add, said(anna, text, table=table))
        await store.write(chat.hide, "t2", 1, True)
        await store.write(chat.hide, "t2", 3, True)
        assert await store.read(chat.marks, ["t1", "t2", "quiet"]) == {"t1": (3, 0), "t2": (3, 2)}

    with_store(where, test)
