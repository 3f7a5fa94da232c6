"""What is not kept for ever."""

from pathlib import Path

from sqlalchemy import Connection, insert, select

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import accounts, keeping, schema, sessions, tables
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

OVER = Ended("a", "resigned", {})


def line(connection: Connection, table_id: str, number: int, account: str, at_ms: int) -> None:
    row = {"table_id": table_id, "number": number, "room": "players", "account_id": account, "name": "somebody"}
    connection.execute(insert(schema.chat), {**row, "text": "hello", "at_ms": at_ms, "request": f"r{number}"})


def test_guests_who_neither_play_nor_talk(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        known = {}
        for name in ("idle", "here", "new", "back", "just back", "seated", "talks", "opener"):
            at_ms = NOW + 50 if name == "new" else NOW
            known[name] = (await store.write(accounts.add, "guest", name, name, at_ms)).id
        await store.write(accounts.add, "registered", "registered", "registered", NOW)
        await store.write(sessions.add, "idle", known["idle"], NOW)
        await store.write(sessions.add, "back", known["back"], NOW + 60)
        await store.write(sessions.add, "just back", known["just back"], NOW + 50)
        await new_table(store, "t", {"a": Seat.person(known["seated"], "seated")})
        await store.write(line, "t", 1, known["talks"], NOW)
        terms = Terms(opener=known["opener"], created_ms=NOW)
        await store.write(tables.add, NewTable("u", "toy", {}, "start", {"a": Seat.bot(1, "Bot")}, terms, "a"))
        assert await store.write(keeping.forget_guests, NOW) == []
        assert await store.write(keeping.forget_guests, NOW + 50, {known["here"]}) == [known["idle"]]
        gone = await store.read(accounts.get, known["idle"])
        assert gone and (gone.kind, gone.name) == ("deleted", "deleted-guest")
        assert await store.read(accounts.named, "idle") is None
        assert await store.read(sessions.account_of, "idle", NOW) is None
        for kept in (anna.id, *(known[name] for name in known if name != "idle")):
            still = await store.read(accounts.get, kept)
            assert still and still.kind != "deleted"

    with_store(where, test)


def test_request_ids_of_games_that_are_over(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        seats, terms = {"a": Seat.person(anna.id, "Anna")}, Terms(opener=anna.id, created_ms=NOW)
        for table_id, ended in {"over": OVER, "late": OVER, "lasts": None}.items():
            new = NewTable(table_id, "toy", {}, "start", seats, terms, "a", f"open {table_id}", "digest")
            await store.write(tables.add, new)
            number = 9 if table_id == "late" else 5
            await store.write(tables.append, table_id, [move(number, anna.id, "r")], {}, ended)
            await store.write(line, table_id, 1, anna.id, NOW)
        assert await store.read(keeping.with_requests, NOW + 5, 9) == []
        assert await store.read(keeping.with_requests, NOW + 6, 9) == ["over"]
        assert len(await store.read(keeping.with_requests, NOW + 10, 9)) == 2
        assert len(await store.read(keeping.with_requests, NOW + 10, 1)) == 1
        await store.write(keeping.forget_requests, ["over"])
        assert await store.read(keeping.with_requests, NOW + 6, 9) == []

        def requests(connection: Connection) -> dict[str, set[str | None]]:
            found: dict[str, set[str | None]] = {"over": set(), "late": set(), "lasts": set()}
            for table, column in (
                (schema.tables, schema.tables.c.id),
                (schema.events, schema.events.c.table_id),
                (schema.chat, schema.chat.c.table_id),
            ):
                for table_id, request in connection.execute(select(column, table.c.request)):
                    found[table_id].add(request)
            return found

        kept = await store.read(requests)
        assert kept == {"over": {None}, "late": {"open late", "r", "r1"}, "lasts": {"open lasts", "r", "r1"}}

    with_store(where, test)


def test_what_was_said_at_casual_games(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        seats = {"a": Seat.person(anna.id, "Anna")}
        for table_id, rated in {"casual": False, "rated": True}.items():
            terms = Terms(rated=rated, created_ms=NOW)
            await store.write(tables.add, NewTable(table_id, "toy", {}, "start", seats, terms, "a"))
            for number in (1, 2):
                await store.write(line, table_id, number, anna.id, NOW + number)
        assert await store.write(keeping.forget_chat, NOW + 2) == 1

        def lines(connection: Connection) -> set[tuple[str, int]]:
            return {(row.table_id, row.number) for row in connection.execute(select(schema.chat))}

        assert await store.read(lines) == {("casual", 2), ("rated", 1), ("rated", 2)}

    with_store(where, test)
