"""Of an account that was deleted the games are left, under another name."""

from pathlib import Path

from stores import NOW, move, new_table, owner, with_store
from taflheim.store import (
    access_tokens,
    accounts,
    farewell,
    lessons,
    names,
    preferences,
    recovery_codes,
    sessions,
    tables,
)
from taflheim.store.access_tokens import AccessToken
from taflheim.store.store import Store
from taflheim.table.seat import Seat


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
        assert set(await store.read(farewell.unfinished, cleo.id)) == {"one", "two"}

        await store.write(farewell.leave, cleo.id, "deleted-1")
        for table_id, seats in {
            "one": ["deleted-1", "Bo"],
            "two": ["deleted-1", "Bo"],
            "his": ["Cleo", "Nils"],
        }.items():
            stored = await store.read(tables.load, table_id)
            assert stored and [stored.seats[side].name for side in "ab"] == seats
        left = await store.read(accounts.credentials, cleo.id)
        assert left and (left.account.name, left.account.kind, left.password_hash) == ("deleted-1", "deleted", None)
        assert await store.read(sessions.account_of, "session", NOW) is None
        assert await store.read(sessions.account_of, "his session", NOW) == bo.id
        assert await store.read(access_tokens.find, "token") is None
        assert await store.read(recovery_codes.left, cleo.id) == 0
        assert await store.read(lessons.done, cleo.id, "quoridor") == set()
        assert await store.read(preferences.get, cleo.id) == {}
        assert await store.read(names.taken, "cleo"), "nobody else is taken for her"

    with_store(where, test)
