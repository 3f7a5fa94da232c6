"""A fault at every step of a commit: what was refused is not kept, what was acknowledged is, and the next one works."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, select

from stores import move, new_table, opened, owner, run
from taflheim.store import schema, tables
from taflheim.store.errors import OutcomeUnknown, StoreUnavailable
from taflheim.store.store import Store
from taflheim.store.tables import Ended
from taflheim.table.seat import Seat

STEPS = ("do_begin", "do_execute", "do_executemany", "do_commit")
WRITES: dict[str, tuple[Any, ...]] = {
    "one": ([move(1)], {}, None),
    "two": ([move(1), move(2)], {"b": Seat.bot(1, "Bot")}, None),
    "end": ([move(1)], {}, Ended("a", "resigned", {"a": "won", "b": "lost"})),
}
Answers = dict[str, BaseException | None]


class Faults:
    """Counts the steps that the writers take, and lets those fail that the plan names."""

    def __init__(self, store: Store):
        self.steps: list[str] = []
        self.lost_commits = 0
        self.fails: Callable[[int, bool], bool] = lambda number, after: False
        self._dialect = store._backend.writer.dialect
        for name in STEPS:
            setattr(self._dialect, name, self._wrapped(name, getattr(self._dialect, name)))

    def heal(self) -> None:
        """No more faults."""
        self.fails = lambda number, after: False

    def _wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kw: Any) -> Any:
            number = len(self.steps)
            self.steps.append(name)
            if self.fails(number, False):
                raise self._refusal()
            answer = real(*args, **kw)
            if self.fails(number, True):
                if name != "do_commit":
                    raise self._refusal()
                self.lost_commits += 1
                raise self._loss()
            return answer

        return step

    def _refusal(self) -> Exception:
        """The database says no."""
        if self._dialect.name == "postgresql":
            return psycopg.errors.DiskFull("disk full")
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        return error

    def _loss(self) -> Exception:
        """The database says nothing any more."""
        if self._dialect.name == "postgresql":
            return psycopg.OperationalError("the connection is lost")
        return sqlite3.OperationalError("the disk is lost")


async def write_at_once(store: Store, tag: str) -> Answers:
    """What the writes were answered, each at a table of its own."""
    names = [f"{tag}-{kind}" for kind in WRITES]
    answers = await asyncio.gather(
        *(store.write(tables.append, name, *write) for name, write in zip(names, WRITES.values(), strict=True)),
        return_exceptions=True,
    )
    return dict(zip(names, answers, strict=True))


def _unfinished(connection: Connection) -> list[str]:
    return list(connection.execute(select(schema.tables.c.id).where(schema.tables.c.reason.is_(None))).scalars())


async def check(store: Store, answers: Answers, commit_was_lost: bool) -> None:
    """Everything acknowledged is there, nothing refused is."""
    unfinished = set(await store.read(_unfinished))
    for table_id, answer in answers.items():
        stored = await store.read(tables.load, table_id)
        assert stored
        if answer is None:
            kept = True
        elif isinstance(answer, OutcomeUnknown):
            assert commit_was_lost  # only then nobody can know
            kept = bool(stored.events)
        else:
            assert isinstance(answer, StoreUnavailable), answer
            kept = False
        # All of a write or nothing.
        kind = table_id.split("-")[1]
        assert stored.events == (WRITES[kind][0] if kept else []), (table_id, answer)
        assert stored.seats["b"].is_bot == (kept and kind == "two")
        assert (table_id in unfinished) != (kept and kind == "end")
        if not kept:
            await store.write(tables.append, table_id, *WRITES[kind])  # tried again, it works


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("times", ["once", "always"])
def test_a_fault_at_every_step(where: Path | str, after: bool, times: str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            faults = Faults(store)

            async def with_fault(tag: str, fault: int | None) -> Answers:
                for kind in WRITES:
                    await new_table(store, f"{tag}-{kind}", {"a": Seat.person(anna.id, "Anna"), "b": Seat.free()})
                faults.steps.clear()
                faults.lost_commits = 0
                if fault is not None:
                    faults.fails = lambda number, is_after: (
                        is_after == after and (number == fault if times == "once" else number >= fault)
                    )
                answers = await write_at_once(store, tag)
                faults.heal()
                return answers

            answers = await with_fault("well", None)
            assert set(answers.values()) == {None}
            steps = list(faults.steps)
            assert set(steps) == set(STEPS)
            refused = 0
            for fault in range(len(steps)):
                answers = await with_fault(str(fault), fault)
                await check(store, answers, faults.lost_commits > 0)
                refused += sum(answer is not None for answer in answers.values())
            assert refused

    run(test())
