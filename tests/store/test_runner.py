"""The runner: groups, failures that stay alone, callers that leave, threads that never die."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Signal

import pytest
from sqlalchemy import Connection, event, func, select

from stores import NOW, opened, owner, run, with_store
from taflheim.store import accounts, schema, sessions, sqlite
from taflheim.store.errors import Conflict, OutcomeUnknown, StoreUnavailable
from taflheim.store.runner import Runner
from taflheim.store.store import Store


def kept(connection: Connection) -> list[str]:
    """The sessions that are there; tests of this module write nothing else."""
    return list(
        connection.execute(select(schema.sessions.c.token_hash).order_by(schema.sessions.c.token_hash)).scalars()
    )


@contextmanager
def busy(store: Store) -> Iterator[None]:
    """All writing threads are busy for so long; what comes meanwhile waits."""
    goes_on = Signal()
    begun = [Signal() for _ in range(store._backend.writers)]
    answers = []
    for signal in begun:

        def work(connection: Connection, signal: Signal = signal) -> None:
            connection.execute(select(1))
            signal.set()
            goes_on.wait()

        answers.append(store._runner.submit(work))
        # One after the other, so that no thread takes two of them.
        assert signal.wait(20)
    try:
        yield
    finally:
        goes_on.set()


async def together(store: Store, *work: asyncio.Task[None]) -> list[BaseException | None]:
    """The answers of tasks that were begun while all threads were busy."""
    return list(await asyncio.gather(*work, return_exceptions=True))


def test_what_waits_is_committed_together(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        commits: list[Connection] = []
        event.listen(store._backend.writer, "commit", commits.append)
        with busy(store):
            tasks = [asyncio.create_task(store.write(sessions.add, f"s{n:02}", anna.id, NOW)) for n in range(20)]
            await asyncio.sleep(0)
        assert await together(store, *tasks) == [None] * 20
        assert len(commits) == 2  # that of the busy one, and one for all others

    with_store(tmp_path / "db", test)


def test_work_that_fails_fails_alone(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        with busy(store):
            names = [f"s{n % 10}" for n in range(20)]
            tasks = [asyncio.create_task(store.write(sessions.add, name, anna.id, NOW)) for name in names]
            await asyncio.sleep(0)
        answers = await together(store, *tasks)
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict"] * 10 + ["NoneType"] * 10
        assert {name for name, answer in zip(names, answers, strict=True) if answer is None} == set(names)
        assert await store.read(kept) == sorted(set(names))

    with_store(where, test)


def test_work_of_a_failed_group_is_done_once(where: Path | str) -> None:
    """It may be called twice, but what it has done the first time is gone."""

    async def test(store: Store) -> None:
        anna = await owner(store)

        def count(connection: Connection) -> int:
            sessions.add(connection, f"c{len(kept(connection))}", anna.id, NOW)
            return len(kept(connection))

        def fail(connection: Connection) -> None:
            sessions.add(connection, "never", anna.id, NOW)
            raise ZeroDivisionError

        with busy(store):
            tasks = [asyncio.create_task(store.write(work)) for work in (count, fail)]
            await asyncio.sleep(0)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert answers[0] == 1
        assert isinstance(answers[1], ZeroDivisionError)
        assert await store.read(kept) == ["c0"]

    with_store(where, test)


def test_callers_that_leave_harm_nobody(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        with busy(store):
            tasks = [asyncio.create_task(store.write(sessions.add, f"s{n}", anna.id, NOW)) for n in (1, 1, 2, 3)]
            await asyncio.sleep(0)
            for task in tasks[:3]:
                task.cancel()
            await asyncio.sleep(0)
        answers = await together(store, *tasks)
        assert [isinstance(answer, asyncio.CancelledError) for answer in answers] == [True, True, True, False]
        await store.write(sessions.add, "s4", anna.id, NOW)
        assert await store.read(kept) == ["s1", "s2", "s3", "s4"]

    with_store(where, test)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError, StopIteration, KeyboardInterrupt, SystemExit, asyncio.CancelledError]
)
def test_whatever_work_raises_is_answered_and_logged(
    error: type[BaseException], where: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)

        def fail(connection: Connection) -> None:
            sessions.add(connection, "never", anna.id, NOW)
            raise error("what nobody thought of")

        for _ in range(5):  # more than there are threads
            with pytest.raises(error if error is ZeroDivisionError else RuntimeError, match="what nobody thought of"):
                await store.write(fail)
        await store.write(sessions.add, "s1", anna.id, NOW)
        assert await store.read(kept) == ["s1"]

    with_store(where, test)
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 5
    assert all(record.exc_info for record in caplog.records)


def test_conflicts_are_not_logged(where: Path | str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        await store.write(sessions.add, "s1", anna.id, NOW)
        with pytest.raises(Conflict):
            await store.write(sessions.add, "s1", anna.id, NOW)

    with_store(where, test)
    assert not caplog.records


def test_an_event_loop_that_ends_before_the_answer(where: Path | str) -> None:
    store = Store.open(where)

    async def leave() -> None:
        anna = await owner(store)
        asyncio.get_running_loop().create_task(store.write(sessions.add, "s1", anna.id, NOW))
        await asyncio.sleep(0)

    async def stay() -> None:
        # The thread has come past the work of the loop that is gone.
        anna = await store.write(accounts.owner, "Bo", "bo", NOW)
        assert anna.name == "Anna"
        await store.write(sessions.add, "s2", anna.id, NOW)
        assert "s2" in await store.read(kept)

    run(leave())
    run(stay())
    store.close()
    with_store(where, lambda store: _sessions_are(store, ["s1", "s2"]))


async def _sessions_are(store: Store, expected: list[str]) -> None:
    assert await store.read(kept) == expected


def test_closing_finishes_what_waits(where: Path | str) -> None:
    async def test() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            with busy(store):
                tasks = [asyncio.create_task(store.write(sessions.add, f"s{n}", anna.id, NOW)) for n in range(9)]
                await asyncio.sleep(0)
                closing = asyncio.create_task(asyncio.to_thread(store.close))
                while not store._runner._closed:
                    await asyncio.sleep(0.001)
                with pytest.raises(StoreUnavailable):
                    await store.write(sessions.add, "late", anna.id, NOW)
            await closing
            assert await together(store, *tasks) == [None] * 9
            with pytest.raises(StoreUnavailable):
                await store.read(kept)
            store.close()  # again: nothing to do
        async with opened(where) as again:
            assert await again.read(count) == 9

    run(test())


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(schema.sessions)).scalar_one()


def test_a_mistake_of_the_runner_itself_is_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def explain(error: BaseException) -> BaseException:
        raise LookupError("nobody thought of it")

    async def test() -> None:
        runner = Runner(sqlite.open_file(tmp_path / "db")._replace(explain=explain))
        for _ in range(2):
            with pytest.raises(OutcomeUnknown):
                await runner.submit(lambda connection: 1 // 0)
        assert await runner.submit(count) == 0
        runner.close()

    run(test())
    assert caplog.text.count("LookupError: nobody thought of it") == 2


def test_a_group_is_no_larger_than_it_may_be(tmp_path: Path) -> None:
    async def test() -> None:
        backend = sqlite.open_file(tmp_path / "db")._replace(group=3)
        commits: list[Connection] = []
        event.listen(backend.writer, "commit", commits.append)
        runner, begun, goes_on = Runner(backend), Signal(), Signal()
        first = runner.submit(lambda _: begun.set() or goes_on.wait())  # type: ignore[func-returns-value]
        assert begun.wait(20)
        answers = [runner.submit(count) for _ in range(8)]
        goes_on.set()
        assert await asyncio.gather(first, *answers) == [True] + [0] * 8
        runner.close()
        assert len(commits) == 1 + 3

    run(test())


def test_work_that_fails_by_itself_is_called_once(tmp_path: Path) -> None:
    calls: list[Connection] = []

    def fail(connection: Connection) -> None:
        calls.append(connection)
        raise ZeroDivisionError

    async def test(store: Store) -> None:
        with pytest.raises(ZeroDivisionError):
            await store.write(fail)

    with_store(tmp_path / "db", test)
    assert len(calls) == 1


def test_closing_waits_for_the_threads(tmp_path: Path) -> None:
    async def test() -> None:
        runner, goes_on = Runner(sqlite.open_file(tmp_path / "db")), Signal()
        answer = runner.submit(lambda _: goes_on.wait())
        closing = asyncio.create_task(asyncio.to_thread(runner.close))
        assert not (await asyncio.wait([closing], timeout=0.1))[0]
        goes_on.set()
        await closing
        assert not any(thread.is_alive() for thread in runner._threads)
        assert await answer

    run(test())
