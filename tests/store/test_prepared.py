"""Statements that go to the driver as they are."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update

from stores import with_store
from taflheim.store.errors import Conflict
from taflheim.store.prepared import prepared
from taflheim.store.schema import accounts
from taflheim.store.store import Store

add = prepared(insert(accounts))
rename = prepared(
    update(accounts)
    .where(accounts.c.id == bindparam("this"))
    .values(name=bindparam("name"), created_ms=accounts.c.created_ms + 0)
)
NAMES = ["Anna", "Bo's", "100 % :name ?", "Þórr"]


def row(name: str) -> dict[str, object]:
    return {
        "created_ms": 1 << 41,
        "name": name,
        "id": name,
        "kind": "guest",
        "password_hash": None,
        "host": False,
        "banned_ms": None,
        "maker_id": None,
        "preferences": "{}",
    }


def found(connection: Connection) -> dict[str, str]:
    rows = connection.execute(select(accounts)).all()
    assert all(one.created_ms == 1 << 41 for one in rows)
    return {one.id: one.name for one in rows}


def test_one_row_and_many(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await store.write(add, [row(NAMES[0])])
        await store.write(add, [row(name) for name in NAMES[1:]])
        assert await store.read(found) == {name: name for name in NAMES}
        await store.write(rename, [{"this": NAMES[1], "name": "Bo"}])
        await store.write(rename, [{"this": name, "name": f"{name}!"} for name in NAMES[2:]])
        assert sorted((await store.read(found)).values()) == ["100 % :name ?!", "Anna", "Bo", "Þórr!"]

    with_store(where, test)


def test_what_the_driver_refuses_means_what_it_always_means(where: Path | str) -> None:
    async def test(store: Store) -> None:
        await store.write(add, [row("Anna")])
        with pytest.raises(Conflict):
            await store.write(add, [row("Bo"), row("Anna")])
        assert await store.read(found) == {"Anna": "Anna"}

    with_store(where, test)
