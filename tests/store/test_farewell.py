"""Of an account that was deleted the games are left, under another name."""

from pathlib import Path

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import (
    access_tokens,
    accounts,
    chat,
    farewell,
    lessons,
    names,
    preferences,
    recovery_codes,
    relations,
    seeks,
    sessions,
    tables,
)
from taflheim.store.access_tokens import AccessToken
from taflheim.store.accounts import Account
from taflheim.store.chat import NewLine
from taflheim.store.seeks import Row
from taflheim.store.store import Store
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_nothing_but_the_games_is_left(where: Path | str) -> None:
    async def test(store: Store) -> None:
        bo = await owner(store)
        cleo = await store.write(accounts.add, "registered", "Cleo", "cleo", NOW, password_hash="hers")
        both = {"a": Seat.person(cleo.id, "Cleo"), "b": Seat.person(bo.id, "Bo")}
        for table_id in ("one", "two"):
            await new_table(store, table_id, both)
        await new_table(store, "his", {"a": Seat.person(bo.id, "Cleo"), "b": Seat.bot(1, "Nils")})
        await store.write(tables.append, "one", [move(1, cleo.id, "r1")])
        await store.write(sessions.add, "session", cleo.id, NOW)
        await store.write(sessions.add, "his session", bo.id, NOW)
        await store.write(access_tokens.add, AccessToken("token", cleo.id, "bot", frozenset({"read"}), NOW, None))
        await store.write(recovery_codes.replace, cleo.id, ["code"])
        await store.write(lessons.add, cleo.id, "quoridor", "walls", NOW)
        await store.write(preferences.put, cleo.id, {"theme": "dark"})
        await store.write(accounts.set_host, cleo.id, True)
        for number, person in enumerate((cleo, bo), 1):
            await store.write(tables.append, "two", [Event(number, "sit", "a", person.name, NOW, 0, person.id)])
            await store.write(chat.add, NewLine("two", "players", person.id, person.name, "hello", NOW))
        dee = await store.write(accounts.add, "registered", "Dee", "dee", NOW)
        for account, other in ((cleo, dee), (bo, cleo), (bo, dee)):
            await store.write(relations.put, account.id, other.id, muted=True, blocked=False, now_ms=NOW)
        await store.write(seeks.put, Row(cleo.id, "quoridor", {}, "5+3", False, 1500.0, NOW))
        await store.write(seeks.put, Row(bo.id, "quoridor", {}, "5+3", False, 1500.0, NOW))
        assert set(await store.read(farewell.unfinished, cleo.id)) == {"one", "two"}

        await store.write(farewell.leave, cleo.id, "deleted-1")
        for table_id, seats in {
            "one": ["deleted-1", "Bo"],
            "two": ["deleted-1", "Bo"],
            "his": ["Cleo", "Nils"],
        }.items():
            stored = await store.read(tables.load, table_id)
            assert stored and [stored.seats[side].name for side in "ab"] == seats
        assert await store.read(accounts.credentials, cleo.id) == (Account(cleo.id, "deleted-1", "deleted"), None)
        two, one = await store.read(tables.load, "two"), await store.read(tables.load, "one")
        assert two and [event.text for event in two.events] == ["deleted-1", "Anna"]
        assert one and [event.text for event in one.events] == ["e1"]
        lines = await store.read(chat.after, "two", 0, ["players"], 9)
        assert [(line.name, line.text) for line in lines] == [("deleted-1", "hello"), ("Anna", "hello")]
        assert [relation.name for relation in await store.read(relations.listed, bo.id)] == ["Dee"]
        assert await store.read(relations.listed, cleo.id) == []
        assert await store.read(sessions.account_of, "session", NOW) is None
        assert await store.read(sessions.account_of, "his session", NOW) == bo.id
        assert await store.read(access_tokens.find, "token") is None
        assert await store.read(recovery_codes.left, cleo.id) == 0
        assert await store.read(lessons.done, cleo.id, "quoridor") == set()
        assert await store.read(preferences.get, cleo.id) == {}
        assert await store.read(names.taken, "cleo"), "nobody else is taken for her"
        assert [row.account for row in await store.read(seeks.everybody)] == [bo.id]

    with_store(where, test)


def test_what_somebody_has_opened_without_sitting_there_is_unfinished_while_it_waits(where: Path | str) -> None:
    async def test(store: Store) -> None:
        bo = await owner(store)
        cleo = await store.write(accounts.add, "registered", "Cleo", "cleo", NOW)
        hers, free = Terms(opener=cleo.id), {"a": Seat.free(), "b": Seat.free()}
        begun = {"a": Seat.person(bo.id, "Bo"), "b": Seat.bot(1, "Nils")}
        for table_id, seats, terms in (
            ("hers", free, hers),
            ("both", {"a": Seat.person(cleo.id, "Cleo"), "b": Seat.free()}, hers),
            ("begun", begun, hers),
            ("his", free, Terms(opener=bo.id)),
        ):
            await new_table(store, table_id, seats, terms=terms)
        assert sorted(await store.read(farewell.unfinished, cleo.id)) == ["both", "hers"]

    with_store(where, test)
