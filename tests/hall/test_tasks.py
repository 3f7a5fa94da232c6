"""Tasks: what is unexpected is logged under the task's name, the rest is silent."""

import asyncio
import logging

import pytest

from taflheim.hall.tasks import Tasks


async def fail(error: Exception) -> None:
    raise error


def test_a_failure_is_logged_with_its_name(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        tasks = Tasks(expected=KeyError)
        tasks.start(fail(ValueError("broken")), "the first")
        tasks.start(fail(KeyError("told")), "the second")
        await tasks.finish()
        await asyncio.sleep(0)
        assert not tasks._running

    with caplog.at_level(logging.ERROR):
        asyncio.run(work())
    assert [record.message for record in caplog.records] == ["the first has failed"]
    assert caplog.records[0].exc_info is not None


def test_tasks_are_finished_or_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        tasks = Tasks()
        begun = asyncio.Event()
        done = []

        async def short() -> str:
            await begun.wait()
            done.append("short")
            return "answer"

        answer = tasks.start(short(), "short")
        begun.set()
        await tasks.finish()
        assert done == ["short"] and await answer == "answer"
        endless = tasks.start(asyncio.Event().wait(), "endless")
        await tasks.cancel()
        assert endless.cancelled()

    asyncio.run(work())
    assert caplog.records == []
