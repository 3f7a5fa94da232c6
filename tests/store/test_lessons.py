"""Lessons: what was done is known, for each game and account."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from stores import NOW, move, owner, with_store
from taflheim.store import lessons, schema
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, add, append
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_lessons_that_were_done(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        assert await store.read(lessons.done, anna.id, "quoridor") == set()
        for game, lesson, now in (("quoridor", "walls", 1), ("quoridor", "jump", 2), ("halatafl", "walls", 3)):
            await store.write(lessons.add, anna.id, game, lesson, NOW + now)
        await store.write(lessons.add, anna.id, "quoridor", "walls", NOW + 9)  # done again
        assert await store.read(lessons.done, anna.id, "quoridor") == {"walls", "jump"}
        assert await store.read(lessons.done, anna.id, "halatafl") == {"walls"}
        assert await store.read(lessons.done, "nobody", "quoridor") == set()

        def times(connection: Connection) -> list[int]:
            return sorted(connection.execute(select(schema.lessons.c.done_ms)).scalars())

        assert await store.read(times) == [NOW + 1, NOW + 2, NOW + 3]

    with_store(where, test)


@pytest.mark.parametrize(
    ("others", "outcome", "alone"),
    [
        ("", "won", True),
        ("bot", "won", True),
        ("bot bot", "won", True),
        ("bot", "lost", False),
        ("bot", "drawn", False),
        ("bot", None, False),
        ("me", "won", False),
        ("free", "won", False),
        ("bot me", "won", False),
    ],
)
def test_a_game_is_won_alone_where_everybody_else_is_a_bot(
    others: str, outcome: str | None, alone: bool, where: Path | str
) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        kinds = {"me": Seat.person(anna.id, "Anna"), "bot": Seat.bot(1, "Nils"), "free": Seat.free()}
        seats = {side: kinds[kind] for side, kind in zip("abc", ["me", *others.split()], strict=False)}
        await store.write(add, NewTable("t", "toy", {}, "start", seats, Terms(created_ms=NOW), turn="a"))
        assert not await store.read(lessons.has_won_alone, anna.id, "toy")
        ended = Ended("a", "resigned", {side: outcome if side == "a" else "lost" for side in seats})
        await store.write(append, "t", [move(1)], None, ended)
        assert await store.read(lessons.has_won_alone, anna.id, "toy") is alone
        assert await store.read(lessons.has_won_alone, anna.id, "quoridor") is False
        assert await store.read(lessons.has_won_alone, "nobody", "toy") is False

    with_store(where, test)
