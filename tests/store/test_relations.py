"""Whom somebody has muted or blocked, and by whom they are blocked."""

from pathlib import Path

from stores import NOW, owner, with_store
from taflheim.store import accounts, relations
from taflheim.store.relations import Apart, Relation
from taflheim.store.store import Store


def test_relations_are_kept_changed_and_taken_back(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = (await owner(store)).id
        bo = (await store.write(accounts.add, "registered", "Bo", "bo", NOW)).id
        cy = (await store.write(accounts.add, "guest", "guest-cy-1", "cy", NOW)).id

        async def put(one: str, other: str, muted: bool, blocked: bool, now_ms: int = NOW) -> None:
            await store.write(relations.put, one, other, muted=muted, blocked=blocked, now_ms=now_ms)

        await put(anna, bo, True, False)
        await put(anna, cy, True, True, NOW + 1)
        await put(bo, anna, False, True)
        assert await store.read(relations.listed, anna) == [
            Relation(cy, "guest-cy-1", True, True),
            Relation(bo, "Bo", True, False),
        ]
        assert await store.read(relations.apart, anna) == Apart(frozenset({bo, cy}), frozenset({cy}), frozenset({bo}))
        assert await store.read(relations.apart, cy) == Apart(frozenset(), frozenset(), frozenset({anna}))
        await put(anna, cy, False, True)
        await put(anna, bo, False, False)
        assert await store.read(relations.apart, anna) == Apart(frozenset(), frozenset({cy}), frozenset({bo}))
        assert await store.read(relations.listed, anna) == [Relation(cy, "guest-cy-1", False, True)]

    with_store(where, test)
